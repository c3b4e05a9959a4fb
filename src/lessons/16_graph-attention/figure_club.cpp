// The club, large: sides by colour as the model answers, and the ties of one member to cut and to tie again.
#include <algorithm>
#include <cmath>
#include <limits>
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

constexpr float kTouch = 30;  ///< from knob to knob, so that a finger meets one
constexpr float kApart = 20;  ///< a knob nearer to another one is not shown

/// Knobs on the ties from `from` to the `ends`, between `marks` of radius `mark`.
struct Knobs {
  Point from;
  const std::vector<int>& ends;
  const std::vector<Point>& marks;
  float mark, radius;
  std::vector<Point> at = {};

  Point end(size_t k) const { return marks[static_cast<size_t>(ends[k])]; }
  /// How bad it is for knob k to stand at `p`.
  float crowding(size_t k, Point p) const {
    const auto missing = [](float least, float apart) { return std::max(0.0f, least - apart) * std::max(0.0f, least - apart); };
    float bad = 0;
    for (const Point other : marks) bad += 3 * missing(mark + radius + 3, std::hypot(other.x - p.x, other.y - p.y));
    for (size_t other = 0; other < ends.size(); ++other) {
      if (other == k) continue;
      bad += missing(kTouch, std::hypot(at[other].x - p.x, at[other].y - p.y));
    }
    return bad;
  }
  /// Whether knob k covers none of those `shown` before it.
  bool has_room(size_t k, const std::vector<size_t>& shown) const {
    return std::all_of(shown.begin(), shown.end(),
                       [&](size_t other) { return std::hypot(at[other].x - at[k].x, at[other].y - at[k].y) >= kApart; });
  }
};

/// Puts each knob where it is far from all marks and from the other knobs. It gives way to the others in turn, a few
/// times round.
void put_apart(Knobs& knobs) {
  constexpr int kRounds = 8;
  for (int round = 0; round < kRounds; ++round)
    for (size_t k = 0; k < knobs.ends.size(); ++k) {
      float least = std::numeric_limits<float>::max();
      Point best = knobs.at[k];
      for (float t = 0.2f; t < 0.95f; t += 0.025f) {
        const Point p = knobs.from + t * (knobs.end(k) - knobs.from);
        const float bad = knobs.crowding(k, p) + (t - 0.6f) * (t - 0.6f);
        if (bad < least) least = bad, best = p;
      }
      knobs.at[k] = best;
    }
}

/// A knob on each tie of the member: a cross cuts it; a cut tie is dashed, and its knob ties it again. Returns whether all have room. The
/// other ties can be cut from their other ends.
bool draw_knobs(Canvas& canvas, const Params& p, const GraphStudy& s, float radius, Params& edit) {
  const OwnTies ties = ties_now(p, s);
  const int n = s.shown.example.nodes();
  std::vector<Point> marks;
  for (int i = 0; i < n; ++i) marks.push_back(canvas.rect_of("node[" + std::to_string(i) + "]").center());
  const Point from = marks[static_cast<size_t>(p.node)];
  std::vector<int> ends;
  for (int j = 0; j < n; ++j)
    if (j != p.node && (ties.drawn(p.node, j) || ties.now(p.node, j))) ends.push_back(j);
  Knobs knobs{from, ends, marks, canvas.rect_of("node[0]").width / 2, radius};
  for (size_t k = 0; k < ends.size(); ++k) knobs.at.push_back(0.4f * from + 0.6f * knobs.end(k));
  put_apart(knobs);
  std::vector<size_t> shown;
  for (const bool tied : {false, true})  // those that tie again come first
    for (size_t k = 0; k < ends.size(); ++k)
      if (ties.now(p.node, ends[k]) == tied && (!tied || knobs.has_room(k, shown))) shown.push_back(k);
  for (const size_t k : shown) {
    const int j = ends[k];
    const bool tied = ties.now(p.node, j);
    const Point to = marks[static_cast<size_t>(j)], at = knobs.at[k];
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
  return shown.size() == ends.size();
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

/// In a small picture what is about the member chosen is larger and what is far from it smaller, so that its knobs have room: a fisheye
/// along each axis (Sarkar and Brown 1992). It keeps the box [-1, 1] x [-1, 1].
struct Fisheye {
  Point focus;
  float strength;  ///< 0: nothing changes

  Point seen(Point p) const { return {along(p.x, focus.x, false), along(p.y, focus.y, false)}; }
  /// The place that is seen at `p`.
  Point under(Point p) const { return {along(p.x, focus.x, true), along(p.y, focus.y, true)}; }

 private:
  float along(float x, float from, bool back) const {
    const float way = x < from ? -1 - from : 1 - from;
    if (std::abs(way) < 1e-4f) return x;
    const float t = (x - from) / way;
    return from + way * (back ? t / (1 + strength * (1 - t)) : (1 + strength) * t / (1 + strength * t));
  }
};

Fisheye fisheye_of(Rect area, const Params& p, const Mat& places) {
  return {{static_cast<float>(places(p.node, 0)), static_cast<float>(places(p.node, 1))}, area.width < 500 ? 1.4f : 0.0f};
}

void draw_members(Canvas& canvas, Rect area, const Params& p, const GraphStudy& s, float size, Params& edit) {
  const std::vector<std::string> groups = class_names(*s.shown.task);
  Rect foot = area.cut_bottom(1.9f * size);
  if (!p.made.empty() && charts::draw_small_button(canvas, foot.cut_right(std::min(110.0f, 0.36f * foot.width)).inset(0, 1), "restore",
                                                   "All ties back", "tie all again that was cut"))
    edit.changes.clear();
  if (!p.made.empty())
    canvas.region("switched", {foot.x, foot.y, std::min(foot.width, 150.0f), foot.height}, Grip::kHover, "members that changed sides");
  const float full = std::max(0.25f, static_cast<float>(s.weights.row(p.node).maxCoeff()));
  const charts::GraphLegend legend{.groups = groups,
                                   .known = !s.shown.example.given.empty(),
                                   .weights = area.width <= 500 ? ""
                                              : p.layer > 1     ? "weight in the answer"
                                                                : "weight in layer 1",
                                   .full_weight = full};
  area.cut_top(charts::draw_graph_legend(canvas, area, legend) + 2);
  std::vector<charts::GraphTie> ties = charts::graph_ties(dense(s.shown.graph), s.weights, p.node);
  std::erase_if(ties, [](const charts::GraphTie& tie) { return tie.from == tie.to; });
  for (charts::GraphTie& tie : ties) tie.faint = false;
  const std::vector<charts::GraphNode> nodes = members_of(p, s);
  const Fisheye eye = fisheye_of(area, p, s.shown.places);
  Mat places = s.shown.places;
  for (Index i = 0; i < places.rows(); ++i) {
    const Point seen = eye.seen({static_cast<float>(places(i, 0)), static_cast<float>(places(i, 1))});
    places.row(i) << static_cast<Real>(seen.x), static_cast<Real>(seen.y);
  }
  const charts::GraphHand hand = charts::draw_graph(canvas, area,
                                                    {.id = "node",
                                                     .tie_id = "weights",
                                                     .places = places,
                                                     .nodes = nodes,
                                                     .ties = ties,
                                                     .groups = groups,
                                                     .selected = p.node,
                                                     .tool = charts::GraphTool::kMove,
                                                     .full_weight = full});
  if (hand.pressed >= 0) edit.node = hand.pressed;
  // The member chosen is in the middle of the fisheye, where nothing is moved.
  if (hand.moved >= 0) charts::put_dragged(&edit.dragged, hand.moved, hand.moved == p.node ? hand.place : eye.under(hand.place));
  const bool all = draw_knobs(canvas, p, s, std::clamp(0.6f * size, 6.0f, 9.0f), edit);
  const canvas::TextStyle quiet = charts::quiet(canvas, size);
  const std::string text = !p.made.empty() ? counted(s.switched, "member changes", "members change") + " sides"
                           : all           ? "Press a cross to cut a tie, another member to choose it; drag moves."
                                           : "Press a cross to cut a tie; others are cut from their other ends.";
  canvas.text({foot.x, foot.center().y},
              charts::fitting(canvas, quiet, foot.width - 8, {text, p.made.empty() ? "Press a cross to cut a tie." : text, ""}), quiet);
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
