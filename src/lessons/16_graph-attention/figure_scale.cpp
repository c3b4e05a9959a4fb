#include "lessons/16_graph-attention/figure_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "charts/figure_text.h"
#include "charts/graph.h"
#include "charts/small_button.h"
#include "lessons/16_graph-attention/scale.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Canvas, canvas::Color, canvas::Point, canvas::Rect, canvas::Role, canvas::Segment;

constexpr Real kNearest = 40;
constexpr size_t kLines = 13000;               ///< most lines in a frame, for nodes and ties; Canvas::segments has room for little more
constexpr float kApart = 1.8f;                 ///< from this zoom on, ties between communities are drawn one by one
constexpr size_t kRound = 300, kEdged = 2500;  ///< up to so many nodes are drawn as discs, and up to so many as octagons
constexpr size_t kOctagon = 3;                 ///< lines that an octagon takes
constexpr int kTones = 6;

struct Scene {
  Canvas& canvas;
  Rect area;
  const ScaleGraph& graph;
  const ScaleLayer& layer;
  Point middle;
  canvas::Size unit;  ///< pixels; the plane is stretched to fill the area

  Point pixel(Point place) const {
    return {area.center().x + unit.width * (place.x - middle.x), area.center().y - unit.height * (place.y - middle.y)};
  }
  Point at(int node) const { return pixel(graph.places[static_cast<size_t>(node)]); }
  Point place(Point p) const { return {middle.x + (p.x - area.center().x) / unit.width, middle.y - (p.y - area.center().y) / unit.height}; }
  /// Whether the line from a to b may be in view. The view is taken a little too large.
  bool sees(Point a, Point b) const {
    const float w = 0.5f * area.width + 12, h = 0.5f * area.height + 12;
    const Point c = area.center();
    return std::max(a.x, b.x) > c.x - w && std::min(a.x, b.x) < c.x + w && std::max(a.y, b.y) > c.y - h && std::min(a.y, b.y) < c.y + h;
  }
  /// Pixels for a distance of 1, in the direction that has fewer.
  float least() const { return std::min(unit.width, unit.height); }
  float radius() const { return std::clamp(0.0055f * least(), 1.0f, 13.0f); }
};

canvas::Size unit_of(Rect area, Real zoom) {
  constexpr float kStretch = 2.4f;
  const float w = 0.49f * area.width, h = 0.49f * area.height, z = static_cast<float>(zoom);
  return {z * std::min(w, kStretch * h), z * std::min(h, kStretch * w)};
}

std::vector<int> nodes_in_view(const Scene& s) {
  std::vector<int> seen;
  const Point reach{0.1f * s.unit.width, 0.1f * s.unit.height};
  for (int c = 0; c < kScaleSide * kScaleSide; ++c) {
    const Point middle = s.pixel(community_place(c));
    if (!s.sees(middle - reach, middle + reach)) continue;
    for (int i = c * kScaleMembers; i < (c + 1) * kScaleMembers; ++i)
      if (const Point at = s.at(i); s.sees(at, at)) seen.push_back(i);
  }
  return seen;
}

// ---- ties -----------------------------------------------------------------------------------------------------------------------------

/// All ties between two communities as one band. The more ties there are, the wider it is.
void add_bands(const Scene& s, std::vector<Segment>* lines) {
  constexpr int kAll = kScaleSide * kScaleSide;
  static const std::vector<int> counts = [&] {
    std::vector<int> made(kAll * kAll, 0);
    for (const Tie& tie : s.graph.ties) ++made[static_cast<size_t>(tie.from / kScaleMembers * kAll + tie.to / kScaleMembers)];
    return made;
  }();
  const Color color = s.canvas.color(Role::kMuted);
  for (int a = 0; a < kAll; ++a)
    for (int b = a + 1; b < kAll; ++b) {
      const int count = counts[static_cast<size_t>(a * kAll + b)];
      if (count < 3) continue;
      const Point from = s.pixel(community_place(a)), to = s.pixel(community_place(b));
      if (s.sees(from, to)) lines->push_back({from, to, color.with_alpha(0.22f), std::min(1 + 0.12f * static_cast<float>(count), 8.0f)});
    }
}

struct Shown {
  int drawn = 0, in_view = 0;
};

/// The `room` strongest ties in view, with stronger ones above weaker ones.
Shown add_ties(const Scene& s, bool within_only, size_t room, std::vector<Segment>* lines) {
  std::array<Color, kTones> tones;
  for (int t = 0; t < kTones; ++t)
    tones[static_cast<size_t>(t)] = s.canvas.theme()
                                        .sequential(0.35f + 0.65f * static_cast<float>(t) / (kTones - 1))
                                        .with_alpha(0.25f + 0.5f * static_cast<float>(t) / (kTones - 1));
  Shown shown;
  const size_t first = lines->size();
  const float wide = std::clamp(0.0015f * s.least(), 1.0f, 4.0f);
  for (const int t : s.layer.strongest) {
    const Tie tie = s.graph.ties[static_cast<size_t>(t)];
    if (within_only && tie.from / kScaleMembers != tie.to / kScaleMembers) continue;
    const Point a = s.at(tie.from), b = s.at(tie.to);
    if (!s.sees(a, b)) continue;
    ++shown.in_view;
    if (lines->size() - first >= room) continue;
    ++shown.drawn;
    const float share = std::sqrt(s.layer.strengths[static_cast<size_t>(t)] / s.layer.largest);
    lines->push_back({a, b, tones[static_cast<size_t>(std::lround(share * (kTones - 1)))], 1 + (wide - 1) * share});
  }
  std::reverse(lines->begin() + static_cast<std::ptrdiff_t>(first), lines->end());
  return shown;
}

// ---- nodes ----------------------------------------------------------------------------------------------------------------------------

void draw_nodes(const Scene& s, const std::vector<int>& seen) {
  const float r = s.radius();
  const Color fill = s.canvas.color(Role::kMuted), paper = s.canvas.color(Role::kBackground);
  if (seen.size() > kRound || r < 3) {
    // A tiny node is a square. A larger one is an octagon, made of two crossed oblongs and a square.
    const bool edged = r >= 2 && seen.size() <= kEdged;
    std::vector<Segment> dots;
    dots.reserve(seen.size() * kOctagon);
    const auto bar = [&](Point at, float half, float width) { dots.push_back({{at.x - half, at.y}, {at.x + half, at.y}, fill, width}); };
    for (const int i : seen) {
      const Point at = s.at(i);
      if (!edged) {
        bar(at, r, 2 * r);
        continue;
      }
      bar(at, r, 0.83f * r);
      dots.push_back({{at.x, at.y - r}, {at.x, at.y + r}, fill, 0.83f * r});
      bar(at, 0.71f * r, 1.42f * r);
    }
    return s.canvas.segments(dots);
  }
  const bool named = r >= 12;
  const canvas::TextStyle style{s.canvas.color(Role::kInk), 10, canvas::Font::kText, canvas::Align::kCenter};
  for (const int i : seen) {
    const Point at = s.at(i);
    s.canvas.circle(at, r + (named ? 1 : 0), fill);
    if (named) s.canvas.circle(at, r, paper);
    if (named) s.canvas.text(at, std::to_string(i + 1), style);
  }
}

/// The selected node and the nodes that it attends to. The larger a weight, the wider its tie.
void draw_selected(const Scene& s, int node, int trial) {
  const Mat weights = scale_weights(node, trial);
  const std::span<const int> seen = s.graph.graph.of(node);
  const float r = std::max(s.radius(), 4.0f), most = static_cast<float>(weights.col(kScaleHeads).maxCoeff());
  const Point at = s.at(node);
  const Color accent = s.canvas.color(Role::kAccent), paper = s.canvas.color(Role::kBackground);
  const auto share = [&](size_t k) { return static_cast<float>(weights(static_cast<Index>(k), kScaleHeads)) / most; };
  for (size_t k = 0; k < seen.size(); ++k)
    if (seen[k] != node) s.canvas.line(at, s.at(seen[k]), {accent, 1 + 4 * share(k)});
  canvas::TextStyle style{s.canvas.color(Role::kInk), 11, canvas::Font::kText, canvas::Align::kCenter};
  const auto disc = [&](int i, float radius, Color fill) {
    const Point p = s.at(i);
    s.canvas.circle(p, radius + 1.5f, paper);
    s.canvas.circle(p, radius, fill);
    style.color = s.canvas.theme().on(fill);
    if (radius >= 12) s.canvas.text(p, std::to_string(i + 1), style);
  };
  for (size_t k = 0; k < seen.size(); ++k)
    if (seen[k] != node) disc(seen[k], r, mix(paper, accent, 0.25f + 0.5f * share(k)));
  s.canvas.circle(at, r + 7, accent.with_alpha(0.25f));
  disc(node, r + 2, accent);
}

// ---- hands ----------------------------------------------------------------------------------------------------------------------------

Real tidy(Real v) { return static_cast<Real>(std::round(static_cast<double>(v) * 1e4) / 1e4); }

void put_view(Point middle, Real zoom, ScaleView* edit) {
  zoom = std::clamp(zoom, Real(1), kNearest);
  edit->zoom = static_cast<Real>(std::round(static_cast<double>(zoom) * 100) / 100);
  edit->x = tidy(std::clamp(static_cast<Real>(middle.x), Real(-1), Real(1)));
  edit->y = tidy(std::clamp(static_cast<Real>(middle.y), Real(-1), Real(1)));
}

void use_plane(const Scene& s, const ScaleView& view, ScaleView* edit) {
  const Rect area = s.area;
  const canvas::Interaction hand = s.canvas.region(
      "scale", area, canvas::Grip::kZoom, "ten thousand nodes; drag or use the arrow keys to move, + and - to zoom, enter to pick a node");
  if (hand.zoom != 0) {
    const Real zoom = std::clamp(view.zoom * static_cast<Real>(std::pow(1.25, static_cast<double>(hand.zoom))), Real(1), kNearest);
    // Zooming keeps the place under the pointer where it is; by keyboard, the place in the middle.
    const Point fixed = hand.hovered ? hand.position : area.center(), place = s.place(fixed);
    const canvas::Size unit = unit_of(area, zoom);
    put_view({place.x - (fixed.x - area.center().x) / unit.width, place.y + (fixed.y - area.center().y) / unit.height}, zoom, edit);
  }
  Point by = hand.held ? hand.delta : Point{};
  by = by - Point{24.0f * static_cast<float>(hand.nudge_x), 24.0f * static_cast<float>(hand.nudge_y)};
  if (by.x != 0 || by.y != 0) put_view({s.middle.x - by.x / s.unit.width, s.middle.y + by.y / s.unit.height}, view.zoom, edit);
  if (!canvas::was_click(hand)) return;
  int nearest = -1;
  float best = 14;
  for (const int i : nodes_in_view(s)) {
    const Point way = s.at(i) - hand.position;
    if (const float far = std::hypot(way.x, way.y); far < best) best = far, nearest = i;
  }
  if (nearest >= 0) edit->node = nearest + 1;
}

float button_width(const Canvas& canvas, std::string_view word) { return canvas.measure(word, {canvas.color(Role::kInk), 13}).width + 20; }

/// A row of buttons at the right end of `band`.
void draw_buttons(Canvas& canvas, Rect band, const ScaleView& view, ScaleView* edit) {
  constexpr float kGap = 6;
  const Point middle{static_cast<float>(view.x), static_cast<float>(view.y)};
  if (charts::draw_small_button(canvas, band.cut_right(button_width(canvas, "Whole")), "scale-whole", "Whole", "show the whole graph"))
    put_view({}, 1, edit);
  band.cut_right(kGap);
  if (charts::draw_small_button(canvas, band.cut_right(30), "scale-in", "+", "nearer")) put_view(middle, view.zoom * Real(1.5), edit);
  band.cut_right(kGap);
  if (charts::draw_small_button(canvas, band.cut_right(30), "scale-out", "\u2212", "farther"))
    put_view(middle, view.zoom / Real(1.5), edit);
}

}  // namespace

params::Table<ScaleView> scale_table() {
  return params::Table<ScaleView>{}
      .number(&ScaleView::x, {.id = "scale-x",
                              .label = "Left and right",
                              .help = "The place in the middle of the picture.",
                              .min = -1,
                              .max = 1,
                              .step = 0.05})
      .number(
          &ScaleView::y,
          {.id = "scale-y", .label = "Up and down", .help = "The place in the middle of the picture.", .min = -1, .max = 1, .step = 0.05})
      .number(&ScaleView::zoom, {.id = "scale-zoom",
                                 .label = "Zoom",
                                 .help = "How near the graph is; 1 shows all of it.",
                                 .min = 1,
                                 .max = static_cast<double>(kNearest),
                                 .logarithmic = true})
      .integer(&ScaleView::node, {.id = "scale-node",
                                  .label = "Node, counted from 1",
                                  .help = "Whose neighbours are lit; its number as in the picture.",
                                  .min = 1,
                                  .max = kScaleNodes,
                                  .step = 1})
      .integer(
          &ScaleView::trial,
          {.id = "scale-trial", .label = "Runs", .help = "How often the layer's time was taken again.", .min = 0, .max = 999, .step = 1});
}

void draw_scale(Canvas& canvas, const ScaleView& view, ScaleView* edit) {
  constexpr float kPad = 12;
  Rect page = canvas.bounds().inset(kPad, kPad);
  const ScaleLayer& layer = scale_layer(view.trial);
  // The time that the layer took, and a button that takes it again.
  Rect top = page.cut_top(30);
  if (charts::draw_small_button(canvas, top.cut_right(button_width(canvas, "Again")), "scale-again", "Again", "compute the layer again") &&
      edit->trial < 999)
    ++edit->trial;
  top.cut_right(10);
  const canvas::TextStyle strong = charts::strong(canvas, 13), quiet = charts::quiet(canvas, 12);
  const std::string time = "One layer of 8 heads, 8 numbers each: " + fixed(layer.milliseconds, 1) + " ms here";
  canvas.text({top.x, top.center().y}, time, strong);
  const std::string size = thousands(kScaleNodes) + " nodes, " + thousands(kScaleTies) + " ties, each both ways";
  if (const float x = top.x + canvas.measure(time, strong).width + 16; x + canvas.measure(size, quiet).width <= top.right())
    canvas.text({x, top.center().y}, size, quiet);
  Rect bottom = page.cut_bottom(34);
  bottom.cut_top(4);
  page.cut_top(6), page.cut_bottom(4);

  Scene s{canvas, page, scale_graph(), layer, {static_cast<float>(view.x), static_cast<float>(view.y)}, unit_of(page, view.zoom)};
  canvas.push_clip(page);
  const std::vector<int> seen = nodes_in_view(s);
  std::vector<Segment> lines;
  lines.reserve(kLines);
  const bool apart = static_cast<float>(view.zoom) >= kApart;
  if (!apart) add_bands(s, &lines);
  const size_t used = lines.size() + (seen.size() <= kEdged ? kOctagon : 1) * seen.size();
  const Shown shown = add_ties(s, !apart, used < kLines ? kLines - used : 0, &lines);
  canvas.segments(lines);
  draw_nodes(s, seen);
  const int node = std::clamp(view.node - 1, 0, kScaleNodes - 1);
  draw_selected(s, node, view.trial);
  canvas.pop_clip();
  canvas.border(page, {canvas.color(Role::kFaint), 1});
  use_plane(s, view, edit);

  draw_buttons(canvas, {bottom.x, bottom.y, bottom.width, 30}, view, edit);
  const float room = bottom.width - button_width(canvas, "Whole") - 90;
  std::string words = thousands(static_cast<int>(seen.size())) + " nodes in view; ";
  if (shown.drawn < shown.in_view)
    words += "the strongest " + thousands(shown.drawn) + " of " + thousands(shown.in_view) + " ties";
  else
    words += "all " + thousands(shown.in_view) + " ties";
  if (!apart) words += ", bands between communities";
  if (canvas.measure(words, quiet).width > room) words = thousands(shown.drawn) + " of " + thousands(shown.in_view) + " ties drawn";
  canvas.text({bottom.x, bottom.y + 15}, words, quiet);
}

}  // namespace attn::lessons::graph_attention
