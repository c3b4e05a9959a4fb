// The node whose sum is told, in the middle, and around it those that it sees, with the rows that they say.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/graph.h"
#include "charts/handle.h"
#include "lessons/16_graph-attention/figure_sum.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// The point of an ellipse at the `share` of its length, counted from `first` (an angle) on and against the clock.
Point on_ellipse(Point center, float rx, float ry, float first, float share) {
  constexpr int kPieces = 180;
  const auto at = [&](int k) {
    const float angle = first + 2 * std::numbers::pi_v<float> * static_cast<float>(k) / kPieces;
    return Point{center.x + rx * std::cos(angle), center.y - ry * std::sin(angle)};
  };
  std::vector<float> gone{0};
  for (int k = 0; k < kPieces; ++k) gone.push_back(gone.back() + std::hypot(at(k + 1).x - at(k).x, at(k + 1).y - at(k).y));
  return at(static_cast<int>(std::lower_bound(gone.begin(), gone.end(), share * gone.back()) - gone.begin()));
}

/// Puts those seen evenly on an ellipse, in the order in which they lie about the node in the whole graph.
Star placed(Rect area, const SumView& v) {
  Star star{.center = area.center(), .at = {}};
  const Mat& places = v.s.shown.places;
  const auto turn = [&](int j) {
    const Real x = places(j, 0) - places(v.p.node, 0), y = places(j, 1) - places(v.p.node, 1);
    return std::atan2(static_cast<float>(y), static_cast<float>(x));
  };
  std::vector<int> order;
  for (const int j : v.seen)
    if (j != v.p.node) order.push_back(j);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return turn(a) < turn(b); });
  const auto count = static_cast<float>(std::max<size_t>(1, order.size()));
  const float first = order.empty() ? 0 : turn(order.front()), across = 0.5f * (area.width + area.height);
  star.crowded = 1.5f * across / count < 26;
  star.mark = std::clamp(0.75f * across / (count + 3), 5.0f, std::clamp(0.085f * std::min(area.width, area.height), 7.0f, 24.0f));
  const float rx = std::max(10.0f, area.width / 2 - 1.6f * star.mark - 4), high = area.height / 2 - star.mark - star.strip() - 5;
  // Few neighbours stand on something like a circle; many need all of the height.
  const float ry = std::clamp(high, 10.0f, std::max(8 * star.mark, (1.2f + 0.06f * count) * rx));
  for (const int j : v.seen) {
    const auto at = static_cast<float>(std::find(order.begin(), order.end(), j) - order.begin());
    star.at.push_back(j == v.p.node ? star.center : on_ellipse(star.center, rx, ry, first, at / count));
  }
  return star;
}

int group_of(const SumView& v, int node) {
  return v.s.shown.task->asks == tasks::GraphAsks::nodes && v.s.shown.example.classes[static_cast<size_t>(node)] >= 0
             ? v.s.model.chosen[static_cast<size_t>(node)]
             : -1;
}

/// The tie to the k-th of those seen, as wide as its weight once that has been told.
void draw_tie(Canvas& canvas, const SumView& v, const Star& star, int k) {
  const int j = v.seen[static_cast<size_t>(k)], i = v.p.node;
  const float lit = v.told(sum_stop::neighbours, k);
  if (j == i || lit <= 0) return;
  const float full = std::max(0.25f, static_cast<float>(v.s.weights.row(i).maxCoeff()));
  const float share = v.told(sum_stop::weights, k) * std::clamp(static_cast<float>(v.s.weights(i, j)) / full, 0.0f, 1.0f);
  const float asked = v.story.at(sum_stop::scores) ? v.told(sum_stop::scores, k) : 0;
  const std::string id = canvas::cell_id("weights", i, j);
  const bool hot = v.hot_node == j || (asked > 0 && asked < 1);
  const Point from = star.at[static_cast<size_t>(k)], to = from + lit * (star.center - from);
  const Color plain = mix(canvas.color(Role::kFaint), canvas.theme().sequential(0.25f + 0.75f * share), share > 0 ? 1.0f : 0.0f);
  canvas.line(from, to, {hot ? canvas.color(Role::kAccent) : share > 0 ? plain : canvas.color(Role::kMuted), 1 + 6 * share});
  if (v.told(sum_stop::weights, k) < 1) return;
  const Point middle = 0.5f * (from + star.center);
  canvas.region(id, {middle.x - 8, middle.y - 8, 16, 16}, Grip::kHover, "weight");
}

/// A node with the row that it says, below it.
void draw_member(Canvas& canvas, const SumView& v, const Star& star, int node, Point at, float lit, float says, Params& edit) {
  const std::string id = "node[" + std::to_string(node) + "]";
  const bool center = node == v.p.node;
  const int group = group_of(v, node);
  const float radius = center ? star.mark + 2 : star.mark;
  const Color accent = canvas.color(Role::kAccent), paper = canvas.color(Role::kBackground);
  if (center || v.hot_node == node || (v.story.at(sum_stop::neighbours) && lit > 0))
    charts::draw_group_mark(canvas, at, group, radius + 6, accent.with_alpha(v.hot_node == node || center ? 0.4f : 0.22f * lit));
  const Color fill = group >= 0 ? charts::group_color(canvas.theme(), group) : paper;
  const Color shown = mix(paper, fill, 0.3f + 0.7f * lit);
  charts::draw_group_mark(canvas, at, group, radius + 1.5f, canvas.color(lit > 0.5f ? Role::kMuted : Role::kFaint));
  charts::draw_group_mark(canvas, at, group, radius, shown);
  if (star.crowded) says = 0;
  const float size = std::clamp(0.9f * radius, 10.0f, 18.0f);
  if (!star.crowded || center)
    canvas.text(at, v.name(node),
                {.color = canvas.theme().on(shown), .size = size, .font = canvas::Font::kStrong, .align = canvas::Align::kCenter});
  if (says > 0)
    draw_strip(canvas, {at.x - 1.4f * star.mark, at.y + radius + 3, 2.8f * star.mark * says, star.strip()}, v.head.features.row(node),
               v.limit);
  const float side = 2 * radius + 4;
  const std::string label =
      center ? "node " + v.name(node) + ", press to fold or unfold its sum" : "node " + v.name(node) + ", press to see its sum";
  if (canvas.region(id, {at.x - side / 2, at.y - side / 2, side, side}, Grip::kClick, label).pressed) choose(v, node, edit);
}

}  // namespace

Star draw_star(Canvas& canvas, Rect area, const SumView& v, Params& edit) {
  const Star star = placed(area, v);
  const auto count = static_cast<int>(v.seen.size());
  for (int k = 0; k < count; ++k) draw_tie(canvas, v, star, k);
  float own = 0;
  for (int k = 0; k < count; ++k) {
    const int j = v.seen[static_cast<size_t>(k)];
    if (j == v.p.node)
      own = v.told(sum_stop::rows, k);
    else
      draw_member(canvas, v, star, j, star.at[static_cast<size_t>(k)], v.told(sum_stop::neighbours, k), v.told(sum_stop::rows, k), edit);
  }
  draw_member(canvas, v, star, v.p.node, star.center, 1, own, edit);
  if (v.story.told(sum_stop::next) >= 1) {
    const Rect place{star.center.x - 2 * star.mark, star.center.y - star.mark - 14, 4 * star.mark, 9};
    draw_strip(canvas, place, v.next.row(v.p.node), v.limit);
    canvas.border(place.inset(-1.5f, -1.5f), {canvas.color(Role::kOutput), 1.5f}, 2);
  }
  return star;
}

}  // namespace attn::lessons::graph_attention
