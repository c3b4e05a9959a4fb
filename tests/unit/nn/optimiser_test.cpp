// The methods that a plan names: what each does to a weight, clipping, and numbers that are none.

#include "nn/optimiser.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace attn::nn {
namespace {

/// The weight, 1 at first, after steps of rate 0.1 on these gradients.
double after(Method method, std::initializer_list<double> gradients, Real clip = 0, Real weight_decay = 0) {
  Parameters parameters;
  Parameter& x = parameters.add("x", Mat::Ones(1, 1));
  Optimiser optimiser(parameters, method, weight_decay);
  for (const double g : gradients) {
    x.gradient(0, 0) = static_cast<Real>(g);
    optimiser.step(Real(0.1), clip);
  }
  return static_cast<double>(x.value(0, 0));
}

TEST(Optimiser, EachMethodStepsInItsOwnWay) {
  EXPECT_NEAR(after(Method::sgd, {2, 2}), 1 - 0.1 * (2 + 2), 1e-6);
  EXPECT_NEAR(after(Method::momentum, {2, 2}), 1 - 0.1 * (2 + 3.8), 1e-6);
  EXPECT_NEAR(after(Method::adam, {2, 2}), 1 - 0.1 * 2, 1e-6) << "the gradient's size does not count";
  EXPECT_NEAR(after(Method::adamw, {2}, 0, Real(0.5)), 1 - 0.1 - 0.1 * 0.5, 1e-6);
}

TEST(Optimiser, EachMethodClips) {
  EXPECT_NEAR(after(Method::sgd, {20}, 1), 0.9, 1e-6);
  EXPECT_NEAR(after(Method::momentum, {20, 20}, 1), 1 - 0.1 * (1 + 1.9), 1e-6);
}

#if GTEST_HAS_DEATH_TEST
TEST(OptimiserDeathTest, OfAllOnlyAdamWDecays) {
  Parameters parameters;
  EXPECT_DEATH(Optimiser(parameters, Method::sgd, 1), "weight decay is AdamW's");
}
#endif

TEST(Optimiser, AGradientThatIsNoNumberMovesNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Method method : {Method::sgd, Method::momentum, Method::adam}) EXPECT_EQ(after(method, {nan, nan}), 1);
}

}  // namespace
}  // namespace attn::nn
