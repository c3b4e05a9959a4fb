// One node's sum, as its pictures share it: the node with those that it sees, drawn large, and the rows of features before and after the
// layer, between which the sum unfolds. It tells itself in kSumStops stops.
#pragma once

#include <string>
#include <vector>

#include "canvas/canvas.h"
#include "charts/story.h"
#include "lessons/16_graph-attention/graph_study.h"

namespace attn::lessons::graph_attention {

/// The stops of the story.
namespace sum_stop {
enum SumStop { neighbours, rows, scores, weights, sum, bend, next };
}

struct SumView {
  const Params& p;
  const GraphStudy& s;
  const HeadRun& head;
  charts::Story story;
  bool unfolded;
  std::vector<int> seen = {};                            ///< the nodes that `p.node` sees
  std::vector<int> shown = {};                           ///< those of them that have a row of their own
  Mat products = {}, bias = {}, biased = {}, next = {};  ///< sum_study.h
  float limit = 1;                                       ///< the number with the full colour
  int hot_node = -1, hot_col = -1;                       ///< what the hand is on, in whichever picture; -1: none

  int columns() const { return static_cast<int>(head.features.cols()); }
  std::string name(int node) const { return s.shown.names[static_cast<size_t>(node)]; }
  /// The part of `stop` that belongs to the k-th of the nodes seen; they follow one another and overlap.
  float told(int stop, int k) const;
};

/// `head` may be null, where the mean of several heads is shown; then there is no sum.
SumView sum_view(const canvas::Canvas& canvas, const Params& p, const GraphStudy& s, const HeadRun& head);

/// The sentences of the stops.
std::vector<std::string> sum_sentences(const SumView& v);

/// What a press on a node or its row does: it chooses the node and unfolds its sum, or folds the one that is there.
void choose(const SumView& v, int node, Params& edit);

/// Draws one row of numbers as coloured cells without digits, the centre of its left side at `at`.
void draw_strip(canvas::Canvas& canvas, canvas::Rect place, const Mat& row, float limit, float alpha = 1);

/// Where things are, from which and to which rows fly.
struct Star {
  canvas::Point center;
  std::vector<canvas::Point> at;                               ///< of the nodes seen
  float mark = 8;                                              ///< radius of the marks
  bool crowded = false;                                        ///< names and rows have no room beside the marks
  float strip() const { return mark < 14 ? 7 : 0.5f * mark; }  ///< height of the rows below the marks
};
Star draw_star(canvas::Canvas& canvas, canvas::Rect area, const SumView& v, Params& edit);

struct SumRows {
  std::vector<canvas::Rect> products;  ///< the row of each node seen
  canvas::Rect sum, next;
};
/// Chooses `v->shown` by the room and draws the rows. Nothing has a place where the sum is folded.
SumRows draw_rows(canvas::Canvas& canvas, canvas::Rect area, SumView* v, Params& edit);

}  // namespace attn::lessons::graph_attention
