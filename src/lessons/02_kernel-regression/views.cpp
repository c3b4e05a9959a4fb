#include "lessons/02_kernel-regression/views.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"

namespace attn::lessons::kernel_regression {
namespace {

int cell_of(Real at, Real from, Real to, int cells) {
  return static_cast<int>(std::clamp((at - from) / (to - from) * static_cast<Real>(cells), Real(0), static_cast<Real>(cells - 1)));
}

}  // namespace

std::vector<double> column(const Mat& m) {
  std::vector<double> out(static_cast<size_t>(m.rows()));
  for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<double>(m(static_cast<Index>(i), 0));
  return out;
}

Mat even_steps(Real low, Real high, int count) {
  CHECK(count >= 2, "even_steps: ", count);
  Mat steps(count, 1);
  for (int i = 0; i < count; ++i) steps(i, 0) = low + (high - low) * static_cast<Real>(i) / static_cast<Real>(count - 1);
  return steps;
}

Mat count_density(const Mat& points, const Box& box, int rows, int cols) {
  Mat counts = Mat::Zero(rows, cols);
  for (Index i = 0; i < points.rows(); ++i)
    counts(rows - 1 - cell_of(points(i, 1), box.low, box.high, rows), cell_of(points(i, 0), box.left, box.right, cols)) += 1;
  return counts;
}

KeyColumns order_keys(const Mat& weights, const Mat& x, Real left, Real right, int most) {
  const Index m = x.rows();
  KeyColumns columns;
  if (m <= most) {
    columns.order.resize(static_cast<size_t>(m));
    std::iota(columns.order.begin(), columns.order.end(), Index(0));
    std::stable_sort(columns.order.begin(), columns.order.end(), [&x](Index a, Index b) { return x(a, 0) < x(b, 0); });
    columns.weights.resize(weights.rows(), m), columns.positions.resize(m, 1);
    for (Index j = 0; j < m; ++j) {
      const Index key = columns.order[static_cast<size_t>(j)];
      columns.weights.col(j) = weights.col(key), columns.positions(j, 0) = x(key, 0);
    }
    return columns;
  }
  const Real half = (right - left) / static_cast<Real>(2 * most);
  columns.positions = even_steps(left + half, right - half, most);
  columns.weights = Mat::Zero(weights.rows(), most);
  std::vector<int> bins(static_cast<size_t>(m));
  for (Index j = 0; j < m; ++j) bins[static_cast<size_t>(j)] = cell_of(x(j, 0), left, right, most);
  for (Index i = 0; i < weights.rows(); ++i)
    for (Index j = 0; j < m; ++j) columns.weights(i, bins[static_cast<size_t>(j)]) += weights(i, j);
  return columns;
}

Mat kernel_profile(const Mat& at, const Mat& x, Real query, kernels::RegressionKernel kernel, Real width) {
  const auto value = [&](Real key) { return static_cast<double>(kernels::regression_kernel(kernel, std::abs(key - query) / width)); };
  double sum = 0;
  for (Index j = 0; j < x.rows(); ++j) sum += value(x(j, 0));
  if (!(sum > 0)) return {};
  return at.unaryExpr([&](Real key) { return static_cast<Real>(value(key) / sum); });
}

}  // namespace attn::lessons::kernel_regression
