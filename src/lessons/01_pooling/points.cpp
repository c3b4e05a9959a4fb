#include "lessons/01_pooling/points.h"

#include <algorithm>
#include <cmath>

#include "charts/plane.h"

namespace attn::lessons::pooling {

canvas::Point free_place(const Mat& points, float reach) {
  constexpr int kSide = 9;
  canvas::Point best{};
  float widest = -1;
  for (int i = 0; i < kSide * kSide; ++i) {
    const auto along = [reach](int k) { return 0.8f * reach * (2 * static_cast<float>(k) / (kSide - 1) - 1); };
    const canvas::Point p{along(i % kSide), along(i / kSide)};
    float nearest = HUGE_VALF;
    for (int j = 0; j < static_cast<int>(points.rows()); ++j)
      nearest = std::min(nearest, std::hypot(p.x - charts::point_at(points, j).x, p.y - charts::point_at(points, j).y));
    if (nearest > widest) widest = nearest, best = p;
  }
  return {std::round(best.x * 10) / 10, std::round(best.y * 10) / 10};
}

Mat with_point(const Mat& points, canvas::Point p) {
  Mat longer(points.rows() + 1, 2);
  longer.topRows(points.rows()) = points;
  longer.row(points.rows()) << p.x, p.y;
  return longer;
}

Mat without_point(const Mat& points, int i) {
  Mat shorter(points.rows() - 1, 2);
  shorter.topRows(i) = points.topRows(i);
  shorter.bottomRows(shorter.rows() - i) = points.bottomRows(shorter.rows() - i);
  return shorter;
}

}  // namespace attn::lessons::pooling
