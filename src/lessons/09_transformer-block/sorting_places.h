// Where everything stands in the figure of the trained block that sorts: a column of parts on the left, the readings on the right, and
// between both the attention and the count. Its story (sorting_story.h) decides which readings share a place where there is little room.
#pragma once

#include <array>

#include "canvas/canvas.h"
#include "charts/story.h"
#include "lessons/09_transformer-block/params.h"

namespace attn::lessons::transformer_block {

/// The stops of the story. Each tells a part of the block, or two; kRows and kAnswered tell what lies above and below it.
enum SortingStop { kRows, kScores, kShares, kFirstAdded, kFirstNormed, kFedForward, kSecondAdded, kAnswered };
static_assert(kAnswered + 1 == kSortingStops);

struct SortingPlaces {
  canvas::Rect letters, answer, parts;
  std::array<canvas::Rect, kBlockParts> boxes;  ///< of the parts
  float rail;                                   ///< x of the line that passes the attention and the network by
  canvas::Rect attention, count;                ///< empty where there is no room, and so are the readings
  canvas::Rect before, between, after;
  canvas::Rect numbers;  ///< of the rows, while they are told; empty afterwards and where there is no room
  float size;            ///< of letters in names and captions
  bool roomy = false;    ///< whether the readings have a column of their own

  const canvas::Rect& box(int part) const { return boxes[static_cast<size_t>(part)]; }
  /// Where what goes into a sum parts: one way leads through the part above it, the other past that part.
  canvas::Point branch(Part sum) const;
  canvas::Rect letter(int i) const { return tile(letters, i); }
  canvas::Rect answered(int i) const { return tile(answer, i); }
  /// The cells of a reading of `n` letters.
  canvas::Rect cells(canvas::Rect reading, int n) const;
  /// The cells of the rows' numbers, as high as those of a reading.
  canvas::Rect row_cells(int n) const;

 private:
  static canvas::Rect tile(canvas::Rect line, int i);
};

/// Places for `n` letters within `area`, at this time of the story.
SortingPlaces sorting_places(canvas::Rect area, int n, const charts::Story& story);

/// How far the turn of the i-th of `n` things has come that are told one after another, from 0 to 1. The turns overlap.
float turn_of(const charts::Story& story, SortingStop stop, int i, int n, float from = 0, float to = 1);
/// How many of the `n` things have had their turn.
int turns_over(const charts::Story& story, SortingStop stop, int n, float from = 0, float to = 1);

inline constexpr float kAddedBy = 0.4f;  ///< of the stop kSecondAdded: its sum comes before this time, its norm after it

}  // namespace attn::lessons::transformer_block
