#include "tasks/noisy_curve.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attn::tasks {
namespace {

TEST(NoisyCurve, WithoutNoiseThePointsLieOnTheCurve) {
  const Mat points = noisy_curve({.size = 50, .noise = 0});
  for (Index i = 0; i < points.rows(); ++i) EXPECT_EQ(points(i, 1), true_curve(points(i, 0)));
  EXPECT_NEAR(true_curve(2), 2 * std::sin(2.0) + 2, 1e-6);
}

TEST(NoisyCurve, InputsAreUniformInTheInterval) {
  const Mat points = noisy_curve({.size = 20000});
  EXPECT_GE(points.col(0).minCoeff(), 0);
  EXPECT_LT(points.col(0).maxCoeff(), 4);
  EXPECT_NEAR(points.col(0).mean(), 2, 0.03);
  EXPECT_NEAR((points.col(0).array() < 1).cast<Real>().mean(), 0.25, 0.01);
}

TEST(NoisyCurve, NoiseHasTheStatedDeviation) {
  const Mat points = noisy_curve({.size = 20000, .noise = 2});
  double sum = 0, squares = 0;
  for (Index i = 0; i < points.rows(); ++i) {
    const double e = points(i, 1) - true_curve(points(i, 0));
    sum += e, squares += e * e;
  }
  EXPECT_NEAR(sum / 20000, 0, 0.05);
  EXPECT_NEAR(std::sqrt(squares / 20000), 2, 0.05);
}

TEST(NoisyCurve, ALargerSizeKeepsTheFirstPointsAndASeedItsData) {
  const Mat small = noisy_curve({.size = 30, .seed = 7}), large = noisy_curve({.size = 300, .seed = 7});
  EXPECT_EQ(small, Mat(large.topRows(30)));
  EXPECT_NE(small, noisy_curve({.size = 30, .seed = 8}));
}

}  // namespace
}  // namespace attn::tasks
