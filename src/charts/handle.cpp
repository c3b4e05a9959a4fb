#include "charts/handle.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "canvas/fonts.h"

namespace attn::charts {
namespace {

/// The corners of the role's shape; empty for a circle. The factors give all shapes the area of the circle.
std::vector<canvas::Point> corners(canvas::Point c, canvas::Role role, float radius) {
  if (role == canvas::Role::kKey) {
    const float s = 0.886f * radius;
    return {{c.x - s, c.y - s}, {c.x + s, c.y - s}, {c.x + s, c.y + s}, {c.x - s, c.y + s}};
  }
  if (role == canvas::Role::kValue) {
    const float s = 1.253f * radius;
    return {{c.x, c.y - s}, {c.x + s, c.y}, {c.x, c.y + s}, {c.x - s, c.y}};
  }
  if (role == canvas::Role::kOutput) {
    const float s = 1.347f * radius;  // half a side of an equilateral triangle with its centroid at c
    return {{c.x, c.y - 1.155f * s}, {c.x + s, c.y + 0.577f * s}, {c.x - s, c.y + 0.577f * s}};
  }
  return {};
}

}  // namespace

void draw_mark(canvas::Canvas& canvas, canvas::Point center, canvas::Role role, float radius, canvas::Color fill, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const std::vector<canvas::Point> shape = corners(center, role, radius);
  if (shape.empty())
    canvas.circle(center, radius, fill);
  else if (role == canvas::Role::kKey)
    canvas.rect({shape[0].x, shape[0].y, shape[2].x - shape[0].x, shape[2].y - shape[0].y}, fill, radius / 5);
  else
    canvas.polygon(shape, fill);
}

void draw_mark_outline(canvas::Canvas& canvas, canvas::Point center, canvas::Role role, float radius, const canvas::Stroke& stroke,
                       canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const std::vector<canvas::Point> shape = corners(center, role, radius);
  if (shape.empty())
    canvas.ring(center, radius, stroke);
  else if (role == canvas::Role::kKey)
    canvas.border({shape[0].x, shape[0].y, shape[2].x - shape[0].x, shape[2].y - shape[0].y}, stroke, radius / 5);
  else
    canvas.polyline(shape, stroke, true);
}

canvas::Interaction draw_handle(canvas::Canvas& canvas, canvas::Point center, const Handle& handle, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  constexpr float kReach = 24;
  const float side = std::max(kReach, 2.4f * handle.radius);
  const canvas::Interaction hand = canvas.region(handle.id, {center.x - side / 2, center.y - side / 2, side, side},
                                                 handle.movable ? canvas::Grip::kDrag : canvas::Grip::kHover, handle.label);
  const canvas::Color color = canvas.color(handle.role);
  const bool hot = canvas.is_hot(handle.id);
  if (hot) draw_mark(canvas, center, handle.role, handle.radius + 6, color.with_alpha(0.22f));
  draw_mark(canvas, center, handle.role, handle.radius + 2, canvas.color(canvas::Role::kBackground));
  draw_mark(canvas, center, handle.role, handle.radius, color);
  if (!handle.caption.empty()) {
    canvas::TextStyle style{color, 13, canvas::Font::kStrong};
    const float width = canvas.measure(handle.caption, style).width, gap = handle.radius + 7;
    const bool fits_left = center.x - gap - width >= canvas.bounds().x + 2,
               fits_right = center.x + gap + width <= canvas.bounds().right() - 2;
    const bool right = handle.caption_left ? !fits_left : fits_right;
    if (!right) style.align = canvas::Align::kRight;
    const canvas::Point at{center.x + (right ? gap : -gap), center.y};
    // The background colour is drawn behind the letters, so that grid lines and numbers do not run through them.
    canvas.rect({canvas::line_left(at.x, width, style.align) - 3, at.y - 8, width + 6, 16},
                canvas.color(canvas::Role::kBackground).with_alpha(0.8f), 3);
    canvas.text(at, handle.caption, style);
  }
  return hand;
}

std::optional<canvas::Point> dragged_to(const canvas::Interaction& hand) {
  if (!hand.held || hand.pressed || (hand.delta.x == 0 && hand.delta.y == 0)) return {};
  return hand.position - hand.grab;
}

std::optional<canvas::Point> moved(const canvas::Interaction& hand, canvas::Point center, canvas::Rect limits, float nudge) {
  canvas::Point to = dragged_to(hand).value_or(center);
  to = to + canvas::Point{nudge * static_cast<float>(hand.nudge_x), nudge * static_cast<float>(hand.nudge_y)};
  to = {std::clamp(to.x, limits.x, limits.right()), std::clamp(to.y, limits.y, limits.bottom())};
  if (to.x == center.x && to.y == center.y) return {};
  return to;
}

std::optional<double> draw_axis_handle(canvas::Canvas& canvas, const Axes& axes, double value, float y, const Handle& handle,
                                       canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const canvas::Rect plot = axes.plot;
  const canvas::Point at{std::clamp(axes.x.to_pixel(value), plot.x, plot.right()), y};
  const auto to = moved(draw_handle(canvas, at, handle), at, {plot.x, y, plot.width, 0}, plot.width / 100);
  if (!to) return {};
  return axes.x_at(*to);
}

std::optional<int> draw_step_handle(canvas::Canvas& canvas, const Scale& scale, int number, float y, const Handle& handle,
                                    canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const canvas::Interaction hand = draw_handle(canvas, {scale.to_pixel(number), y}, handle);
  const auto drag = dragged_to(hand);
  const double to = (drag ? std::round(scale.to_data(drag->x)) : number) + hand.nudge_x;
  const auto kept = static_cast<int>(std::clamp(to, std::ceil(scale.min), std::floor(scale.max)));
  if (kept == number) return {};
  return kept;
}

}  // namespace attn::charts
