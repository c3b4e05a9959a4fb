#include "charts/graph_layout.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/rng.h"

namespace attn::charts {
namespace {

constexpr int kRounds = 120, kPartings = 40;
constexpr Real kLeast = Real(0.15);  ///< smallest distance of two nodes, so that marks do not overlap; less where nodes are many

/// In double precision; the places are rounded to Real at the end.
struct Point2 {
  double x = 0, y = 0;
};

/// The lengths of the shortest paths between all pairs, n x n row by row. Between nodes without a path it is a little more than half of the
/// longest path.
std::vector<double> ways(int nodes, std::span<const GraphTie> ties) {
  const size_t n = static_cast<size_t>(nodes);
  std::vector<std::vector<int>> beside(n);
  for (const GraphTie& tie : ties) {
    CHECK(tie.from >= 0 && tie.from < nodes && tie.to >= 0 && tie.to < nodes, "tie ", tie.from, " ", tie.to, " of ", nodes, " nodes");
    if (tie.from == tie.to) continue;
    beside[static_cast<size_t>(tie.from)].push_back(tie.to);
    beside[static_cast<size_t>(tie.to)].push_back(tie.from);
  }
  std::vector<double> way(n * n, -1);
  double longest = 1;
  std::vector<int> queue;
  for (size_t start = 0; start < n; ++start) {
    queue.assign(1, static_cast<int>(start));
    double* row = way.data() + start * n;
    row[start] = 0;
    for (size_t next = 0; next < queue.size(); ++next) {
      const size_t at = static_cast<size_t>(queue[next]);
      for (const int other : beside[at])
        if (row[other] < 0) row[other] = row[at] + 1, longest = std::max(longest, row[other]), queue.push_back(other);
    }
  }
  for (double& w : way)
    if (w < 0) w = 1.5 + 0.5 * longest;
  return way;
}

/// One round of stress majorisation. Node after node goes to where its springs pull it, weighted by 1 / length^2.
void settle_round(const std::vector<double>& way, std::vector<Point2>* at) {
  const size_t n = at->size();
  for (size_t i = 0; i < n; ++i) {
    double x = 0, y = 0, total = 0;
    for (size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      const Point2 p = (*at)[j];
      const double d = way[i * n + j], dx = (*at)[i].x - p.x, dy = (*at)[i].y - p.y;
      const double far = std::max(std::sqrt(dx * dx + dy * dy), 1e-9), pull = 1 / (d * d);
      x += pull * (p.x + d * dx / far);
      y += pull * (p.y + d * dy / far);
      total += pull;
    }
    if (total > 0) (*at)[i] = {x / total, y / total};
  }
}

/// Moves and stretches the places to fill the box. The two directions are stretched separately, but neither more than `most` times as much
/// as the other.
Mat in_box(const std::vector<Point2>& at, double most) {
  Mat places(static_cast<Index>(at.size()), 2);
  if (at.empty()) return places;
  Point2 low = at[0], high = at[0];
  for (const Point2 p : at) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  const double width = high.x - low.x, height = high.y - low.y, longer = std::max({width, height, 1e-9});
  const auto stretch = [&](double extent) { return std::min(2 / std::max(extent, 1e-9), 2 * most / longer); };
  for (size_t i = 0; i < at.size(); ++i) {
    places(static_cast<Index>(i), 0) = static_cast<Real>((at[i].x - 0.5 * (low.x + high.x)) * stretch(width));
    places(static_cast<Index>(i), 1) = static_cast<Real>((at[i].y - 0.5 * (low.y + high.y)) * stretch(height));
  }
  return places;
}

/// Rotates the places so that their principal axis is horizontal. The rotation is computed with square roots only.
void turn_level(std::vector<Point2>* at) {
  double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
  for (const Point2 p : *at) mx += p.x, my += p.y;
  const double n = static_cast<double>(std::max<size_t>(at->size(), 1));
  mx /= n, my /= n;
  for (const Point2 p : *at) xx += (p.x - mx) * (p.x - mx), yy += (p.y - my) * (p.y - my), xy += (p.x - mx) * (p.y - my);
  const double half = 0.5 * (xx - yy), root = std::sqrt(half * half + xy * xy);
  if (root < 1e-12 * (xx + yy) || root == 0) return;
  const double cos2 = half / root, c = std::sqrt(std::max(0.0, 0.5 * (1 + cos2))), s0 = std::sqrt(std::max(0.0, 0.5 * (1 - cos2)));
  const double s = xy < 0 ? -s0 : s0;
  for (Point2& p : *at) {
    const double x = p.x - mx, y = p.y - my;
    p = {c * x + s * y, c * y - s * x};
  }
}

/// Moves nodes apart that are too near to each other, within the box.
void part_round(Mat* places) {
  const Index n = places->rows();
  const Real least = std::min(kLeast, 1 / std::sqrt(static_cast<Real>(std::max<Index>(n, 1))));
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) {
      Eigen::Matrix<Real, 1, 2> way = places->row(i) - places->row(j);
      const Real far = std::sqrt(way(0) * way(0) + way(1) * way(1));
      if (far >= least) continue;
      if (far < Real(1e-6)) way << Real(1e-3), Real(0);
      way *= Real(0.5) * (least - far) / std::max(far, Real(1e-3));
      places->row(i) += way, places->row(j) -= way;
    }
  *places = places->cwiseMax(Real(-1)).cwiseMin(Real(1));
}

}  // namespace

Mat graph_layout(int nodes, std::span<const GraphTie> ties, std::uint64_t seed) {
  CHECK(nodes >= 0);
  const std::vector<double> way = ways(nodes, ties);
  std::vector<Point2> at(static_cast<size_t>(nodes));
  Rng rng(seed);
  double longest = 1;
  for (const double w : way) longest = std::max(longest, w);
  for (Point2& p : at) p.x = rng.uniform(-0.5, 0.5) * longest, p.y = rng.uniform(-0.5, 0.5) * longest;
  for (int round = 0; round < kRounds; ++round) settle_round(way, &at);
  turn_level(&at);
  constexpr double kStretch = 1.5;
  Mat places = in_box(at, kStretch);
  for (int round = 0; round < kPartings; ++round) part_round(&places);
  return places;
}

void put_dragged(Mat* dragged, int node, canvas::Point place) {
  Mat next(dragged->rows() + 1, 3);
  Index rows = 0;
  bool put = false;
  const auto add = [&](Real id, Real x, Real y) { next.row(rows++) << id, x, y; };
  for (Index k = 0; k < dragged->rows(); ++k) {
    const Real id = (*dragged)(k, 0);
    if (!put && id >= static_cast<Real>(node)) add(static_cast<Real>(node), place.x, place.y), put = true;
    if (id != static_cast<Real>(node)) add(id, (*dragged)(k, 1), (*dragged)(k, 2));
  }
  if (!put) add(static_cast<Real>(node), place.x, place.y);
  *dragged = next.topRows(rows);
}

Mat valid_dragged(const Mat& dragged, int nodes) {
  Mat valid(0, 3);
  for (Index k = 0; k < dragged.rows(); ++k) {
    const Real id = dragged(k, 0);
    if (!(id >= 0) || id >= static_cast<Real>(nodes) || id != std::floor(id)) continue;
    const auto in = [](Real v) { return std::clamp(static_cast<float>(v), -1.0f, 1.0f); };
    put_dragged(&valid, static_cast<int>(id), {in(dragged(k, 1)), in(dragged(k, 2))});
  }
  return valid;
}

Mat with_dragged(Mat from, const Mat& dragged) {
  const Mat held = valid_dragged(dragged, static_cast<int>(from.rows()));
  for (Index k = 0; k < held.rows(); ++k) from.row(static_cast<Index>(held(k, 0))) = held.row(k).tail(2);
  return from;
}

}  // namespace attn::charts
