#include "canvas/dashes.h"

#include <cmath>

namespace attn::canvas {

std::vector<std::vector<Point>> dashes(std::span<const Point> points, bool closed, float on, float off) {
  constexpr size_t kMost = 4000;
  std::vector<std::vector<Point>> out;
  if (points.size() < 2) return out;
  bool drawing = true;
  float left = on;
  out.push_back({points[0]});
  const size_t segments = closed ? points.size() : points.size() - 1;
  for (size_t i = 0; i < segments; ++i) {
    Point from = points[i];
    const Point to = points[(i + 1) % points.size()];
    float length = std::hypot(to.x - from.x, to.y - from.y);
    while (length > left && out.size() < kMost) {
      from = from + (left / length) * (to - from);
      length -= left;
      if (drawing) out.back().push_back(from);
      drawing = !drawing;
      if (drawing) out.push_back({from});
      left = drawing ? on : off;
    }
    left -= length;
    if (drawing) out.back().push_back(to);
  }
  return out;
}

}  // namespace attn::canvas
