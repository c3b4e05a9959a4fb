// Views of a kernel regression that fit on a screen however many points there are: density, binned attention, the kernel's shape.
#pragma once

#include <vector>

#include "base/mat.h"
#include "kernels/regression.h"

namespace attn::lessons::kernel_regression {

/// The first column of `m`, in the type that curves are drawn from.
std::vector<double> column(const Mat& m);

/// `count` >= 2 numbers from low to high in equal steps, [count,1].
Mat even_steps(Real low, Real high, int count);

struct Box {
  Real left = 0, right = 1, low = 0, high = 1;
};

/// How many of `points` [n,2] lie in each of rows x cols equal cells of the box, the highest y in row 0. Points outside the box are counted
/// in the nearest cell of the rim.
Mat count_density(const Mat& points, const Box& box, int rows, int cols);

/// An attention matrix with its keys in order of their position.
struct KeyColumns {
  Mat weights;               ///< [g,c], a row for each query
  Mat positions;             ///< [c,1] x of the key, or the middle of the bin
  std::vector<Index> order;  ///< [c] the key of each column; empty where columns are bins
};
/// weights [g,m], x [m,1]. Up to `most` keys get a column each. More keys are put into `most` equal bins of [left, right], and the weights
/// in a bin are added up.
KeyColumns order_keys(const Mat& weights, const Mat& x, Real left, Real right, int most);

/// The weight that a key at each of `at` [k,1] would get beside those at x [m,1]: f(|at - query| / width) / sum_j f(|x_j - query| / width).
/// Empty where the sum is 0 (or rounds to it).
Mat kernel_profile(const Mat& at, const Mat& x, Real query, kernels::RegressionKernel kernel, Real width);

}  // namespace attn::lessons::kernel_regression
