// A mask as a graph and as a matrix. Both can be edited.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "canvas/paragraph.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/graph.h"
#include "charts/matrix_block.h"
#include "charts/small_button.h"
#include "lessons/16_graph-attention/figure_parts.h"
#include "lessons/16_graph-attention/figures.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Canvas, canvas::Rect;

constexpr double kCircle = 0.92, kSmall = 0.36, kCentre = 0.54;

/// Puts the nodes from `first` to before `last` on a circle about (x, 0), clockwise from `turn`.
void put_on_circle(Mat* places, int first, int last, double x, double wide, double high, double turn) {
  for (int i = first; i < last; ++i) {
    const double angle = turn + 2 * std::numbers::pi * (i - first) / (last - first);
    places->row(i) << static_cast<Real>(x + wide * std::sin(angle)), static_cast<Real>(high * std::cos(angle));
  }
}

/// Whether the first half of the nodes and the second are two circles of friends: nearly all within a half are tied, and few across.
bool are_two_circles(const Mask& mask) {
  const auto n = static_cast<int>(mask.rows()), half = (n + 1) / 2;
  if (n < 5) return false;
  int tied[2] = {0, 0}, pairs[2] = {0, 0};  // within a half, and across
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const bool across = (i < half) != (j < half);
      ++pairs[across], tied[across] += mask(i, j) || mask(j, i);
    }
  return 5 * tied[0] > 4 * pairs[0] && 4 * tied[1] <= pairs[1];
}

/// Places [n,2] of the nodes in `area`: on a circle, clockwise from noon, or on two side by side, with those that follow one another across
/// the gap on the sides that face each other. Behind two circles there are discs.
Mat placed(Canvas& canvas, Rect area, const Mask& mask) {
  const auto n = static_cast<int>(mask.rows()), half = (n + 1) / 2;
  Mat places(n, 2);
  if (!are_two_circles(mask)) {
    put_on_circle(&places, 0, n, 0, kCircle, kCircle, 0);
    return places;
  }
  const canvas::Point middle = charts::graph_pixel(area, {0, 0}), corner = charts::graph_pixel(area, {1, -1}), unit = corner - middle;
  const double quarter = std::numbers::pi / 2, high = std::min(kCircle, kSmall * static_cast<double>(unit.x / unit.y));
  put_on_circle(&places, 0, half, -kCentre, kSmall, high, quarter + 2 * std::numbers::pi / half);
  put_on_circle(&places, half, n, kCentre, kSmall, high, -quarter);
  for (const float side : {-1.0f, 1.0f}) {
    const auto at = [&](double x) { return charts::graph_pixel(area, {side * static_cast<float>(x), 0}); };
    canvas.circle(at(kCentre), std::abs(at(kCentre + kSmall).x - at(kCentre).x), canvas.color(canvas::Role::kSurface));
  }
  return places;
}

void draw_presets(Canvas& canvas, Rect row, const Params& p, Params& edit) {
  const float gap = 6, width = std::min(84.0f, (row.width + gap) / kPresets - gap);
  for (int i = 0; i < kPresets; ++i) {
    const auto preset = static_cast<Preset>(i);
    const std::string name(preset_name(preset));
    if (charts::draw_small_button(canvas, row.cut_left(width), "preset[" + std::to_string(i) + "]", name, "make the mask " + name))
      edit.mask = preset_mask(preset, p.mask.rows());
    row.cut_left(gap);
  }
}

}  // namespace

void draw_mask(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  draw_presets(canvas, area.cut_top(24), p, edit);
  area.cut_top(6);
  const Rect foot = area.cut_bottom(20);
  Halves both = halves(area);
  const MaskStudy& study = r.mask;
  draw_heading(canvas, &both.first, "A graph", std::to_string(study.names.size()) + " nodes, " + std::to_string(study.ties) + " ties");
  draw_heading(canvas, &both.second, "The same as a mask", charts::shape_text(p.mask.rows(), p.mask.cols()));
  std::vector<charts::GraphNode> nodes;
  for (size_t i = 0; i < study.names.size(); ++i) {
    charts::GraphNode node{.name = study.names[i]};
    node.lit = canvas.is_hot("mask[" + std::to_string(i) + "," + std::to_string(i) + "]");
    nodes.push_back(node);
  }
  std::vector<charts::GraphTie> ties = charts::graph_ties(p.mask, Mat());
  const Mat places = placed(canvas, both.first, p.mask);
  const charts::GraphHand hand = charts::draw_graph(
      canvas, both.first, {.id = "token", .places = places, .nodes = nodes, .ties = ties, .tool = charts::GraphTool::kTie});
  Mask painted = p.mask;
  bool changed = hand.from >= 0;
  if (changed) painted(hand.from, hand.to) = !painted(hand.from, hand.to);
  const Mat values = p.mask.cast<Real>();
  const charts::CellMatrix matrix{.id = "mask",
                                  .values = values,
                                  .colors = charts::CellMatrix::Colors::kAllowed,
                                  .allowed = &p.mask,
                                  .rows = study.names,
                                  .cols = study.names,
                                  .grip = canvas::Grip::kPaint,
                                  .label = "mask, a row for each node that looks; press or drag to paint",
                                  .square = true,
                                  .largest_cell = 72};
  const Rect cells = charts::cells_in(canvas, both.second, matrix);
  changed = charts::paint_cells(charts::draw_cell_matrix(canvas, both.second, matrix), cells, &painted) || changed;
  if (changed) edit.mask = painted;
  canvas::draw_hint(canvas, foot, "Drag from node to node, or paint cells: one tie, one cell. An arrow points to the one looked at.",
                    charts::quiet(canvas, 11));
}

}  // namespace attn::lessons::graph_attention
