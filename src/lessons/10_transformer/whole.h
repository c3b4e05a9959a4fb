// The parts of the picture of the whole model: where everything stands, and how much of it has been told.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "charts/story.h"
#include "lessons/10_transformer/study.h"

namespace attn::lessons::transformer {

/// Where everything stands.
struct Plan {
  canvas::Rect answer, middle, source, given;  ///< the words out, all between the words, the words in
  canvas::Rect encoder, decoder;               ///< the two stacks
  canvas::Rect side;                           ///< what is free above the encoder
  float trunk = 0;                             ///< where the line from the encoder runs up
  float stamp = 0, label = 0, feed = 0, gap = 0, pad = 0, size = 0;
  bool names_left = false;  ///< names of the parts stand left of them, not above

  float part_height() const { return stamp + (names_left ? 0 : label) + gap; }
  float layer_height(int parts) const { return static_cast<float>(parts) * part_height() + feed + 2 * pad; }
  /// The band of part `k`, counted from below, of a layer of the stack, with its name.
  canvas::Rect part(const canvas::Rect& stack, int parts, int layer, int k) const;
  canvas::Rect layer(const canvas::Rect& stack, int parts, int index) const;
  /// The bar of its feed-forward part.
  canvas::Rect feed_forward(const canvas::Rect& layer) const;
  /// Where the line that leaves a stack goes up: in its middle, and beside its name.
  float exit(const canvas::Rect& stack) const { return std::max(stack.center().x, stack.x + 6.2f * size); }
};
Plan plan_of(canvas::Rect area, int heads);
/// The picture of a head, and the pictures of all heads beside it.
canvas::Rect stamp_of(const Plan& plan, const models::HeadPlace& head, int heads);
canvas::Rect stamps_of(const Plan& plan, models::AttentionPart part, int layer, int heads);
/// The rectangles above, below, left and right of `hole` that fill the rest of `all`.
std::array<canvas::Rect, 4> beside(canvas::Rect all, canvas::Rect hole);
/// The first share of a way.
std::vector<canvas::Point> first_of(std::span<const canvas::Point> way, float share);

/// The stops of the story.
enum Stop { kWordsIn, kEncoderSelf, kFeedForward, kEncoderAgain, kMemory, kStartMark, kCross, kFirstWord, kWordByWord };
static_assert(kWordByWord + 1 == kStops);

/// How much of the model has been told. The encoder is told part by part. The decoder is told as it works: one row through all its parts
/// gives one word, which goes in again as the next row.
class Walk {
 public:
  Walk(const Params& p, const Result& r);
  const charts::Story& story() const { return story_; }
  bool all() const { return story_.all(); }
  int source() const;    ///< words of the source that have gone in
  float memory() const;  ///< how far the encoder's output has come, from 0 to 1
  int given() const;     ///< words that the decoder has been given
  int said() const;      ///< words that it has said
  /// How much of the word said last has gone back into the decoder, from 0 to 1.
  float returned() const;
  /// How many rows of a head's picture are there; a fraction of a row is told cell by cell.
  float rows(const models::HeadPlace& head) const;
  /// Whether all of them are.
  bool is_told(const models::HeadPlace& head) const;

 private:
  float turn() const;  ///< how many words have gone back and led to others

  charts::Story story_;
  float asking_, words_;  ///< the rows of the encoder and of the decoder
};

/// A sentence for each stop.
std::vector<std::string> walk_sentences(const Result& r);

// ---- what is drawn ---------------------------------------------------------------------------------------------------------------------

/// Words in a line, evenly spread where there is room. Their letters are smaller where there is not.
struct WordLine {
  WordLine(const canvas::Canvas& canvas, canvas::Rect line, const std::vector<std::string>& words, canvas::TextStyle style);
  canvas::TextStyle style;     ///< as it is drawn
  std::vector<float> centers;  ///< of the words, from left to right
  bool fits = false;
};

/// One of the two stacks, from below: layer by layer its attentions, then what each word does by itself. No head below `opened` answers to
/// a press.
void draw_stack(canvas::Canvas& canvas, const Plan& plan, const Walk& walk, const Params& p, const Result& r, bool encoder,
                canvas::Rect opened, Params& edit);
/// What the encoder made of the source goes to every cross-attention. It has gone the share `told` of its way.
void draw_memory(canvas::Canvas& canvas, const Plan& plan, float told, int heads);

/// Where the open head stands: as near to its place as it can.
canvas::Rect card_of(const Plan& plan, const Params& p, int heads);
void draw_card(canvas::Canvas& canvas, const Plan& plan, canvas::Rect card, const Params& p, const Result& r, Params& edit);

/// Draws the first share of a way, with the tip of an arrow where it ends.
void draw_way(canvas::Canvas& canvas, std::span<const canvas::Point> way, float share, const canvas::Stroke& stroke);
/// The way of a word that goes in again, from the decoder's top to the words below it.
std::array<canvas::Point, 4> way_back(const Plan& plan);
/// What is seen only while the model is being told: rows of numbers on their way, the mask, who looks at whom, and the frame around the
/// part that the sentence is about, with the rest of `area` faded.
void draw_telling(canvas::Canvas& canvas, canvas::Rect area, const Plan& plan, const Walk& walk, const Params& p, const Result& r);

}  // namespace attn::lessons::transformer
