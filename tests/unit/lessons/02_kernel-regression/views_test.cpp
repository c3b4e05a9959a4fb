#include "lessons/02_kernel-regression/views.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"

namespace attn::lessons::kernel_regression {
namespace {

TEST(Views, DensityCountsEveryPointOnceWithHighYOnTop) {
  Mat points(4, 2);
  points << Real(0.1), Real(0.9), Real(0.9), Real(0.1), Real(0.95), Real(0.05), 7, 7;
  const Mat counts = count_density(points, {0, 1, 0, 1}, 2, 2);
  EXPECT_EQ(counts.sum(), 4);
  EXPECT_EQ(counts(0, 0), 1);
  EXPECT_EQ(counts(1, 1), 2);
  EXPECT_EQ(counts(0, 1), 1) << "a point outside counts at the rim";
}

TEST(Views, FewKeysComeInOrderAndManyAreAddedUp) {
  Rng rng(5);
  const Mat x = uniform_matrix(50, 1, rng, 0, 4), y = x;
  const Mat queries = even_steps(0, 4, 7);
  const Mat weights = kernels::nadaraya_watson(x, y, queries, kernels::RegressionKernel::gaussian, Real(0.5)).weights;
  const KeyColumns each = order_keys(weights, x, 0, 4, 50), bins = order_keys(weights, x, 0, 4, 10);
  ASSERT_EQ(each.weights.cols(), 50);
  for (Index j = 1; j < 50; ++j) EXPECT_LE(each.positions(j - 1, 0), each.positions(j, 0));
  for (Index j = 0; j < 50; ++j) EXPECT_EQ(each.weights(3, j), weights(3, each.order[static_cast<size_t>(j)]));
  ASSERT_EQ(bins.weights.cols(), 10);
  EXPECT_TRUE(bins.order.empty());
  for (Index i = 0; i < 7; ++i) EXPECT_NEAR(bins.weights.row(i).sum(), 1, 1e-5);
  EXPECT_NEAR(bins.positions(0, 0), 0.2, 1e-6);
}

TEST(Views, TheProfileAtAKeyIsItsWeight) {
  Rng rng(6);
  const Mat x = uniform_matrix(20, 1, rng, 0, 4), query = Mat::Constant(1, 1, Real(1.7));
  for (const kernels::RegressionKernel kernel : {kernels::RegressionKernel::gaussian, kernels::RegressionKernel::epanechnikov}) {
    const Mat weights = kernels::nadaraya_watson(x, x, query, kernel, Real(0.9)).weights;
    const Mat profile = kernel_profile(x, x, query(0, 0), kernel, Real(0.9));
    for (Index j = 0; j < 20; ++j) EXPECT_NEAR(profile(j, 0), weights(0, j), 1e-5);
  }
  EXPECT_EQ(kernel_profile(x, x, 1000, kernels::RegressionKernel::boxcar, 1).size(), 0);
}

}  // namespace
}  // namespace attn::lessons::kernel_regression
