#include "charts/arrows.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attn::charts {

void draw_arrow(canvas::Canvas& canvas, canvas::Point from, canvas::Point to, const canvas::Stroke& stroke, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const canvas::Point way = to - from;
  const float length = std::hypot(way.x, way.y);
  if (length < 3) return;
  const canvas::Point along = (1 / length) * way, across{-along.y, along.x};
  const float tip = std::min(length, 5 + 2 * stroke.width), half = 0.42f * tip;
  const canvas::Point neck = to - tip * along;
  canvas.line(from, to - (0.8f * tip) * along, stroke);
  const canvas::Point head[] = {to, neck + half * across, neck - half * across};
  canvas.polygon(head, stroke.color);
}

void draw_bond(canvas::Canvas& canvas, canvas::Point from, canvas::Point to, float weight, canvas::Color color, bool upright, float widest,
               canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  if (!(weight > 0)) return;
  weight = std::min(weight, 1.0f);
  const canvas::Point middle = 0.5f * (from + to);
  const canvas::Point leave = upright ? canvas::Point{from.x, middle.y} : canvas::Point{middle.x, from.y};
  const canvas::Point arrive = upright ? canvas::Point{to.x, middle.y} : canvas::Point{middle.x, to.y};
  constexpr int kPieces = 24;
  std::array<canvas::Point, kPieces + 1> curve;
  for (int i = 0; i <= kPieces; ++i) {
    const float t = static_cast<float>(i) / kPieces, s = 1 - t;
    curve[static_cast<size_t>(i)] = s * s * s * from + 3 * s * s * t * leave + 3 * s * t * t * arrive + t * t * t * to;
  }
  canvas.polyline(curve, {color.with_alpha(color.a * (0.25f + 0.75f * weight)), std::max(0.75f, widest * weight)});
}

}  // namespace attn::charts
