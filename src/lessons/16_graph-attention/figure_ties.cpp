// Missing ties: a graph of communities, the pairs that are asked about, and how likely a tie is.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/axes.h"
#include "charts/graph.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "lessons/16_graph-attention/figure_parts.h"
#include "lessons/16_graph-attention/figures.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

void draw_communities(Canvas& canvas, Rect area, const TieStudy& s) {
  draw_heading(canvas, &area, "Known and hidden ties", std::to_string(s.question.held_out.size()) + " ties hidden");
  const Color hidden = canvas.color(Role::kGood), none = canvas.color(Role::kWarning);
  const charts::LegendEntry legend[] = {{"known tie", canvas.color(Role::kFaint), charts::LegendEntry::Look::kLine},
                                        {"hidden tie", hidden, charts::LegendEntry::Look::kLine},
                                        {"pair that is not tied", none, charts::LegendEntry::Look::kDashes}};
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 4);
  std::vector<charts::GraphNode> nodes;
  for (const int community : s.question.graph.classes) nodes.push_back({.name = " ", .group = community});
  std::vector<charts::GraphTie> ties;
  for (const Tie& tie : s.question.graph.ties) ties.push_back({.from = tie.from, .to = tie.to, .faint = true});
  const auto at = [&](int node) {
    return charts::graph_pixel(area, {static_cast<float>(s.places(node, 0)), static_cast<float>(s.places(node, 1))});
  };
  const std::string hot(canvas.hot());
  const auto draw = [&](const std::vector<Tie>& pairs, const char* id, Color color, bool dashed) {
    for (size_t k = 0; k < pairs.size(); ++k) {
      const bool lit = canvas.is_hot(canvas::cell_id(id, static_cast<int>(k), 0));
      canvas.line(at(pairs[k].from), at(pairs[k].to), {lit ? canvas.color(Role::kAccent) : color, lit ? 3.5f : 1.5f, dashed});
    }
  };
  draw(s.question.non_ties, "untied", none.with_alpha(0.55f), true);
  draw(s.question.held_out, "tied", hidden, false);
  charts::draw_graph(canvas, area,
                     {.id = "community-node", .places = s.places, .nodes = nodes, .ties = ties, .radius = 7, .keeps_places = true});
}

void draw_dots(Canvas& canvas, const charts::Axes& axes, const Mat& values, double y, std::string_view id, Role shape, Color color) {
  for (int k = 0; k < static_cast<int>(values.rows()); ++k) {
    if (!std::isfinite(values(k, 0))) continue;
    // Dots of one row stand above each other in three lines, so that they hide each other less.
    const Point at = axes.to_pixel(static_cast<double>(values(k, 0)), y + 0.16 * (k % 3 - 1));
    const std::string cell = canvas::cell_id(id, k, 0);
    if (canvas.is_hot(cell)) canvas.ring(at, 8, {canvas.color(Role::kAccent), 2});
    charts::draw_mark(canvas, at, shape, 4, color.with_alpha(0.75f));
    canvas.region(cell, {at.x - 5, at.y - 5, 10, 10}, Grip::kHover, "probability of a tie");
  }
}

void draw_probabilities(Canvas& canvas, Rect area, const Params& p, const TieStudy& s, Params& edit) {
  draw_heading(canvas, &area, "Probability of a tie", s.answered ? "area under the curve " + fixed(s.area, 3) : "");
  if (!s.answered) {
    draw_offer(canvas, area.cut_top(30), "ties", "", p, edit);
    return;
  }
  const Rect labels = area.cut_top(0);
  (void)labels;
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "probability", .min = -0.02, .max = 1.02},
                                              {.label = "", .min = 0, .max = 2, .shows_ticks = false}, 12);
  const auto name = [&](const char* text, double y, Color color) {
    canvas::TextStyle style = strong(canvas, 12);
    style.color = color;
    canvas.text({axes.plot.x + 6, axes.to_pixel(0, y).y}, text, style);
  };
  name("hidden ties", 1.9, canvas.color(Role::kGood));
  name("pairs that are not tied", 0.9, canvas.color(Role::kWarning));
  draw_dots(canvas, axes, s.tied, 1.45, "tied", Role::kQuery, canvas.color(Role::kGood));
  draw_dots(canvas, axes, s.untied, 0.45, "untied", Role::kKey, canvas.color(Role::kWarning));
}

}  // namespace

void draw_ties(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = page(canvas);
  const Rect foot = area.cut_bottom(20);
  const Halves both = halves(area, 0.55f);
  draw_communities(canvas, both.first, r.ties);
  draw_probabilities(canvas, both.second, p, r.ties, edit);
  canvas::draw_hint(
      canvas, foot,
      "A shape for each community. A dot is a pair of nodes that training was not told about; point at it to see the pair in the graph.",
      quiet(canvas, 11));
}

}  // namespace attn::lessons::graph_attention
