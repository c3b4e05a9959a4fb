#include "lessons/09_transformer-block/sorting_rows.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "charts/arrows.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"

namespace attn::lessons::transformer_block {
namespace {

using canvas::Canvas, canvas::Rect, canvas::Role, charts::Story;

constexpr float kLimit = 3;      ///< absolute value of a number with the strongest colour
constexpr float kInToOut = 26;   ///< pixels between what goes into the network and what comes out
constexpr float kLeastName = 9;  ///< height of a strip beside which its letter can stand

/// What the rows become in a part of a stop, one after another.
struct Change {
  SortingStop stop;
  float from, to;
  const Mat& rows;
  std::string_view id;  ///< of the result; sums have none
  std::string_view heading, brief;
};

/// Strips for the first `told` rows, and a frame for all.
void draw_strips(Canvas& canvas, Rect cells, const Mat& rows, int told) {
  const auto n = static_cast<int>(rows.rows()), d = static_cast<int>(rows.cols());
  const Rect there{cells.x, cells.y, cells.width, cells.height * static_cast<float>(told) / static_cast<float>(n)};
  std::vector<canvas::Color> colors;
  for (Index c = 0; c < told * d; ++c) colors.push_back(canvas.theme().diverging(static_cast<float>(rows.data()[c]) / kLimit));
  if (told > 0) canvas.cells(there, told, d, colors);
  const canvas::Stroke paper{canvas.color(Role::kBackground), 2};
  for (int i = 1; i < told; ++i) canvas.line({cells.x, cells.cell(i, 0, n, 1).y}, {cells.right(), cells.cell(i, 0, n, 1).y}, paper);
  canvas.border(cells, {canvas.color(Role::kFaint), 1});
}

/// Every row goes through the network by itself: an arrow leads from what it was to what the network makes of it.
void draw_fed_rows(Canvas& canvas, Rect cells, const Story& story, const Params& p, const SortRun& run) {
  const auto n = static_cast<int>(run.middle.rows());
  const Rect in{cells.x, cells.y, 0.5f * (cells.width - kInToOut), cells.height};
  const Rect out{in.right() + kInToOut, in.y, in.width, in.height};
  const bool there = p.parts(0, kFeedForwardPart);
  const int over = there ? turns_over(story, kFedForward, n) : 0;
  draw_strips(canvas, in, run.middle, n);
  draw_strips(canvas, out, run.fed, over);
  for (int i = 0; i < n; ++i) {
    const float y = in.cell(i, 0, n, 1).center().y, turn = turn_of(story, kFedForward, i, n);
    if (!there || turn == 0) continue;
    charts::draw_arrow(canvas, {in.right() + 3, y}, {in.right() + 3 + (kInToOut - 6) * turn, y}, {canvas.color(Role::kAccent), 1.5f});
    if (turn < 1) canvas.border(in.cell(i, 0, n, 1), {canvas.color(Role::kAccent), 2}, 1);
  }
}

}  // namespace

void draw_row_numbers(Canvas& canvas, const SortingPlaces& at, const Story& story, const Params& p, const SortRun& run) {
  const Change changes[] = {{kRows, 0, 1, run.input, "block-input", "the rows", "the rows"},
                            {kFirstAdded, 0, 1, run.added, "", "after the first sum", "first sum"},
                            {kFirstNormed, 0, 1, run.middle, "block-middle", "after the first norm", "first norm"},
                            {kSecondAdded, 0, kAddedBy, run.added_again, "", "after the second sum", "second sum"},
                            {kSecondAdded, kAddedBy, 1, run.output, "block-output", "after the second norm", "second norm"}};
  const auto n = static_cast<int>(run.input.rows()), d = static_cast<int>(run.input.cols());
  const int told = turns_over(story, kRows, n);
  if (at.numbers.height < 40 || story.told(kRows) == 0) return;
  const Change* last = changes;
  Mat rows = run.input;
  bool whole = told == n;
  for (const Change& change : changes) {
    const int over = turns_over(story, change.stop, n, change.from, change.to);
    if (over > 0) last = &change, whole = over == n, rows.topRows(over) = change.rows.topRows(over);
  }
  const bool feeding = story.at(kFedForward);
  const Rect cells = at.row_cells(n);
  const std::string heading =
      charts::fitting(canvas, charts::strong(canvas, at.size), at.numbers.width,
                      {feeding ? "into the network, and out" : last->heading, feeding ? "in and out" : last->brief});
  charts::draw_heading(canvas, {at.numbers.x, at.numbers.y, at.numbers.width, cells.y - at.numbers.y}, heading,
                       std::to_string(d) + " numbers each", at.size);
  for (int i = 0; i < told && cells.height >= kLeastName * static_cast<float>(n); ++i)
    canvas.text({cells.x - 5, cells.cell(i, 0, n, 1).center().y}, letter_names(run.source)[static_cast<size_t>(i)],
                charts::quiet(canvas, 11, canvas::Align::kRight));
  if (feeding) return draw_fed_rows(canvas, cells, story, p, run);
  draw_strips(canvas, cells, rows, told);
  if (!whole || last->id.empty()) return;
  canvas.grid(last->id, cells, n, d, canvas::Grip::kHover, last->heading);
  charts::draw_hot_cell(canvas, last->id, cells, n, d);
}

}  // namespace attn::lessons::transformer_block
