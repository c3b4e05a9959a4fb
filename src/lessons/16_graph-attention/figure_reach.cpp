// What reaches a node through a number of layers, and how alike the nodes become.
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/graph.h"
#include "charts/graph_layout.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "lessons/16_graph-attention/figure_parts.h"
#include "lessons/16_graph-attention/figures.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

std::vector<double> column(const Mat& m) {
  std::vector<double> out;
  for (Index i = 0; i < m.rows(); ++i) out.push_back(static_cast<double>(m(i, 0)));
  return out;
}

void draw_reached(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  const ReachStudy& s = r.reach;
  const int n = s.graph.nodes(), reached = static_cast<int>(s.within(p.depth, 0));
  draw_heading(
      canvas, &area, counted(p.depth, "layer"),
      "node " + s.names[static_cast<size_t>(p.source)] + " is in " + std::to_string(reached) + " of " + std::to_string(n) + " nodes");
  const float most = static_cast<float>(s.influence.maxCoeff());
  std::vector<charts::GraphNode> nodes;
  std::vector<charts::GraphTie> ties;
  for (int i = 0; i < n; ++i) {
    const int hops = s.hops[static_cast<size_t>(i)];
    const bool lit = hops >= 0 && hops <= p.depth;
    charts::GraphNode node{.name = s.names[static_cast<size_t>(i)]};
    node.value = lit ? 0.15f + 0.85f * static_cast<float>(s.influence(i, 0)) / most : -1;
    node.faint = !lit;
    nodes.push_back(node);
    for (const int j : s.graph.of(i)) {
      if (j <= i) continue;
      ties.push_back({.from = i, .to = j});
    }
  }
  for (charts::GraphTie& tie : ties) {  // each layer carries the source one step farther, so ties beyond `depth` steps are faint
    const int a = s.hops[static_cast<size_t>(tie.from)], b = s.hops[static_cast<size_t>(tie.to)];
    tie.faint = a < 0 || b < 0 || std::min(a, b) >= p.depth;
  }
  const charts::GraphHand hand = charts::draw_graph(
      canvas, area,
      {.id = "influence", .places = s.places, .nodes = nodes, .ties = ties, .selected = p.source, .tool = charts::GraphTool::kMove});
  if (hand.pressed >= 0) edit.source = hand.pressed;
  if (hand.moved >= 0) charts::put_dragged(p.own_graph.accepted() ? &edit.own_dragged : &edit.dragged, hand.moved, hand.place);
}

void draw_points(Canvas& canvas, const charts::Axes& axes, std::string_view id, const Mat& values, Role shape, Color color) {
  for (int l = 0; l < static_cast<int>(values.rows()); ++l) {
    const Point at = axes.to_pixel(l, static_cast<double>(values(l, 0)));
    const std::string cell = canvas::cell_id(id, l, 0);
    if (canvas.is_hot(cell)) canvas.ring(at, 8, {canvas.color(Role::kAccent), 2});
    charts::draw_mark(canvas, at, shape, 4, color);
    canvas.region(cell, {at.x - 6, at.y - 6, 12, 12}, Grip::kHover, "spread of the nodes after " + std::to_string(l) + " layers");
  }
}

/// How a curve of the spread is drawn.
struct Curve {
  Adds adds;
  std::string_view id, name;
  Role shape;
  Color color;
};

void draw_spreads(Canvas& canvas, Rect area, const Params& p, const Result& r) {
  draw_heading(canvas, &area,
               charts::fitting(canvas, charts::strong(canvas, 13), area.width, {"How far apart the nodes are", "How far apart"}),
               area.width < 300 ? "" : "1 = at the beginning");
  const Color ink = canvas.color(Role::kInk), muted = canvas.color(Role::kMuted);
  const Curve curves[] = {{Adds::beginning, "spread-kept", "own beginning", Role::kOutput, muted},
                          {Adds::input, "spread-residual", "ordinary residual", Role::kKey, mix(ink, muted, 0.5f)},
                          {Adds::nothing, "spread", "means only", Role::kQuery, ink}};
  std::vector<charts::LegendEntry> legend;
  std::vector<std::string> names;
  for (const Curve& curve : curves)
    names.push_back(std::string(curve.name) + " " + fixed(static_cast<double>(r.reach.spread_of(curve.adds)(p.depth, 0)), 3));
  for (size_t k = 0; k < std::size(curves); ++k)
    legend.push_back({names[k], curves[k].color, charts::LegendEntry::Look::kMark, curves[k].shape});
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 4);
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "layers", .min = -0.5, .max = kDepths + 0.5},
                                              {.label = "spread", .min = 0, .max = 1.05}, 12);
  charts::draw_rule(canvas, axes, p.depth, "", {canvas.color(Role::kMuted), 1.5f, true});
  std::vector<double> layers;
  for (int l = 0; l <= kDepths; ++l) layers.push_back(l);
  for (const Curve& curve : curves) charts::draw_curve(canvas, axes, layers, column(r.reach.spread_of(curve.adds)), {curve.color, 1.5f});
  for (const Curve& curve : curves) draw_points(canvas, axes, curve.id, r.reach.spread_of(curve.adds), curve.shape, curve.color);
}

}  // namespace

void draw_reach(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const Rect foot = area.cut_bottom(20);
  const Halves both = halves(area, 0.56f);
  draw_reached(canvas, both.first, p, r, edit);
  draw_spreads(canvas, both.second, p, r);
  canvas::draw_hint(canvas, foot, "Press a node: the stronger a colour, the more of it has arrived after so many layers. A drag moves it.",
                    charts::quiet(canvas, 11));
}

}  // namespace attn::lessons::graph_attention
