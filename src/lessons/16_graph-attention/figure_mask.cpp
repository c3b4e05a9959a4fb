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

/// n places [n,2] on a circle, clockwise from noon.
Mat circle(int n) {
  Mat places(n, 2);
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    places.row(i) << static_cast<Real>(0.92 * std::sin(angle)), static_cast<Real>(0.92 * std::cos(angle));
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
  const Mat places = circle(static_cast<int>(nodes.size()));
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
