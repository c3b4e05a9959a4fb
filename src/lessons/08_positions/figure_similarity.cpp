// Dot products of two positions, against both positions and against their offset.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "lessons/08_positions/figure_parts.h"
#include "lessons/08_positions/figures.h"

namespace attn::lessons::positions {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

constexpr int kMostClocks = 16;  ///< more clocks could not be told apart

/// For each k a face with hand k of both positions, and below it the cosine of the angle between the two (`shares[0,k]`).
void draw_clocks(Canvas& canvas, Rect area, const Params& p, const Result& r) {
  const int count = std::min(p.pairs(), kMostClocks);
  const float place = std::min(area.width / static_cast<float>(count), 110.0f), number = 16;
  const float radius = std::min(0.42f * place, (area.height - number - 4) / 2);
  const float left = area.x + (area.width - place * static_cast<float>(count)) / 2;
  for (int k = 0; k < count; ++k) {
    const std::string id = canvas::cell_id("shares", 0, k);
    const Point center{left + place * (static_cast<float>(k) + 0.5f), area.y + radius + 1};
    const auto rate = static_cast<double>(r.hands.rates(k, 0));
    draw_face(canvas, center, radius);
    const float width = std::clamp(radius / 14, 1.5f, 3.0f);
    draw_clock_hand(canvas, center, 0.88f * radius, p.key_at * rate, {canvas.color(Role::kKey), width});
    draw_clock_hand(canvas, center, 0.88f * radius, p.query_at * rate, {canvas.color(Role::kQuery), width});
    if (canvas.is_hot(id)) canvas.ring(center, radius + 1, {canvas.color(Role::kAccent), 2});
    canvas::TextStyle style{.color = canvas.color(Role::kInk), .size = 12, .align = canvas::Align::kCenter};
    const std::string text = canvas::shown_fixed(static_cast<double>(r.similarity.shares(0, k)), place < 40 ? 1 : 2);
    const bool fits = canvas.measure(text, style).width < place - 2;
    if (fits) canvas.text({center.x, center.y + radius + number / 2 + 2}, text, style);
    if (fits && k > 0 && place > 46) canvas.text({center.x - place / 2, center.y + radius + number / 2 + 2}, "+", style);
    canvas.region(id, {center.x - radius, area.y, 2 * radius, 2 * radius + number}, Grip::kHover, "cosine of the angle between the hands");
  }
}

/// The largest dot product, up to which the diagram's scale reaches.
double largest(const Params& p, const Result& r) {
  return std::max(p.width() / 2.0, static_cast<double>(r.similarity.products.maxCoeff()));
}

/// The products of the asking word's row, and behind them the curve on which all products of a sinusoidal table lie. A random table has no
/// such curve; there, products of other rows are shown instead.
void draw_products(Canvas& canvas, const charts::Axes& axes, const Params& p, const Result& r) {
  if (p.position_table == Table::kSinusoidal) {
    std::vector<double> xs, ys;
    for (double x = 1 - kPlaces; x < kPlaces - 0.95; x += 0.25) {
      double y = 0;
      for (int k = 0; k < p.pairs(); ++k) y += std::cos(x * static_cast<double>(r.hands.rates(k, 0)));
      xs.push_back(x), ys.push_back(y);
    }
    charts::draw_curve(canvas, axes, xs, ys, {canvas.color(Role::kMuted).with_alpha(0.6f), 2});
  } else {
    for (int i = 0; i < kPlaces; i += 3)
      for (int j = 0; j < kPlaces; ++j)
        if (i != p.query_at)
          canvas.circle(axes.to_pixel(j - i, static_cast<double>(r.similarity.products(i, j))), 1.5f,
                        canvas.color(Role::kMuted).with_alpha(0.4f));
  }
  for (int j = 0; j < kPlaces; ++j) {
    const Point at = axes.to_pixel(j - p.query_at, static_cast<double>(r.similarity.products(p.query_at, j)));
    charts::draw_mark(canvas, at, Role::kKey, 3.5f, canvas.color(Role::kKey));
    const std::string id = canvas::cell_id("similarity", p.query_at, j);
    if (canvas.is_hot(id)) canvas.ring(at, 7, {canvas.color(Role::kAccent), 2});
  }
}

void draw_offsets(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  const double most = largest(p, r), least = std::min(0.0, 1.1 * static_cast<double>(r.similarity.products.minCoeff()));
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "offset j \u2212 i", .min = 1 - kPlaces, .max = kPlaces - 1},
                                              {.label = "dot product of the two positions", .min = least, .max = 1.08 * most}, 12);
  const Point zero = axes.to_pixel(0, 0);
  canvas.line({axes.plot.x, zero.y}, {axes.plot.right(), zero.y}, {canvas.color(Role::kMuted), 1});
  draw_products(canvas, axes, p, r);
  const Point at = axes.to_pixel(p.key_at - p.query_at, static_cast<double>(r.similarity.products(p.query_at, p.key_at)));
  canvas.line(at, {at.x, zero.y}, {canvas.color(Role::kInk), 1.5f});
  const canvas::Interaction hand =
      charts::draw_handle(canvas, at, {.id = "offset", .label = "the pair's offset, drag sideways", .role = Role::kKey, .radius = 8});
  int to = p.key_at + hand.nudge_x;
  if (hand.held && !hand.pressed && hand.delta.x != 0)
    to = p.query_at + static_cast<int>(std::lround(axes.x_at(hand.position - hand.grab)));
  edit.key_at = to == p.key_at ? edit.key_at : std::clamp(to, 0, kPlaces - 1);
}

/// The pair's dot product as an equation, which is the region `product`.
void draw_product_line(Canvas& canvas, Rect line, const Params& p, const Result& r) {
  const std::string pair = "P(" + std::to_string(p.query_at) + ") \u00b7 P(" + std::to_string(p.key_at) + ") = ";
  const std::string value = canvas::shown_fixed(static_cast<double>(r.similarity.products(p.query_at, p.key_at)), 2);
  const canvas::TextStyle name = charts::quiet(canvas, 14);
  canvas::TextStyle number = charts::strong(canvas, 15);
  if (canvas.is_hot("product")) number.color = canvas.color(Role::kAccent);
  canvas.text({line.x, line.center().y}, pair, name);
  const float x = line.x + canvas.measure(pair, name).width;
  canvas.text({x, line.center().y}, value, number);
  const float width = canvas.measure(value, number).width;
  canvas.region("product", {x, line.y, width, line.height}, Grip::kHover, "dot product of the two positions");
  const canvas::TextStyle note = charts::quiet(canvas, 12, canvas::Align::kRight);
  const std::string words =
      p.position_table == Table::kSinusoidal ? "the sum of the cosines between the hands" : "numbers that nobody ordered";
  if (x + width + 16 + canvas.measure(words, note).width < line.right()) canvas.text({line.right(), line.center().y}, words, note);
}

}  // namespace

void draw_similarity(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  draw_ruler(canvas, area.cut_top(ruler_height(false)), p, false, edit);
  area.cut_top(6);
  if (r.similarity.shares.size() > 0 && area.height > 240) {
    area.cut_top(6);
    const float place = std::min(area.width / static_cast<float>(std::min(p.pairs(), kMostClocks)), 110.0f);
    draw_clocks(canvas, area.cut_top(std::min(0.27f * area.height, 0.84f * place + 22)), p, r);
    area.cut_top(4);
  }
  draw_product_line(canvas, area.cut_top(24), p, r);
  area.cut_top(6);
  const float scale = area.height > 180 ? 26.0f : 0.0f;
  const float width = std::min(0.48f * area.width, area.height - scale);
  area.height = std::min(area.height, width + scale);
  Rect left = area.cut_left(width), foot = left.cut_bottom(scale);
  double most = static_cast<double>(largest(p, r)), least = -most;
  canvas.share_range("similarity", &least, &most);
  const auto limit = static_cast<float>(most);
  const Rect cells = draw_pair_map(canvas, left, p, {.id = "similarity", .values = r.similarity.products, .limit = limit}, edit);
  if (scale > 0)
    charts::draw_color_scale(canvas, {cells.x, foot.y + 8, std::min(190.0f, cells.width), 14}, charts::CellMatrix::Colors::kSigned, limit);
  area.cut_left(std::clamp(0.03f * canvas.bounds().width, 8.0f, 28.0f));
  draw_offsets(canvas, area, p, r, edit);
}

}  // namespace attn::lessons::positions
