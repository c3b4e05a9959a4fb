// The club, large: sides by colour as the model answers, and the ties of one member to cut and to tie again.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/graph.h"
#include "charts/graph_layout.h"
#include "charts/small_button.h"
#include "lessons/16_graph-attention/figures.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Align, canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// "the instructor's club", "group A".
std::string club_name(const GraphStudy& s, int group) {
  const std::string_view name = s.shown.task->classes[static_cast<size_t>(group)];
  return std::string(name) + (name.ends_with("'s") ? " club" : "");
}

/// The sides of the member chosen: a bar as wide as all of its probability, parted where the sides meet. A line marks where they met before
/// the cuts.
void draw_sides(Canvas& canvas, Rect area, const Params& p, const GraphStudy& s, float size) {
  const Rect line = area.cut_top(1.6f * size);
  const auto node = static_cast<size_t>(p.node);
  const int now = s.model.chosen[node], before = s.before.chosen[node];
  const Mat share = s.model.probabilities.row(p.node), was = s.before.probabilities.row(p.node);
  const std::string who = "Member " + s.shown.names[node], side = club_name(s, now);
  const std::string says = who + (now == before ? " is in " : " changed sides, to ") + side, brief = who + ": " + side;
  canvas::TextStyle style = charts::strong(canvas, size + 2);
  const std::string number = canvas::shown_fixed(100 * static_cast<double>(share(0, now)), 0) + " %";
  const float room = canvas.measure(number, style).width + 10;
  canvas.text({line.x, line.center().y}, charts::fitting(canvas, style, line.width - room, {says, brief, who}), style);
  style.align = Align::kRight;
  canvas.text({line.right(), line.center().y}, number, style);
  const Rect bar = area.cut_top(std::max(10.0f, 0.9f * size));
  float x = bar.x;
  for (Index c = 0; c < share.cols(); ++c) {
    const float wide = bar.width * static_cast<float>(share(0, c));
    canvas.rect({x, bar.y, wide, bar.height}, charts::group_color(canvas.theme(), static_cast<int>(c)), 2);
    x += wide;
  }
  canvas.border(bar, {canvas.color(Role::kMuted), 1}, 2);
  const float middle = bar.x + bar.width / 2, old = bar.x + bar.width * static_cast<float>(was(0, 0));
  if (share.cols() == 2) {
    canvas.line({middle, bar.y - 3}, {middle, bar.bottom() + 3}, {canvas.color(Role::kInk), 1.5f});
    if (!p.made.empty()) canvas.line({old, bar.y - 3}, {old, bar.bottom() + 3}, {canvas.color(Role::kInk), 1.5f, true});
  }
  canvas.region(canvas::cell_id("node", p.node, 0), bar, Grip::kHover, "probability of the member\u2019s side");
}

/// The ties of the member chosen, without changes and with them.
struct OwnTies {
  Mask drawn, now;
};
OwnTies ties_now(const Params& p, const GraphStudy& s) { return {s.shown.ties, changed(s.shown.ties, changes_shown(p))}; }

/// How far a point is from the stretch of a line.
float distance_to(Point at, Point from, Point to) {
  const Point way = to - from, off = at - from;
  const float length = std::max(1e-3f, way.x * way.x + way.y * way.y), t = std::clamp((way.x * off.x + way.y * off.y) / length, 0.0f, 1.0f);
  return std::hypot(off.x - t * way.x, off.y - t * way.y);
}

/// Where along the tie from `from` to `marks[to]` its knob is: where it is farthest from marks, from the other `ends` of the member's ties
/// and their lines, and from the knobs before it.
Point knob_of(const Canvas& canvas, Point from, int to, const std::vector<Point>& marks, const std::vector<int>& ends,
              const std::vector<Point>& knobs) {
  const Point end = marks[static_cast<size_t>(to)];
  Point best = 0.5f * (from + end);
  float most = -1;
  for (const float t : {0.5f, 0.58f, 0.66f, 0.74f, 0.8f, 0.42f, 0.34f}) {
    const Point at = from + t * (end - from);
    float room = 40;
    for (const std::vector<Point>* all : {&marks, &knobs})
      for (const Point other : *all) room = std::min(room, std::hypot(other.x - at.x, other.y - at.y));
    for (const int other : ends)
      if (other != to) room = std::min(room, 2 * distance_to(at, from, marks[static_cast<size_t>(other)]));
    if (room > most + 2) most = room, best = at;
  }
  const Rect b = canvas.bounds();
  return {std::clamp(best.x, b.x + 12, b.right() - 12), std::clamp(best.y, b.y + 12, b.bottom() - 12)};
}

/// A knob on each tie of the member: a cross cuts it; a cut tie is dashed, and its knob ties it again.
void draw_knobs(Canvas& canvas, const Params& p, const GraphStudy& s, float radius, Params& edit) {
  const OwnTies ties = ties_now(p, s);
  const int n = s.shown.example.nodes();
  std::vector<Point> marks, knobs;
  for (int i = 0; i < n; ++i) marks.push_back(canvas.rect_of("node[" + std::to_string(i) + "]").center());
  const Point from = marks[static_cast<size_t>(p.node)];
  std::vector<int> ends;
  for (int j = 0; j < n; ++j)
    if (j != p.node && (ties.drawn(p.node, j) || ties.now(p.node, j))) ends.push_back(j);
  for (const int j : ends) {
    const bool tied = ties.now(p.node, j);
    const Point to = marks[static_cast<size_t>(j)], at = knob_of(canvas, from, j, marks, ends, knobs);
    knobs.push_back(at);
    const std::string id = "tie[" + std::to_string(j) + "]", other = s.shown.names[static_cast<size_t>(j)];
    const bool hot = canvas.is_hot(id);
    const Color color = canvas.color(hot ? Role::kAccent : tied ? Role::kInk : Role::kWarning);
    if (!tied) canvas.line(from + 0.12f * (to - from), to - 0.12f * (to - from), {canvas.color(Role::kWarning), 2, true});
    canvas.circle(at, radius + 1.5f, color);
    canvas.circle(at, radius, canvas.color(Role::kBackground));
    const float arm = 0.5f * radius;
    if (tied) {
      canvas.line({at.x - arm, at.y - arm}, {at.x + arm, at.y + arm}, {color, 2});
      canvas.line({at.x - arm, at.y + arm}, {at.x + arm, at.y - arm}, {color, 2});
    } else {
      canvas.line({at.x - arm, at.y}, {at.x + arm, at.y}, {color, 2});
      canvas.line({at.x, at.y - arm}, {at.x, at.y + arm}, {color, 2});
    }
    const float side = std::max(20.0f, 2 * radius + 4);
    const std::string label = std::string(tied ? "cut the tie" : "tie again") + " between members " +
                              s.shown.names[static_cast<size_t>(p.node)] + " and " + other;
    if (canvas.region(id, {at.x - side / 2, at.y - side / 2, side, side}, Grip::kClick, label).pressed)
      edit.changes = write_changes(toggled(p.made, ties.now, p.node, j));
  }
}

std::vector<charts::GraphNode> members_of(const Params& p, const GraphStudy& s) {
  std::vector<charts::GraphNode> nodes;
  for (int i = 0; i < s.shown.example.nodes(); ++i) {
    const auto at = static_cast<size_t>(i);
    nodes.push_back({.name = s.shown.names[at],
                     .group = s.model.chosen[at],
                     .known = label_of(p, i) >= 0,
                     .lit = s.model.chosen[at] != s.before.chosen[at]});
  }
  return nodes;
}

void draw_members(Canvas& canvas, Rect area, const Params& p, const GraphStudy& s, float size, Params& edit) {
  const std::vector<std::string> groups = class_names(*s.shown.task);
  Rect foot = area.cut_bottom(1.9f * size);
  if (!p.made.empty() && charts::draw_small_button(canvas, foot.cut_right(std::min(110.0f, 0.36f * foot.width)).inset(0, 1), "restore",
                                                   "All ties back", "tie all again that was cut"))
    edit.changes.clear();
  const canvas::TextStyle quiet = charts::quiet(canvas, size);
  const std::string cut = p.made.empty() ? std::string("Press a cross to cut a tie, another member to choose it; drag moves.")
                                         : counted(s.switched, "member changes", "members change") + " sides";
  canvas.text({foot.x, foot.center().y},
              charts::fitting(canvas, quiet, foot.width - 8, {cut, p.made.empty() ? "Press a cross to cut a tie." : cut, ""}), quiet);
  if (!p.made.empty())
    canvas.region("switched", {foot.x, foot.y, std::min(foot.width, 150.0f), foot.height}, Grip::kHover, "members that changed sides");
  const float full = std::max(0.25f, static_cast<float>(s.weights.row(p.node).maxCoeff()));
  const charts::GraphLegend legend{.groups = groups,
                                   .known = !s.shown.example.given.empty(),
                                   .weights = area.width > 500 ? "how much it listens" : "",
                                   .full_weight = full};
  area.cut_top(charts::draw_graph_legend(canvas, area, legend) + 2);
  std::vector<charts::GraphTie> ties = charts::graph_ties(dense(s.shown.graph), s.weights, p.node);
  std::erase_if(ties, [](const charts::GraphTie& tie) { return tie.from == tie.to; });
  for (charts::GraphTie& tie : ties) tie.faint = false;
  const std::vector<charts::GraphNode> nodes = members_of(p, s);
  const charts::GraphHand hand = charts::draw_graph(canvas, area,
                                                    {.id = "node",
                                                     .tie_id = "weights",
                                                     .places = s.shown.places,
                                                     .nodes = nodes,
                                                     .ties = ties,
                                                     .groups = groups,
                                                     .selected = p.node,
                                                     .tool = charts::GraphTool::kMove,
                                                     .full_weight = full});
  if (hand.pressed >= 0) edit.node = hand.pressed;
  if (hand.moved >= 0) charts::put_dragged(&edit.dragged, hand.moved, hand.place);
  draw_knobs(canvas, p, s, std::clamp(0.6f * size, 6.0f, 9.0f), edit);
}

}  // namespace

void draw_club(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  if (!is_club(p))
    return draw_offer(canvas, area.cut_top(30), "karate", "This picture is of the club, and of a model that knows it.", p, edit);
  const float size = std::clamp(area.width / 60, 11.0f, 15.0f);
  draw_sides(canvas, area.cut_top(3.4f * size), p, r.graph, size);
  draw_members(canvas, area, p, r.graph, size, edit);
}

}  // namespace attn::lessons::graph_attention
