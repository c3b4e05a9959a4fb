#include "ui/arrows.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attn::ui {

void draw_arrow(Canvas& canvas, Point from, Point to, const Stroke& stroke) {
  const Point way = to - from;
  const float length = std::hypot(way.x, way.y);
  if (length < 3) return;
  const Point along = (1 / length) * way, across{-along.y, along.x};
  const float tip = std::min(length, 5 + 2 * stroke.width), half = 0.42f * tip;
  const Point neck = to - tip * along;
  canvas.line(from, to - (0.8f * tip) * along, stroke);
  const Point head[] = {to, neck + half * across, neck - half * across};
  canvas.polygon(head, stroke.color);
}

void draw_bond(Canvas& canvas, Point from, Point to, float weight, Color color, bool upright, float widest) {
  if (!(weight > 0)) return;
  weight = std::min(weight, 1.0f);
  const Point middle = 0.5f * (from + to);
  const Point leave = upright ? Point{from.x, middle.y} : Point{middle.x, from.y};
  const Point arrive = upright ? Point{to.x, middle.y} : Point{middle.x, to.y};
  constexpr int kPieces = 24;
  std::array<Point, kPieces + 1> curve;
  for (int i = 0; i <= kPieces; ++i) {
    const float t = static_cast<float>(i) / kPieces, s = 1 - t;
    curve[static_cast<size_t>(i)] = s * s * s * from + 3 * s * s * t * leave + 3 * s * t * t * arrive + t * t * t * to;
  }
  canvas.polyline(curve, {color.with_alpha(color.a * (0.25f + 0.75f * weight)), std::max(0.75f, widest * weight)});
}

}  // namespace attn::ui
