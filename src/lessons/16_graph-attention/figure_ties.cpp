// Missing ties: a graph of communities, the pairs that are asked about, and how likely they are to be tied.
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/axes.h"
#include "charts/figure_text.h"
#include "charts/graph.h"
#include "charts/graph_layout.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "lessons/16_graph-attention/figure_parts.h"
#include "lessons/16_graph-attention/figures.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

constexpr Role kTied = Role::kQuery, kUntied = Role::kKey;  ///< their shapes stand for hidden ties and for pairs that are not tied

/// A row with the shapes of all communities, which says what they are.
void draw_shapes(Canvas& canvas, Rect row) {
  constexpr float kPitch = 15;
  for (int c = 0; c < tasks::kCommunities; ++c)
    charts::draw_group_mark(canvas, {row.x + 6 + kPitch * static_cast<float>(c), row.center().y}, c, 5,
                            charts::group_color(canvas.theme(), c));
  row.cut_left(kPitch * tasks::kCommunities + 4);
  const canvas::TextStyle style{.color = canvas.color(Role::kInk), .size = 12};
  canvas.text({row.x, row.center().y}, charts::fitting(canvas, style, row.width, {"a shape for each community", "communities", ""}), style);
}

void draw_communities(Canvas& canvas, Rect area, const TieStudy& s, Params& edit) {
  draw_heading(canvas, &area, "Known and hidden ties", std::to_string(s.question.held_out.size()) + " ties hidden");
  const Color hidden = canvas.color(Role::kGood), none = canvas.color(Role::kWarning);
  const bool small = area.height < 230;
  const charts::LegendEntry legend[] = {
      {small ? "known" : "known tie", canvas.color(Role::kMuted).with_alpha(0.45f), charts::LegendEntry::Look::kLine},
      {small ? "hidden" : "hidden tie", hidden, charts::LegendEntry::Look::kLine},
      {small ? "untied" : "pair that is not tied", none, charts::LegendEntry::Look::kDashes}};
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 2);
  draw_shapes(canvas, area.cut_top(16));
  area.cut_top(4);
  std::vector<charts::GraphNode> nodes;
  for (const int community : s.question.graph.classes) nodes.push_back({.group = community});
  std::vector<charts::GraphTie> ties;
  for (const Tie& tie : s.question.graph.ties) ties.push_back({.from = tie.from, .to = tie.to, .faint = true});
  const auto at = [&](int node) {
    return charts::graph_pixel(area, {static_cast<float>(s.places(node, 0)), static_cast<float>(s.places(node, 1))});
  };
  const auto between = [](Point a, Point b) { return Point{(a.x + b.x) / 2, (a.y + b.y) / 2}; };
  const auto draw = [&](const std::vector<Tie>& pairs, const char* id, Role shape, Color color, bool dashed) {
    for (size_t k = 0; k < pairs.size(); ++k) {
      const bool lit = canvas.is_hot(canvas::cell_id(id, static_cast<int>(k), 0));
      canvas.line(at(pairs[k].from), at(pairs[k].to), {lit ? canvas.color(Role::kAccent) : color, lit ? 3.5f : dashed ? 1.5f : 2, dashed});
      if (!small || lit)  // marks the pair with the shape that it has in the diagram beside the graph
        charts::draw_mark(canvas, between(at(pairs[k].from), at(pairs[k].to)), shape, 3.5f, lit ? canvas.color(Role::kAccent) : color);
    }
  };
  draw(s.question.non_ties, "untied", kUntied, none.with_alpha(0.55f), true);
  draw(s.question.held_out, "tied", kTied, hidden, false);
  const charts::GraphHand hand = charts::draw_graph(canvas, area,
                                                    {.id = "community-node",
                                                     .places = s.places,
                                                     .nodes = nodes,
                                                     .ties = ties,
                                                     .tool = s.answered ? charts::GraphTool::kMove : charts::GraphTool::kLook,
                                                     .radius = small ? 3.5f : 7.0f,
                                                     .keeps_places = true});
  if (hand.moved >= 0) charts::put_dragged(&edit.moved, hand.moved, hand.place);
}

void draw_dots(Canvas& canvas, const charts::Axes& axes, const Mat& values, double y, std::string_view id, Role shape, Color color) {
  for (int k = 0; k < static_cast<int>(values.rows()); ++k) {
    if (!std::isfinite(values(k, 0))) continue;
    // The dots of one row stand in three lines, so that they hide each other less.
    const Point at = axes.to_pixel(static_cast<double>(values(k, 0)), y + 0.16 * (k % 3 - 1));
    const std::string cell = canvas::cell_id(id, k, 0);
    if (canvas.is_hot(cell)) canvas.ring(at, 8, {canvas.color(Role::kAccent), 2});
    charts::draw_mark(canvas, at, shape, 4, color.with_alpha(0.75f));
    canvas.region(cell, {at.x - 5, at.y - 5, 10, 10}, Grip::kHover, "probability of a tie");
  }
}

void draw_probabilities(Canvas& canvas, Rect area, const Params& p, const TieStudy& s, Params& edit) {
  draw_heading(canvas, &area, "Probability of a tie");
  const canvas::TextStyle small = charts::quiet(canvas, 12);
  if (!s.answered) {
    area.cut_top(4 + canvas::draw_paragraph(canvas, area,
                                            "A model that was told the known ties only says here how likely each pair is tied.", small));
    draw_offer(canvas, area.cut_top(30), "ties", "", p, edit);
    return;
  }
  const std::string number = fixed(s.area, 3);
  const Rect line = area.cut_top(18);
  canvas.text(
      {line.x, line.center().y - 2},
      charts::fitting(canvas, small, line.width, {"area under the ROC curve " + number, "area under ROC " + number, "area " + number}),
      small);
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "probability", .min = -0.02, .max = 1.02},
                                              {.label = "", .min = 0, .max = 2, .shows_ticks = false}, 12);
  const auto name = [&](std::initializer_list<std::string_view> wordings, double y, Role shape, Color color) {
    canvas::TextStyle style = charts::strong(canvas, 12);
    style.color = color;
    const Point at{axes.plot.x + 10, axes.to_pixel(0, y).y};
    charts::draw_mark(canvas, at, shape, 4, color);
    canvas.text({at.x + 10, at.y}, charts::fitting(canvas, style, axes.plot.right() - at.x - 10, wordings), style);
  };
  name({"hidden ties"}, 1.9, kTied, canvas.color(Role::kGood));
  name({"pairs that are not tied", "untied pairs"}, 0.9, kUntied, canvas.color(Role::kWarning));
  draw_dots(canvas, axes, s.tied, 1.45, "tied", kTied, canvas.color(Role::kGood));
  draw_dots(canvas, axes, s.untied, 0.45, "untied", kUntied, canvas.color(Role::kWarning));
}

}  // namespace

void draw_ties(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const Rect foot = area.cut_bottom(26);
  const Halves both = halves(area, 0.55f);
  draw_communities(canvas, both.first, r.ties, edit);
  draw_probabilities(canvas, both.second, p, r.ties, edit);
  if (r.ties.tied.size() > 0)
    canvas::draw_hint(canvas, foot, "A dot is a pair of nodes that training was not told about; point at it to see the pair in the graph.",
                      charts::quiet(canvas, 11));
}

}  // namespace attn::lessons::graph_attention
