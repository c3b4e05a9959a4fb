#include "lessons/01_pooling/hull.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace attn::lessons::pooling {
namespace {

/// Twice the signed area of the triangle a, b, c.
double turn(canvas::Point a, canvas::Point b, canvas::Point c) {
  return (static_cast<double>(b.x) - a.x) * (static_cast<double>(c.y) - a.y) -
         (static_cast<double>(b.y) - a.y) * (static_cast<double>(c.x) - a.x);
}

float distance_to_segment(canvas::Point a, canvas::Point b, canvas::Point p) {
  const canvas::Point along = b - a, to = p - a;
  const float squared = along.x * along.x + along.y * along.y;
  const float t = squared > 0 ? std::clamp((to.x * along.x + to.y * along.y) / squared, 0.0f, 1.0f) : 0.0f;
  return std::hypot(to.x - t * along.x, to.y - t * along.y);
}

}  // namespace

std::vector<canvas::Point> convex_hull(std::span<const canvas::Point> points) {
  std::vector<canvas::Point> sorted(points.begin(), points.end());
  std::sort(sorted.begin(), sorted.end(), [](canvas::Point a, canvas::Point b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  sorted.erase(std::unique(sorted.begin(), sorted.end(), [](canvas::Point a, canvas::Point b) { return a.x == b.x && a.y == b.y; }),
               sorted.end());
  if (sorted.size() < 3) return sorted;
  // Andrew's monotone chain: the lower side from left to right, then the upper side back.
  std::vector<canvas::Point> hull;
  const auto extend = [&hull](canvas::Point p, size_t fixed) {
    while (hull.size() >= fixed + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
    hull.push_back(p);
  };
  for (const canvas::Point p : sorted) extend(p, 0);
  const size_t lower = hull.size() - 1;
  for (size_t i = sorted.size() - 1; i-- > 0;) extend(sorted[i], lower);
  hull.pop_back();
  return hull;
}

float distance_outside(std::span<const canvas::Point> hull, canvas::Point p) {
  CHECK(!hull.empty(), "distance_outside: no corners");
  bool inside = hull.size() >= 3;
  float nearest = HUGE_VALF;
  for (size_t i = 0; i < hull.size(); ++i) {
    const canvas::Point a = hull[i], b = hull[(i + 1) % hull.size()];
    inside = inside && turn(a, b, p) >= 0;
    nearest = std::min(nearest, distance_to_segment(a, b, p));
  }
  return inside ? 0 : nearest;
}

}  // namespace attn::lessons::pooling
