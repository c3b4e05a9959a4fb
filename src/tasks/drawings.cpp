#include "tasks/drawings.h"

#include <algorithm>
#include <cmath>

namespace attn::tasks {

Stroke smooth_through(std::span<const PenPoint> points) {
  constexpr int kPieces = 8;
  if (points.size() < 3) return Stroke(points.begin(), points.end());
  Stroke out{points.front()};
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const PenPoint &a = points[i], &b = points[i + 1], &before = points[i > 0 ? i - 1 : i],
                   &after = points[std::min(i + 2, points.size() - 1)];
    for (int k = 1; k <= kPieces; ++k) {
      const double t = static_cast<double>(k) / kPieces;
      const auto between = [t](double p, double q, double r, double s) {
        return 0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t);
      };
      out.push_back({between(before.x, a.x, b.x, after.x), between(before.y, a.y, b.y, after.y)});
    }
  }
  return out;
}

namespace {

/// The distance of a place from the piece between a and b.
double distance_from_piece(const PenPoint& p, const PenPoint& a, const PenPoint& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  const double t = length > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0, 1.0) : 0;
  const double ex = p.x - a.x - t * dx, ey = p.y - a.y - t * dy;
  return std::sqrt(ex * ex + ey * ey);
}

}  // namespace

void add_stroke(const Stroke& stroke, double width, Mat* ink) {
  const double reach = width / 2 + 0.5;
  for (std::size_t i = 0; i + (stroke.size() > 1 ? 1 : 0) < stroke.size(); ++i) {
    const PenPoint &a = stroke[i], &b = stroke[stroke.size() > 1 ? i + 1 : i];
    const auto first = [reach](double low) { return std::max<Index>(0, static_cast<Index>(std::floor(low - reach))); };
    const auto end = [reach](double high, Index size) { return std::min(size, static_cast<Index>(std::ceil(high + reach))); };
    for (Index y = first(std::min(a.y, b.y)); y < end(std::max(a.y, b.y), ink->rows()); ++y)
      for (Index x = first(std::min(a.x, b.x)); x < end(std::max(a.x, b.x), ink->cols()); ++x) {
        const double far = distance_from_piece({static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5}, a, b);
        Real& pixel = (*ink)(y, x);
        pixel = std::max(pixel, static_cast<Real>(std::clamp(reach - far, 0.0, 1.0)));
      }
  }
}

}  // namespace attn::tasks
