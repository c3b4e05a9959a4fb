#include "lessons/02_kernel-regression/width_search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"

namespace attn::lessons::kernel_regression {
namespace {

using kernels::RegressionKernel;

WidthProblem wave(RegressionKernel kernel = RegressionKernel::gaussian) {
  Rng rng(3);
  WidthProblem problem;
  problem.x = uniform_matrix(80, 1, rng, 0, 4);
  problem.y = problem.x.array().sin().matrix() * 2 + problem.x + normal_matrix(80, 1, rng);
  problem.grid_x.resize(50, 1);
  for (Index i = 0; i < 50; ++i) problem.grid_x(i, 0) = static_cast<Real>(i) * Real(0.08);
  problem.grid_y = problem.grid_x.array().sin().matrix() * 2 + problem.grid_x;
  problem.kernel = kernel;
  return problem;
}

TEST(WidthSearch, TheRefinedMinimumIsAtMostAnyErrorOfTheCurve) {
  for (const RegressionKernel kernel :
       {RegressionKernel::gaussian, RegressionKernel::boxcar, RegressionKernel::triangular, RegressionKernel::epanechnikov}) {
    const WidthProblem problem = wave(kernel);
    const WidthErrors errors = width_errors(problem, Real(0.04), 10, 41);
    const BestWidth best = best_width(problem, errors);
    for (Index i = 0; i < errors.widths.rows(); ++i) EXPECT_FALSE(errors.leave_one_out(i, 0) < best.error);  // true for NaN
    EXPECT_NEAR(best.error, width_loss(problem, best.width).leave_one_out, 1e-6);
  }
}

TEST(WidthSearch, ACompactKernelTooNarrowForSomePointHasNoLeaveOneOutError) {
  const WidthProblem problem = wave(RegressionKernel::boxcar);
  EXPECT_TRUE(std::isnan(width_loss(problem, Real(0.001)).leave_one_out));
  EXPECT_FALSE(std::isnan(width_loss(problem, 4).leave_one_out));
  EXPECT_EQ(width_loss(problem, Real(1e-6)).training, 0);
}

TEST(WidthSearch, OnePassOverThePairsGivesWhatTheKernelsGive) {
  for (const RegressionKernel kernel :
       {RegressionKernel::gaussian, RegressionKernel::boxcar, RegressionKernel::triangular, RegressionKernel::epanechnikov})
    for (const Real width : {Real(0.0005), Real(0.01), Real(0.1), Real(0.5), Real(3), Real(100)}) {
      const WidthProblem problem = wave(kernel);
      const WidthLoss fast = width_loss(problem, width), slow = width_loss_reference(problem, width);
      EXPECT_EQ(std::isnan(fast.leave_one_out), std::isnan(slow.leave_one_out)) << width;
      if (!std::isnan(fast.leave_one_out)) {
        EXPECT_NEAR(fast.leave_one_out, slow.leave_one_out, 2e-5) << width;
      }
      EXPECT_NEAR(fast.training, slow.training, 2e-5) << width;
      EXPECT_NEAR(fast.slope, slow.slope, 1e-3 * std::max(Real(1), std::abs(slow.slope))) << width;
    }
}

TEST(WidthSearch, AnInfinitelyWideKernelPredictsTheMean) {
  const WidthProblem problem = wave();
  const Real deviation = std::sqrt((problem.y.array() - problem.y.mean()).square().mean());
  EXPECT_NEAR(width_loss(problem, 1000).training, deviation, 1e-4);
  EXPECT_NEAR(width_loss(problem, 1000).leave_one_out, deviation * Real(80) / 79, 1e-3);
}

TEST(WidthSearch, DescentGoesDownToTheMinimumFromBothSides) {
  const WidthProblem problem = wave();
  const BestWidth best = best_width(problem, width_errors(problem, Real(0.04), 10, 41));
  for (const Real start : {best.width / 2, best.width * 4}) {
    const Mat path = descend_width(problem, start, 1, 100, Real(0.01), 100).widths;
    ASSERT_EQ(path.rows(), 101);
    EXPECT_NEAR(path(100, 0) / best.width, 1, 0.02) << start;
    for (Index i = 1; i < path.rows(); ++i)
      EXPECT_LE(width_loss(problem, path(i, 0)).leave_one_out, width_loss(problem, path(i - 1, 0)).leave_one_out + Real(1e-4));
  }
}

TEST(WidthSearch, TheDescentDoesNotDependOnUnits) {
  const WidthProblem problem = wave();
  WidthProblem scaled = problem;
  scaled.x *= 1000, scaled.y *= 50;
  const Mat path = descend_width(problem, 2, 1, 20, Real(0.001), 1000).widths;
  const Mat other = descend_width(scaled, 2000, 1, 20, 1, 1000000).widths;
  for (Index i = 0; i < path.rows(); ++i) EXPECT_NEAR(other(i, 0) / 1000 / path(i, 0), 1, 1e-3);
}

TEST(WidthSearch, TheBoxcarHasNoGradient) {
  const Mat path = descend_width(wave(RegressionKernel::boxcar), 1, 1, 10, Real(0.01), 100).widths;
  EXPECT_EQ(path(10, 0), 1);
}

}  // namespace
}  // namespace attn::lessons::kernel_regression
