#include "lessons/02_kernel-regression/key_field.h"

#include <algorithm>
#include <cmath>

namespace attn::lessons::kernel_regression {

KeyField::KeyField(const Mat& x, const Mat& y, Mat queries, kernels::RegressionKernel kernel, Real width, const compute::Backend& backend)
    : keys_(x), queries_(std::move(queries)), nearest_(queries_.rows(), 1), kernel_(kernel), width_(width) {
  std::sort(keys_.data(), keys_.data() + keys_.size());
  sums_ = backend.nadaraya_watson_output(x, y, queries_, kernel, width).sums;
  for (Index i = 0; i < rows(); ++i) {
    nearest_(i, 0) = distance(query(i), 0, cols());
    largest_ = std::max(largest_, weight(i, nearest_(i, 0)));
  }
}

Real KeyField::distance(Real query, Index first, Index end) const {
  const Real* const from = keys_.data() + first;
  const Real* const to = keys_.data() + end;
  const Real* const after = std::lower_bound(from, to, query);
  if (after == from) return std::abs(*from - query);
  const Real before = std::abs(query - *(after - 1));
  return after == to ? before : std::min(before, std::abs(*after - query));
}

Mat KeyField::row(Index row) const {
  Mat weights(1, cols());
  for (Index j = 0; j < cols(); ++j) weights(0, j) = at(row, j);
  return weights;
}

Mat KeyField::largest_of(const large_map::Tiles& tiles) const {
  Mat largest = Mat::Zero(tiles.rows, tiles.cols);
  for (Index i = 0; i < tiles.rows; ++i) {
    const Index top = tiles.first_row + i * tiles.row_step, bottom = std::min(rows(), top + tiles.row_step);
    for (Index row = top; row < bottom; ++row) {
      const Real query = queries_(row, 0);
      for (Index j = 0; j < tiles.cols; ++j) {
        const Index left = tiles.first_col + j * tiles.col_step, right = std::min(cols(), left + tiles.col_step);
        // Keys on one side of the query are the nearer the closer they are to it in order.
        const Real first = keys_(left, 0), last = keys_(right - 1, 0);
        const Real far = query <= first ? first - query : query >= last ? query - last : distance(query, left, right);
        largest(i, j) = std::max(largest(i, j), weight(row, far));
      }
    }
  }
  return largest;
}

}  // namespace attn::lessons::kernel_regression
