#include "models/width_search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"

namespace attn::models {
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
    for (Index i = 0; i < errors.widths.rows(); ++i)
      EXPECT_FALSE(errors.leave_one_out(i, 0) < best.error);  // true for NaN
    EXPECT_NEAR(best.error, leave_one_out_rms(problem, best.width), 1e-6);
  }
}

TEST(WidthSearch, ACompactKernelTooNarrowForSomePointHasNoLeaveOneOutError) {
  const WidthProblem problem = wave(RegressionKernel::boxcar);
  EXPECT_TRUE(std::isnan(leave_one_out_rms(problem, Real(0.001))));
  EXPECT_FALSE(std::isnan(leave_one_out_rms(problem, 4)));
  EXPECT_EQ(training_rms(problem, Real(1e-6)), 0);
}

TEST(WidthSearch, AnInfinitelyWideKernelPredictsTheMean) {
  const WidthProblem problem = wave();
  const Real deviation = std::sqrt((problem.y.array() - problem.y.mean()).square().mean());
  EXPECT_NEAR(training_rms(problem, 1000), deviation, 1e-4);
  EXPECT_NEAR(leave_one_out_rms(problem, 1000), deviation * Real(80) / 79, 1e-3);
}

TEST(WidthSearch, DescentGoesDownToTheMinimumFromBothSides) {
  const WidthProblem problem = wave();
  const BestWidth best = best_width(problem, width_errors(problem, Real(0.04), 10, 41));
  for (const Real start : {best.width / 2, best.width * 4}) {
    const Mat path = descend_width(problem, start, 1, 100, Real(0.01), 100);
    ASSERT_EQ(path.rows(), 101);
    EXPECT_NEAR(path(100, 0) / best.width, 1, 0.02) << start;
    for (Index i = 1; i < path.rows(); ++i)
      EXPECT_LE(leave_one_out_rms(problem, path(i, 0)), leave_one_out_rms(problem, path(i - 1, 0)) + Real(1e-4));
  }
}

TEST(WidthSearch, TheDescentDoesNotDependOnUnits) {
  const WidthProblem problem = wave();
  WidthProblem scaled = problem;
  scaled.x *= 1000, scaled.y *= 50;
  const Mat path = descend_width(problem, 2, 1, 20, Real(0.001), 1000), other = descend_width(scaled, 2000, 1, 20, 1, 1000000);
  for (Index i = 0; i < path.rows(); ++i) EXPECT_NEAR(other(i, 0) / 1000 / path(i, 0), 1, 1e-3);
}

TEST(WidthSearch, TheBoxcarHasNoGradient) {
  const Mat path = descend_width(wave(RegressionKernel::boxcar), 1, 1, 10, Real(0.01), 100);
  EXPECT_EQ(path(10, 0), 1);
}

}  // namespace
}  // namespace attn::models
