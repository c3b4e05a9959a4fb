// What a reader chooses in the lesson on the Transformer: task and source, the number of heads, the head shown, what is bent, how the
// output is searched for, and the sizes at which layers are compared.
//
// A model is bent where heads are cut out or rows of weights are set by hand.
#pragma once

#include <string>
#include <string_view>

#include "base/mat.h"
#include "base/tokens.h"
#include "course/trained.h"
#include "lessons/long_text/long_text.h"
#include "models/transformer_decoding.h"
#include "params/story.h"
#include "tasks/pairs.h"

namespace attn::lessons::transformer {

constexpr int kMostWords = 40;  ///< most words of a source, and of an output
constexpr int kMostHeads = 8;
constexpr int kLayers = 2;     ///< layers of the encoder, and of the decoder
constexpr int kMostBent = 24;  ///< most heads that are cut, and most rows that are set by hand
constexpr int kMostPadding = 6;
constexpr int kStops = 9;    ///< of the story of the whole model
constexpr int kFlights = 2;  ///< from the model of this lesson to GPT-2, and from there to GPT-3

enum class Task { grammar, dates };
enum class Decoding { greedy, beam, sample };
enum class Measure { entropy, distance };  ///< a number that says how a head looks (HeadStudy)

struct Params : course::TrainingChoices {
  Task task = Task::grammar;
  std::string source = "he does not often look for you";  ///< what the reader typed
  int heads = 4;                                          ///< 1, 2, 4 or 8

  // The head and the row that are shown. Numbers count from 1.
  models::AttentionPart part = models::AttentionPart::decoder_cross;
  int layer = 2, head = 1;
  bool opened = false;               ///< whether the head shown is open in the picture of the whole model
  int row = 1;                       ///< the row of the encoder's attention: the source position that asks
  int step = 1;                      ///< the row of the decoder's attentions: the step, and so the output word
  int padding = 0;                   ///< empty places after the source, as in a batch with longer sources
  Measure below = Measure::entropy;  ///< what stands below each small head

  // What is bent. Numbers count from 1; a part is given by its place in models::AttentionPart.
  Mat cut = Mat(0, 3);        ///< [k,3] part, layer, head
  Mat overrides = Mat(0, 5);  ///< [k,4+w] part, layer, head, row, then a weight for each key that the row sees, then zeros

  Decoding decoding = Decoding::greedy;
  int width = 3;  ///< hypotheses that the beam keeps
  Real temperature = 1;
  int top_k = 0;  ///< 0 for all
  Real top_p = 1;
  int draw = 1;  ///< seed of the words that are drawn
  bool cache = true;

  int length = 24, breadth = 64;  ///< n and d of the layers that are compared
  int trials = 0;                 ///< how often the reader asked for their times; 0 where not yet

  Real walk = params::end_of_story(kStops);  ///< how much of the whole model has been told
  Real fly = 0;                              ///< how far the reader has gone from the model of this lesson to larger ones

  long_text::LongText text_of_many;  ///< for the encoder alone

  // Set by settle().
  Tokens shown;         ///< the last source that could be shown
  std::string refusal;  ///< why `source` is not shown; empty where it is

  static params::Table<Params> table();
};

std::string_view task_name(Task task);
const tasks::PairTask& task_of(const Params& p);

/// What follows from an edit:
/// - The source is read (translation::settle_source).
/// - The head shown exists.
/// - Cuts and rows set by hand are dropped if there is no such head, and rows also if they do not fit the source. If the length of the
///   source changes, all rows are dropped.
/// - Rows that remain are scaled to sum to 1.
void settle(const Params& before, Params& after);

/// The head shown.
models::HeadPlace place_of(const Params& p);
/// The line of a head among the results of all heads, which have one for each kind and layer.
int line_of(const models::HeadPlace& head);
/// The row shown, from 0.
int query_of(const Params& p);
/// How many keys row `query` of a part sees, where the source has `positions` positions with its end mark.
int keys_of(models::AttentionPart part, int query, int positions);

models::Bending bending_of(const Params& p);
bool is_cut(const Params& p, const models::HeadPlace& place);
/// Cuts the head, or puts it back.
void toggle_cut(Params& p, const models::HeadPlace& place);
/// Sets a row [1,w] of a head by hand.
void set_row(Params& p, const models::HeadPlace& place, int query, In row);

}  // namespace attn::lessons::transformer
