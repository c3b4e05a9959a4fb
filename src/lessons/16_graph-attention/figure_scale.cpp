#include "lessons/16_graph-attention/figure_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "charts/cloud.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/16_graph-attention/scale.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Canvas, canvas::Color, canvas::Point, canvas::Rect, canvas::Role, canvas::Segment;

constexpr Real kNearest = 40;
constexpr float kMargin = 14;      ///< by which nodes may reach into the figure from outside
constexpr float kOneByOne = 1.8f;  ///< from this zoom on, ties between communities are drawn one by one
constexpr int kTones = 6;          ///< so that lines of the same colour can be one path of an SVG

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
  /// Pixels for a distance of 1, in the direction that has fewer.
  float least() const { return std::min(unit.width, unit.height); }
  float radius() const { return std::clamp(0.0055f * least(), 0.6f, 13.0f); }
};

canvas::Size unit_of(Rect area, Real zoom) {
  constexpr float kStretch = 2.4f;
  const float w = 0.49f * area.width, h = 0.49f * area.height, z = static_cast<float>(zoom);
  return {z * std::min(w, kStretch * h), z * std::min(h, kStretch * w)};
}

// ---- ties -----------------------------------------------------------------------------------------------------------------------------

/// All ties between two communities as one band. The more ties there are, the wider it is.
void draw_bands(const Scene& s) {
  constexpr int kAll = kScaleSide * kScaleSide;
  static const std::vector<int> counts = [&] {
    std::vector<int> made(kAll * kAll, 0);
    for (const Tie& tie : s.graph.ties) ++made[static_cast<size_t>(tie.from / kScaleMembers * kAll + tie.to / kScaleMembers)];
    return made;
  }();
  const Color color = s.canvas.color(Role::kMuted);
  std::vector<Segment> lines;
  for (int a = 0; a < kAll; ++a)
    for (int b = a + 1; b < kAll; ++b) {
      const int count = counts[static_cast<size_t>(a * kAll + b)];
      if (count < 3) continue;
      const Point from = s.pixel(community_place(a)), to = s.pixel(community_place(b));
      lines.push_back({from, to, color.with_alpha(0.22f), std::min(1 + 0.12f * static_cast<float>(count), 8.0f)});
    }
  s.canvas.segments(lines);
}

/// All nodes and ties. The first part has the ties between communities, and each further one is a community. Stronger ties of a part are
/// above weaker ones.
std::shared_ptr<const canvas::Cloud> make_cloud(const canvas::Theme& theme, const ScaleGraph& graph, const ScaleLayer& layer) {
  constexpr int kAll = kScaleSide * kScaleSide;
  const Point reach{1.0f / kScaleSide, 1.0f / kScaleSide};
  std::vector<std::vector<int>> ties(1 + kAll);
  for (auto t = layer.strongest.rbegin(); t != layer.strongest.rend(); ++t) {
    const Tie tie = graph.ties[static_cast<size_t>(*t)];
    const int community = tie.from / kScaleMembers;
    ties[tie.to / kScaleMembers == community ? static_cast<size_t>(community) + 1 : 0].push_back(*t);
  }
  canvas::Cloud made;
  for (const Point place : graph.places) made.nodes.push_back({place, theme.of(Role::kMuted)});
  for (size_t part = 0; part < ties.size(); ++part) {
    for (const int t : ties[part]) {
      const Tie tie = graph.ties[static_cast<size_t>(t)];
      const float share = std::sqrt(layer.strengths[static_cast<size_t>(t)] / layer.largest);
      const float tone = std::round(share * (kTones - 1)) / (kTones - 1);
      const Color color = theme.sequential(0.35f + 0.65f * tone).with_alpha(0.25f + 0.5f * tone);
      made.ties.push_back({graph.places[static_cast<size_t>(tie.from)], graph.places[static_cast<size_t>(tie.to)], color, share});
    }
    const Point corner = part == 0 ? Point{-1, -1} : community_place(static_cast<int>(part) - 1) - reach;
    const float side = 2 * (part == 0 ? 1 : reach.x);
    made.parts.push_back({{corner.x, corner.y, side, side}, made.ties.size(), part * kScaleMembers});
  }
  return std::make_shared<const canvas::Cloud>(std::move(made));
}

/// The strengths of ties do not depend on the trial, so that each theme has one cloud.
const std::shared_ptr<const canvas::Cloud>& cloud_of(const Scene& s) {
  static std::array<std::shared_ptr<const canvas::Cloud>, 2> made;
  std::shared_ptr<const canvas::Cloud>& cloud = made[s.canvas.theme().dark()];
  if (!cloud) cloud = make_cloud(s.canvas.theme(), s.graph, s.layer);
  return cloud;
}

/// Where nodes are so large that their numbers have room, these stand on paper.
void draw_numbers(const Scene& s, const std::vector<int>& nodes) {
  const canvas::TextStyle style{s.canvas.color(Role::kInk), 10, canvas::Font::kText, canvas::Align::kCenter};
  for (const int i : nodes) {
    s.canvas.circle(s.at(i), s.radius(), s.canvas.color(Role::kBackground));
    s.canvas.text(s.at(i), std::to_string(i + 1), style);
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
  for (int i = 0; i < kScaleNodes; ++i) {
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
  const std::string taken = fixed(layer.milliseconds, 1) + " ms here";
  std::string time = "One layer of 8 heads, 8 numbers each: " + taken;
  if (canvas.measure(time, strong).width > top.width) time = "One layer of 8 heads: " + taken;
  canvas.text({top.x, top.center().y}, time, strong);
  const std::string size = thousands(kScaleNodes) + " nodes, " + thousands(kScaleTies) + " ties, each both ways";
  if (const float x = top.x + canvas.measure(time, strong).width + 16; x + canvas.measure(size, quiet).width <= top.right())
    canvas.text({x, top.center().y}, size, quiet);
  Rect bottom = page.cut_bottom(34);
  bottom.cut_top(4);
  page.cut_top(6), page.cut_bottom(4);

  Scene s{canvas, page, scale_graph(), layer, {static_cast<float>(view.x), static_cast<float>(view.y)}, unit_of(page, view.zoom)};
  canvas.push_clip(page);
  const bool apart = static_cast<float>(view.zoom) >= kOneByOne, numbered = s.radius() >= 12;
  if (!apart) draw_bands(s);
  const canvas::CloudView seen_from{.area = page.inset(-kMargin, -kMargin),
                                    .origin = s.pixel({}),
                                    .unit = {s.unit.width, -s.unit.height},
                                    .radius = s.radius() + (numbered ? 1.0f : 0.0f),
                                    .thin = std::clamp(0.0005f * s.least(), 0.15f, 1.0f),
                                    .thick = std::clamp(0.0015f * s.least(), 0.4f, 4.0f),
                                    .first_part = apart ? 0u : 1u};
  const charts::CloudSeen seen = charts::draw_cloud(canvas, cloud_of(s), seen_from);
  if (numbered) draw_numbers(s, seen.nodes);
  const int node = std::clamp(view.node - 1, 0, kScaleNodes - 1);
  draw_selected(s, node, view.trial);
  canvas.pop_clip();
  canvas.border(page, {canvas.color(Role::kFaint), 1});
  use_plane(s, view, edit);

  draw_buttons(canvas, {bottom.x, bottom.y, bottom.width, 30}, view, edit);
  const float room = bottom.width - button_width(canvas, "Whole") - 90;
  const bool all = seen.ties_drawn == seen.ties;
  const std::string ties =
      all ? "all " + thousands(seen.ties) : "the strongest " + thousands(seen.ties_drawn) + " of " + thousands(seen.ties);
  std::string words = thousands(static_cast<int>(seen.nodes.size())) + " nodes in view; " + ties + " ties";
  if (!apart) words += ", bands between communities";
  if (canvas.measure(words, quiet).width > room)
    words = (all ? ties : thousands(seen.ties_drawn) + " of " + thousands(seen.ties)) + " ties drawn";
  canvas.text({bottom.x, bottom.y + 15}, words, quiet);
}

}  // namespace attn::lessons::graph_attention
