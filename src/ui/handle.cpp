#include "ui/handle.h"

#include <algorithm>
#include <array>
#include <vector>

#include "ui/fonts.h"

namespace attn::ui {
namespace {

/// Corners of the role's shape; empty for a circle. The factors make the areas equal to the circle's.
std::vector<Point> corners(Point c, Role role, float radius) {
  if (role == Role::kKey) {
    const float s = 0.886f * radius;
    return {{c.x - s, c.y - s}, {c.x + s, c.y - s}, {c.x + s, c.y + s}, {c.x - s, c.y + s}};
  }
  if (role == Role::kValue) {
    const float s = 1.253f * radius;
    return {{c.x, c.y - s}, {c.x + s, c.y}, {c.x, c.y + s}, {c.x - s, c.y}};
  }
  if (role == Role::kOutput) {
    const float s = 1.347f * radius;  // half a side of an equilateral triangle, its centroid at c
    return {{c.x, c.y - 1.155f * s}, {c.x + s, c.y + 0.577f * s}, {c.x - s, c.y + 0.577f * s}};
  }
  return {};
}

}  // namespace

void draw_mark(Canvas& canvas, Point center, Role role, float radius, Color fill) {
  const std::vector<Point> shape = corners(center, role, radius);
  if (shape.empty())
    canvas.circle(center, radius, fill);
  else if (role == Role::kKey)
    canvas.rect({shape[0].x, shape[0].y, shape[2].x - shape[0].x, shape[2].y - shape[0].y}, fill, radius / 5);
  else
    canvas.polygon(shape, fill);
}

void draw_mark_outline(Canvas& canvas, Point center, Role role, float radius, const Stroke& stroke) {
  const std::vector<Point> shape = corners(center, role, radius);
  if (shape.empty())
    canvas.ring(center, radius, stroke);
  else if (role == Role::kKey)
    canvas.frame({shape[0].x, shape[0].y, shape[2].x - shape[0].x, shape[2].y - shape[0].y}, stroke, radius / 5);
  else
    canvas.polyline(shape, stroke, true);
}

Interaction draw_handle(Canvas& canvas, Point center, const Handle& handle) {
  constexpr float kReach = 24;
  const float side = std::max(kReach, 2.4f * handle.radius);
  const Interaction hand = canvas.region(handle.id, {center.x - side / 2, center.y - side / 2, side, side},
                                         handle.movable ? Grip::kDrag : Grip::kHover, handle.label);
  const Color color = canvas.color(handle.role);
  const bool hot = canvas.is_hot(handle.id);
  if (hot) draw_mark(canvas, center, handle.role, handle.radius + 6, color.with_alpha(0.22f));
  draw_mark(canvas, center, handle.role, handle.radius + 2, canvas.color(Role::kBackground));
  draw_mark(canvas, center, handle.role, handle.radius, color);
  if (!handle.caption.empty()) {
    TextStyle style{color, 13, Font::kStrong};
    const float width = canvas.measure(handle.caption, style).width, gap = handle.radius + 7;
    const bool fits_left = center.x - gap - width >= canvas.bounds().x + 2,
               fits_right = center.x + gap + width <= canvas.bounds().right() - 2;
    const bool right = handle.caption_left ? !fits_left : fits_right;
    if (!right) style.align = Align::kRight;
    const Point at{center.x + (right ? gap : -gap), center.y};
    // Paper behind the letters, so that grid lines and numbers do not run through them.
    canvas.rect({line_left(at.x, width, style.align) - 3, at.y - 8, width + 6, 16}, canvas.color(Role::kBackground).with_alpha(0.8f), 3);
    canvas.text(at, handle.caption, style);
  }
  return hand;
}

Point moved(const Interaction& hand, Point center, Rect limits, float nudge) {
  Point to = center;
  if (hand.held && !hand.pressed && (hand.delta.x != 0 || hand.delta.y != 0)) to = hand.position - hand.grab;
  to = to + Point{nudge * static_cast<float>(hand.nudge_x), nudge * static_cast<float>(hand.nudge_y)};
  return {std::clamp(to.x, limits.x, limits.right()), std::clamp(to.y, limits.y, limits.bottom())};
}

}  // namespace attn::ui
