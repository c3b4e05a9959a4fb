#include "charts/graph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

#include "base/check.h"
#include "canvas/regions.h"
#include "charts/handle.h"

namespace attn::charts {
namespace {

using canvas::Canvas, canvas::Color, canvas::Point, canvas::Rect, canvas::Role;

constexpr float kMargin = 30, kLeastRadius = 4.5f, kLeastNamed = 8, kMostRadius = 14, kMostForNames = 22, kWidest = 7;
constexpr float kCrowded = 30;                       ///< a graph is crowded below so many pixels for each node, in both directions
constexpr float kLeastName = 10, kNameShare = 1.8f;  ///< of a name inside a mark: its size, and the part of the radius that it may take

float margin_of(Rect area) { return std::min(kMargin, 0.12f * std::min(area.width, area.height)); }

float length(Point p) { return std::hypot(p.x, p.y); }
Point across(Point along) { return {-along.y, along.x}; }

/// What several steps of drawing a graph need.
struct Drawing {
  Canvas& canvas;
  Rect area;
  const Graph& graph;
  float radius;
  bool names_inside;      ///< whether names are inside their marks, all of them or none
  std::vector<Point> at;  ///< the pixel of each node

  Point middle() const { return area.center(); }
  const GraphNode& node(int i) const { return graph.nodes[static_cast<size_t>(i)]; }
  Point place(int i) const { return at[static_cast<size_t>(i)]; }
  std::string node_id(int i) const { return std::string(graph.id) + "[" + std::to_string(i) + "]"; }
  std::string name(int i) const { return node(i).name.empty() ? std::to_string(i + 1) : node(i).name; }
};

float widest_name(const Canvas& canvas, const Graph& graph) {
  float widest = 0;
  for (const GraphNode& node : graph.nodes)
    widest = std::max(widest, canvas.measure(node.name, {{}, kLeastName, canvas::Font::kStrong}).width);
  return widest;
}

/// The radius of nodes: as large as the room allows, and a little larger if names fit then. Where marks with names would hide the ties, the
/// names go outside.
float radius_for(const Canvas& canvas, Rect area, const Graph& graph) {
  const float room = std::sqrt(area.width * area.height / static_cast<float>(std::max<size_t>(graph.nodes.size(), 1)));
  if (room < kCrowded) return kLeastRadius;
  const float radius = std::clamp(0.15f * room, kLeastNamed, kMostRadius), wanted = widest_name(canvas, graph) / kNameShare + 0.5f;
  return wanted > radius && wanted <= std::min(0.25f * room, kMostForNames) ? wanted : radius;
}

Point within(Rect box, Point p) {
  return {std::clamp(p.x, box.x, std::max(box.x, box.right())), std::clamp(p.y, box.y, std::max(box.y, box.bottom()))};
}

/// Moves overlapping marks apart, in a fixed number of rounds.
void part(Drawing& d) {
  constexpr int kRounds = 60;
  constexpr float kGap = 4, kOutline = 3;
  const float margin = margin_of(d.area);
  const Rect box = d.area.inset(margin, margin);
  const int n = static_cast<int>(d.at.size());
  std::vector<float> reach(d.at.size());
  for (int i = 0; i < n; ++i) reach[static_cast<size_t>(i)] = d.radius + 0.5f * kGap + (d.node(i).known ? kOutline : 0);
  bool moved = true;
  for (int round = 0; round < kRounds && moved; ++round) {
    moved = false;
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        const auto a = static_cast<size_t>(i), b = static_cast<size_t>(j);
        const Point way = d.at[b] - d.at[a];
        const float far = length(way), lacks = reach[a] + reach[b] - far;
        if (lacks <= 0.1f) continue;
        const float turn = 2.4f * static_cast<float>(i + j);
        const Point along = far > 1e-3f ? (1 / far) * way : Point{std::cos(turn), std::sin(turn)};
        d.at[a] = within(box, d.at[a] - (0.5f * lacks) * along);
        d.at[b] = within(box, d.at[b] + (0.5f * lacks) * along);
        moved = true;
      }
  }
}

// ---- ties -----------------------------------------------------------------------------------------------------------------------------

Color weight_color(const Drawing& d, float t) { return d.canvas.theme().sequential(0.25f + 0.75f * t); }
float weight_width(float t) { return 1 + (kWidest - 1) * t; }

void draw_head(Canvas& canvas, Point tip, Point along, float width, Color color) {
  const float size = 5 + 1.2f * width, half = 0.5f * size;
  const Point neck = tip - size * along, side = across(along);
  const Point head[] = {tip, neck + half * side, neck - half * side};
  canvas.polygon(head, color);
}

/// Draws a tie from rim to rim, bent to the left of its direction by `bow` pixels, on request with an arrowhead. Returns its middle.
Point draw_strand(const Drawing& d, int from, int to, float bow, bool head, const canvas::Stroke& stroke) {
  const Point a = d.place(from), b = d.place(to), way = b - a;
  const float far = length(way);
  if (far < 1) return a;
  const Point along = (1 / far) * way, control = 0.5f * (a + b) - (2 * bow) * across(along);
  const auto unit = [](Point p) { return (1 / std::max(length(p), 1e-3f)) * p; };
  const Point start = a + d.radius * unit(control - a), arrive = unit(b - control);
  const Point tip = b - (d.radius + 2) * arrive;
  const Point end = head ? tip - (4 + stroke.width) * arrive : b - d.radius * arrive;
  if (bow == 0) {
    d.canvas.line(start, end, stroke);
  } else {
    constexpr int kPieces = 14;
    std::array<Point, kPieces + 1> curve;
    for (int i = 0; i <= kPieces; ++i) {
      const float t = static_cast<float>(i) / kPieces, s = 1 - t;
      curve[static_cast<size_t>(i)] = s * s * start + 2 * s * t * control + t * t * end;
    }
    d.canvas.polyline(curve, stroke);
  }
  if (head) draw_head(d.canvas, tip, arrive, stroke.width, stroke.color);
  return 0.25f * (start + end) + 0.5f * control;
}

/// The largest size at which the node's name fits into its mark, or 0.
float inner_size(const Drawing& d, int i) {
  const GraphNode& node = d.node(i);
  if (!d.names_inside) return 0;
  const bool triangle = node.group >= 0 && node.group % 6 == 3;
  for (const float size : {12.0f, kLeastName})
    if (d.canvas.measure(node.name, {{}, size, canvas::Font::kStrong}).width <= (triangle ? 1.3f : kNameShare) * d.radius &&
        size < 1.5f * d.radius)
      return size;
  return 0;
}

/// Draws a loop. It points away from the middle of the picture, or to the side of a name outside the mark, and is turned until it is inside
/// the area. Returns its far end.
Point draw_loop(const Drawing& d, int node, const canvas::Stroke& stroke) {
  const Point at = d.place(node);
  Point out = at - d.middle();
  if (inner_size(d, node) == 0) out = {out.x < 0 ? -1.0f : 1.0f, 0};
  const float far = length(out);
  const Point away = far < 1e-3f ? Point{0, -1} : (1 / far) * out;
  const float r = 0.7f * d.radius;
  const auto center = [&](Point way) { return at + (d.radius + 0.4f * r) * way; };
  const Rect inside = d.area.inset(r + 1, r + 1);
  Point way = away;
  for (const float turn : {0.0f, 0.6f, -0.6f, 1.2f, -1.2f, 1.8f, -1.8f}) {
    const Point turned{std::cos(turn) * away.x - std::sin(turn) * away.y, std::sin(turn) * away.x + std::cos(turn) * away.y};
    if (!inside.contains(center(turned))) continue;
    way = turned;
    break;
  }
  d.canvas.ring(center(way), r, stroke);
  return center(way) + r * way;
}

struct Strand {
  int from, to;
  float share;  ///< the weight relative to the full one; negative: no weight
  float bow;
  bool head, faint;

  /// Faint ties come first, the strongest last and so on top; equal ones go by number.
  bool operator<(const Strand& other) const {
    return std::tuple(!faint, share, from, to) < std::tuple(!other.faint, other.share, other.from, other.to);
  }
};

/// In the order in which they are drawn.
std::multiset<Strand> strands_of(const Drawing& d) {
  std::multiset<Strand> strands;
  const float full = std::max(d.graph.full_weight, 1e-6f);
  for (const GraphTie& tie : d.graph.ties) {
    const float there = tie.weight < 0 ? -1 : std::min(tie.weight / full, 1.0f), back = tie.back < 0 ? -1 : std::min(tie.back / full, 1.0f);
    const bool loop = tie.from == tie.to;
    if (loop || (there < 0 && back < 0)) {
      strands.insert({tie.from, tie.to, there, 0, tie.one_way && !loop, tie.faint && there < 0});
    } else if (there >= 0 && back >= 0) {
      const float far = length(d.place(tie.to) - d.place(tie.from)), bow = std::clamp(0.06f * far, 3.0f, 10.0f);
      strands.insert({tie.from, tie.to, there, bow, true, false});
      strands.insert({tie.to, tie.from, back, bow, true, false});
    } else if (there >= 0) {
      strands.insert({tie.from, tie.to, there, 0, true, false});
    } else {
      strands.insert({tie.to, tie.from, back, 0, true, false});
    }
  }
  return strands;
}

canvas::Stroke stroke_of(const Drawing& d, const Strand& strand, bool hot) {
  if (hot) return {d.canvas.color(Role::kAccent), std::max(2.0f, strand.share < 0 ? 0 : weight_width(strand.share))};
  if (strand.share >= 0) return {weight_color(d, strand.share), weight_width(strand.share)};
  return {d.canvas.color(Role::kMuted).with_alpha(strand.faint ? 0.45f : 0.75f), strand.faint ? 1.0f : 1.25f};
}

std::string tie_label(const Drawing& d, const Strand& strand, bool cuts) {
  const std::string ends = d.name(strand.from) + (strand.from == strand.to ? " to itself" : " to " + d.name(strand.to));
  return "tie from " + ends + (cuts ? ", press to cut it" : "");
}

void draw_ties(const Drawing& d, GraphHand* result) {
  const Graph& graph = d.graph;
  const bool cuts = graph.tool == GraphTool::kTie;
  for (const Strand& strand : strands_of(d)) {
    const std::string id = graph.tie_id.empty() ? std::string() : canvas::cell_id(graph.tie_id, strand.from, strand.to);
    const bool hot = !id.empty() && d.canvas.hot() == id;
    const canvas::Stroke stroke = stroke_of(d, strand, hot);
    const bool loop = strand.from == strand.to;
    const Point middle = loop ? draw_loop(d, strand.from, stroke) : draw_strand(d, strand.from, strand.to, strand.bow, strand.head, stroke);
    const bool can_cut = cuts && !loop;
    if (id.empty() || (strand.share < 0 && !can_cut)) continue;
    if (can_cut) d.canvas.circle(middle, hot ? 6 : 3, d.canvas.color(hot ? Role::kAccent : Role::kMuted));
    const float side = can_cut ? 24 : 16;
    const Rect box{middle.x - side / 2, middle.y - side / 2, side, side};
    const canvas::Interaction hand =
        d.canvas.region(id, box, can_cut ? canvas::Grip::kClick : canvas::Grip::kHover, tie_label(d, strand, can_cut));
    if (can_cut && hand.released && box.contains(hand.position)) result->from = strand.from, result->to = strand.to;
  }
}

// ---- nodes ----------------------------------------------------------------------------------------------------------------------------

std::string node_label(const Drawing& d, int i) {
  const Graph& graph = d.graph;
  const GraphNode& node = d.node(i);
  std::string label = "node " + d.name(i);
  if (node.group >= 0 && node.group < static_cast<int>(graph.groups.size())) label += ", " + graph.groups[static_cast<size_t>(node.group)];
  if (node.known) label += ", label given";
  if (node.wrong) label += ", wrong";
  if (graph.tool == GraphTool::kMove) return label + ", drag to move";
  if (graph.tool != GraphTool::kTie) return label;
  if (graph.selected < 0) return label + ", press to begin a tie";
  return label + (graph.selected == i ? ", press to end here" : ", press to tie or cut");
}

void draw_name(const Drawing& d, int i, Color fill) {
  const GraphNode& node = d.node(i);
  const bool asked_for = d.graph.selected == i || d.canvas.hot() == d.node_id(i);
  if (node.name.empty() || (d.radius <= kLeastRadius && !asked_for)) return;
  const Point at = d.place(i);
  canvas::TextStyle style{d.canvas.theme().on(fill), 12, canvas::Font::kStrong, canvas::Align::kCenter};
  if (node.faint) style.color = d.canvas.color(Role::kMuted);
  if (const float size = inner_size(d, i); size > 0) {
    const bool triangle = node.group >= 0 && node.group % 6 == 3;
    style.size = size;
    return d.canvas.text({at.x, at.y + (triangle ? 0.12f * d.radius : 0)}, node.name, style);
  }
  style.color = d.canvas.color(node.faint ? Role::kMuted : Role::kInk);
  style.size = 12;
  const float width = d.canvas.measure(node.name, style).width, gap = d.radius + 10;
  const float y = at.y + gap + 9 <= d.area.bottom() ? at.y + gap : at.y - gap;
  const float x = std::clamp(at.x, d.area.x + width / 2 + 2, std::max(d.area.x + width / 2 + 2, d.area.right() - width / 2 - 2));
  d.canvas.rect({x - width / 2 - 3, y - 8, width + 6, 16}, d.canvas.color(Role::kBackground).with_alpha(0.8f), 3);
  d.canvas.text({x, y}, node.name, style);
}

void draw_node(const Drawing& d, int i) {
  const GraphNode& node = d.node(i);
  Canvas& canvas = d.canvas;
  const Point at = d.place(i);
  const float r = d.radius;
  const Color paper = canvas.color(Role::kBackground), accent = canvas.color(Role::kAccent);
  const bool selected = d.graph.selected == i, hot = canvas.hot() == d.node_id(i);
  if (selected || node.lit || hot) draw_group_mark(canvas, at, node.group, r + 6, accent.with_alpha(selected ? 0.4f : 0.22f));
  if (node.known) draw_group_mark(canvas, at, node.group, r + 4.5f, canvas.color(Role::kInk));
  draw_group_mark(canvas, at, node.group, r + (node.known ? 2.5f : 1.5f), node.known ? paper : canvas.color(Role::kMuted));
  Color fill = paper;
  if (node.group >= 0)
    fill = group_color(canvas.theme(), node.group);
  else if (node.value >= 0)
    fill = canvas.theme().sequential(node.value);
  if (node.faint) fill = mix(paper, fill, 0.3f);
  draw_group_mark(canvas, at, node.group, r, fill);
  draw_name(d, i, fill);
  if (!node.wrong) return;
  const Point corner{at.x + 0.85f * r, at.y - 0.85f * r};
  canvas.circle(corner, 6, paper);
  for (const float s : {1.0f, -1.0f})
    canvas.line({corner.x - 3.5f, corner.y - 3.5f * s}, {corner.x + 3.5f, corner.y + 3.5f * s}, {canvas.color(Role::kWarning), 2});
}

/// The node that a hand at `p` means, or -1.
int node_at(const Drawing& d, Point p) {
  int nearest = -1;
  float best = std::max(22.0f, d.radius + 8);
  for (int i = 0; i < static_cast<int>(d.at.size()); ++i)
    if (const float far = length(d.place(i) - p); far < best) best = far, nearest = i;
  return nearest;
}

/// The side of the square in which a node can be pressed: as large as a finger needs, but not so large that it reaches that of another
/// node.
float side_of(const Drawing& d, int i) {
  float side = std::max(24.0f, 2.4f * d.radius);
  for (int j = 0; j < static_cast<int>(d.at.size()); ++j) {
    if (j == i) continue;
    const Point way = d.place(j) - d.place(i);
    side = std::min(side, std::max(std::abs(way.x), std::abs(way.y)));
  }
  return std::max(side, d.radius);
}

void use_hand(const Drawing& d, int i, const canvas::Interaction& hand, GraphHand* result) {
  const Graph& graph = d.graph;
  if (graph.tool != GraphTool::kTie) {
    if (hand.pressed) result->pressed = i;
    if (canvas::was_click(hand)) result->clicked = i;
    if (graph.tool != GraphTool::kMove) return;
    const float margin = margin_of(d.area);
    const auto to = moved(hand, d.place(i), d.area.inset(margin, margin), 4);
    if (to) result->moved = i, result->place = graph_place(d.area, *to);
    return;
  }
  if (hand.held) {
    const int other = node_at(d, hand.position);
    const canvas::Stroke stroke{d.canvas.color(Role::kAccent), 2, true};
    if (other != i) d.canvas.line(d.place(i), other < 0 ? hand.position : d.place(other), stroke);
  }
  if (!hand.released) return;
  const int other = node_at(d, hand.position);
  if (other < 0) return;
  if (other != i)
    result->from = i, result->to = other;
  else if (graph.selected < 0 || graph.selected == i)
    result->pressed = i;
  else
    result->from = graph.selected, result->to = i;
}

}  // namespace

Point graph_pixel(Rect area, Point place) {
  const float margin = margin_of(area);
  const Rect box = area.inset(margin, margin);
  return {box.x + 0.5f * (place.x + 1) * box.width, box.y + 0.5f * (1 - place.y) * box.height};
}

Point graph_place(Rect area, Point pixel) {
  const float margin = margin_of(area);
  const Rect box = area.inset(margin, margin);
  const auto part = [](float offset, float extent) { return std::clamp(2 * offset / std::max(extent, 1.0f) - 1, -1.0f, 1.0f); };
  return {part(pixel.x - box.x, box.width), -part(pixel.y - box.y, box.height)};
}

GraphHand draw_graph(Canvas& canvas, Rect area, const Graph& graph, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  CHECK(graph.places.rows() == static_cast<Index>(graph.nodes.size()) && (graph.nodes.empty() || graph.places.cols() == 2), "graph of ",
        graph.nodes.size(), " nodes, places ", shape(graph.places));
  Drawing d{canvas, area, graph, graph.radius > 0 ? graph.radius : radius_for(canvas, area, graph), false, {}};
  d.names_inside = widest_name(canvas, graph) <= kNameShare * d.radius;
  for (Index i = 0; i < graph.places.rows(); ++i)
    d.at.push_back(graph_pixel(area, {static_cast<float>(graph.places(i, 0)), static_cast<float>(graph.places(i, 1))}));
  if (!graph.keeps_places) part(d);
  GraphHand result;
  draw_ties(d, &result);
  const auto count = static_cast<int>(graph.nodes.size());
  for (const bool faint : {true, false})  // faint nodes first, so that they are below
    for (int i = 0; i < count; ++i)
      if (i != graph.selected && d.node(i).faint == faint) draw_node(d, i);
  if (graph.selected >= 0 && graph.selected < count) draw_node(d, graph.selected);
  for (int i = 0; i < count; ++i) {
    const float side = side_of(d, i);
    const Point at = d.place(i);
    const canvas::Grip grip = graph.tool == GraphTool::kLook ? canvas::Grip::kClick : canvas::Grip::kDrag;
    const canvas::Interaction hand = canvas.region(d.node_id(i), {at.x - side / 2, at.y - side / 2, side, side}, grip, node_label(d, i));
    use_hand(d, i, hand, &result);
  }
  return result;
}

std::vector<GraphTie> graph_ties(const Mask& allowed, In weights, int selected) {
  CHECK(allowed.rows() == allowed.cols(), "graph_ties: ", shape(allowed));
  const bool weighted = weights.size() > 0;
  CHECK(!weighted || (weights.rows() == allowed.rows() && weights.cols() == allowed.cols()), "graph_ties: weights ", shape(weights));
  const auto weight = [&](Index i, Index j) {
    return weighted && allowed(i, j) && (selected < 0 || selected == i) ? static_cast<float>(weights(i, j)) : -1.0f;
  };
  std::vector<GraphTie> ties;
  for (Index i = 0; i < allowed.rows(); ++i)
    for (Index j = i; j < allowed.cols(); ++j) {
      if (!allowed(i, j) && !allowed(j, i)) continue;
      const bool forth = allowed(i, j);
      GraphTie tie{static_cast<int>(forth ? i : j), static_cast<int>(forth ? j : i)};
      tie.weight = weight(tie.from, tie.to);
      if (i != j) tie.back = weight(tie.to, tie.from);
      tie.one_way = i != j && !(allowed(i, j) && allowed(j, i));
      tie.faint = selected >= 0 && tie.weight < 0 && tie.back < 0;
      ties.push_back(tie);
    }
  return ties;
}

}  // namespace attn::charts
