// The optimiser: schedule, clipping, numbers that are none, and no memory taken from step to step. PyTorch's numbers are in
// parity/autodiff_parity_test.cpp.

#include "nn/adam.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "nn/optimiser.h"
#include "unit/compare.h"
#include "unit/count_news.h"

namespace attn::nn {
namespace {

using test::close;

TEST(Schedule, RisesStaysAndFallsAsACosine) {
  const Schedule schedule{.rate = 1, .warm_up = 10, .decay_from = 100, .decay_to = 200};
  EXPECT_NEAR(learning_rate(0, schedule), 0.1, 1e-6);
  EXPECT_NEAR(learning_rate(4, schedule), 0.5, 1e-6);
  EXPECT_EQ(learning_rate(9, schedule), 1);
  EXPECT_EQ(learning_rate(99, schedule), 1);
  EXPECT_NEAR(learning_rate(125, schedule), 0.5 + 0.5 * std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(learning_rate(150, schedule), 0.5, 1e-6);
  EXPECT_EQ(learning_rate(200, schedule), 0);
  EXPECT_EQ(learning_rate(1000, schedule), 0);
  EXPECT_EQ(learning_rate(1000000, {.rate = 1}), 1);
}

TEST(Schedule, FallsAsTheInverseRootFromWhereTheWarmUpEnds) {
  const Schedule schedule{.rate = 1, .warm_up = 10, .inverse_root = true};
  EXPECT_NEAR(learning_rate(4, schedule), 0.5, 1e-6);
  EXPECT_EQ(learning_rate(9, schedule), 1);
  for (const int step : {10, 39, 999}) {  // d^-0.5 min(s^-0.5, s w^-1.5) over its highest value, d^-0.5 w^-0.5
    const double s = step + 1, w = 10;
    EXPECT_NEAR(learning_rate(step, schedule), std::min(std::pow(s, -0.5), s * std::pow(w, -1.5)) / std::pow(w, -0.5), 1e-6);
  }
  EXPECT_NEAR(learning_rate(3, {.rate = 1, .inverse_root = true}), 0.5, 1e-6);
}

TEST(Adam, ClipsAllGradientsTogether) {
  Parameters parameters;
  Parameter &a = parameters.add("a", Mat::Zero(1, 1)), &b = parameters.add("b", Mat::Zero(1, 1));
  a.gradient(0, 0) = 30;
  b.gradient(0, 0) = 40;
  for (const auto& [clip, factor] : {std::pair(100, 1.0), std::pair(5, 0.1), std::pair(0, 1.0)}) {
    Adam adam(parameters, {});
    EXPECT_NEAR(adam.step(Real(0.1), static_cast<Real>(clip)), 50, 1e-4);
    EXPECT_NEAR(adam.moments("a").first(0, 0), 0.1 * 30 * factor, 1e-5);
    EXPECT_NEAR(adam.moments("b").first(0, 0), 0.1 * 40 * factor, 1e-5);
  }
  EXPECT_EQ(a.gradient(0, 0), 30);
}

TEST(Adam, FindsTheBottomOfABowl) {
  Parameters parameters;
  Parameter& x = parameters.add("x", (Mat(1, 2) << 3, -2).finished());
  Adam adam(parameters, {});
  for (int step = 0; step < 400; ++step) {
    x.gradient = x.value - (Mat(1, 2) << 1, 1).finished();
    adam.step(Real(0.05));
  }
  EXPECT_TRUE(close(x.value, Mat::Ones(1, 2), 1e-2));
  EXPECT_EQ(adam.steps(), 400);
}

TEST(Adam, DoesNothingWithAGradientThatIsNoNumber) {
  for (const Real bad : {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity()}) {
    Parameters parameters;
    Parameter &a = parameters.add("a", Mat::Ones(2, 2)), &b = parameters.add("b", Mat::Ones(1, 9));
    Adam adam(parameters, {.weight_decay = 1});
    a.gradient.setOnes();
    b.gradient(0, 8) = bad;
    EXPECT_FALSE(std::isfinite(adam.step(Real(0.1), 1)));
    EXPECT_EQ(a.value, Mat::Ones(2, 2));
    EXPECT_EQ(adam.moments("a").first, Mat::Zero(2, 2));
    EXPECT_EQ(adam.steps(), 0);
  }
}

TEST(Adam, TakesNoMemoryFromStepToStep) {
  Parameters parameters;
  parameters.add("a.long.name.that.fits.no.small.string", Mat::Ones(3, 70)).gradient.setOnes();
  Adam adam(parameters, {});
  const std::size_t before = test::news;
  for (int step = 0; step < 3; ++step) adam.step(Real(0.1), 1);
  EXPECT_EQ(test::news, before);
}

TEST(Optimiser, TakesNoMemoryFromStepToStep) {
  Parameters parameters;
  parameters.add("a.long.name.that.fits.no.small.string", Mat::Ones(3, 70)).gradient.setOnes();
  for (const Method method : {Method::sgd, Method::momentum}) {
    Optimiser optimiser(parameters, method);
    const std::size_t before = test::news;
    for (int step = 0; step < 3; ++step) optimiser.step(Real(0.1), 1);
    EXPECT_EQ(test::news, before);
  }
}

}  // namespace
}  // namespace attn::nn
