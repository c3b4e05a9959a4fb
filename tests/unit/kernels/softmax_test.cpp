#include "kernels/softmax.h"

#include "base/rng.h"
#include "kernels/entropy.h"
#include "kernels/mask.h"
#include "unit/compare.h"

namespace attn::kernels {
namespace {

using test::close;

Mask random_mask(Index n, Index m, Rng& rng) {
  Mask mask(n, m);
  for (Index i = 0; i < mask.size(); ++i) mask.data()[i] = rng.uniform() < 0.6;
  return mask;
}

TEST(Softmax, EqualsTheReferenceForEveryWidth) {
  Rng rng(1);
  for (Index m = 1; m <= 67; ++m) {
    const Mat scores = normal_matrix(5, m, rng, 3);
    const Mask mask = random_mask(5, m, rng);
    ASSERT_TRUE(close(softmax_rows(scores), softmax_rows_reference(scores))) << m;
    ASSERT_TRUE(close(softmax_rows(scores, &mask), softmax_rows_reference(scores, &mask))) << m;
    ASSERT_TRUE(close(softmax_rows(scores, &mask, Real(0.3)), softmax_rows_reference(scores, &mask, Real(0.3)))) << m;
  }
}

TEST(Softmax, WeightsAreAccurateToAFewUnitsInTheLastPlace) {
  for (Real x = 0; x < 80; x += Real(0.01)) {
    Mat scores(1, 2);
    scores << 0, -x;
    const double e = std::exp(-static_cast<double>(x)), expected = e / (1 + e);
    ASSERT_NEAR(softmax_rows(scores)(0, 1) / expected, 1, 1e-6 * (1 + static_cast<double>(x) / 10)) << x;
  }
}

TEST(Softmax, WhatTakesNoMemoryOfItsOwnIsTheSame) {
  Rng rng(5);
  for (const Index m : {1, 3, 17}) {
    const Mat scores = normal_matrix(4, m, rng), d_weights = normal_matrix(4, m, rng);
    Mat weights = Mat::Constant(4, m, 9), d_scores = Mat::Constant(4, m, 2);
    softmax_rows(scores, nullptr, Real(0.7), weights);
    EXPECT_EQ(weights, softmax_rows(scores, nullptr, Real(0.7)));
    add_softmax_rows_vjp(weights, d_weights, Real(0.7), d_scores);
    EXPECT_TRUE(close(d_scores, Mat(softmax_rows_vjp(weights, d_weights, Real(0.7)).array() + 2)));
  }
}

TEST(Softmax, RowsSumToOne) {
  Rng rng(2);
  const Mat weights = softmax_rows(normal_matrix(40, 33, rng, 10));
  for (Index i = 0; i < 40; ++i) EXPECT_NEAR(weights.row(i).sum(), 1, 1e-6);
  EXPECT_GE(weights.minCoeff(), 0);
}

TEST(Softmax, RowThatMaySeeNothingIsZero) {
  Rng rng(3);
  for (const Index m : {1, 4, 20, 67}) {
    Mask mask = full_mask(3, m);
    mask.row(1).setConstant(false);
    const Mat weights = softmax_rows(normal_matrix(3, m, rng), &mask);
    EXPECT_TRUE((weights.row(1).array() == 0).all());
    EXPECT_NEAR(weights.row(0).sum(), 1, 1e-6);
    EXPECT_NEAR(weights.row(2).sum(), 1, 1e-6);
  }
  EXPECT_EQ(softmax_rows(Mat(3, 0)).size(), 0);
  EXPECT_EQ(softmax_rows(Mat(0, 3)).size(), 0);
}

TEST(Softmax, OneAllowedKeyGetsEverything) {
  for (const Index m : {1, 3, 19, 40}) {
    Mask mask = Mask::Constant(1, m, false);
    mask(0, m / 2) = true;
    const Mat weights = softmax_rows(Mat::Constant(1, m, -5), &mask);
    EXPECT_EQ(weights(0, m / 2), 1);
    EXPECT_EQ(weights.sum(), 1);
  }
}

TEST(Softmax, HugeScoresNeitherOverflowNorVanish) {
  Rng rng(4);
  for (const Real size : {Real(1e4), Real(1e30)})
    for (const Real offset : {-size, size, Real(0)}) {
      Mat scores = Mat::Constant(6, 23, offset) + normal_matrix(6, 23, rng);
      scores(0, 3) = size, scores(1, 22) = -size, scores(2, 0) = -size, scores(2, 1) = size;
      const Mask mask = random_mask(6, 23, rng);
      const Mat weights = softmax_rows(scores, &mask);
      ASSERT_TRUE(test::all_finite(weights));
      EXPECT_TRUE(close(weights, softmax_rows_reference(scores, &mask)));
    }
}

TEST(Softmax, HiddenHugeScoreDoesNotSilenceTheRest) {
  Mat scores(1, 3);
  scores << 1e4, -300, -301;
  Mask mask(1, 3);
  mask << false, true, true;
  const Mat weights = softmax_rows(scores, &mask);
  EXPECT_EQ(weights(0, 0), 0);
  EXPECT_NEAR(weights(0, 1), 1 / (1 + std::exp(-1.0)), 1e-6);
}

TEST(Softmax, AddingAConstantChangesNothing) {
  Rng rng(5);
  const Mat scores = normal_matrix(4, 9, rng);
  EXPECT_TRUE(close(softmax_rows(scores + Mat::Constant(4, 9, 5)), softmax_rows(scores)));
}

TEST(Softmax, LowTemperatureIsALookUpAndHighOneTheMean) {
  Mat scores(1, 4);
  scores << 0.1f, 0.4f, 0.3f, 0.2f;
  EXPECT_NEAR(softmax_rows(scores, nullptr, Real(1e-3))(0, 1), 1, 1e-6);
  EXPECT_TRUE(close(softmax_rows(scores, nullptr, Real(1e6)), Mat::Constant(1, 4, 0.25)));
}

TEST(Entropy, CountsEqualKeys) {
  Mat weights(3, 4);
  weights << 0.25f, 0.25f, 0.25f, 0.25f, 0, 1, 0, 0, 0, 0, 0, 0;
  const Mat count = effective_count(weights);
  EXPECT_NEAR(count(0, 0), 4, 1e-5);
  EXPECT_NEAR(count(1, 0), 1, 1e-6);
  EXPECT_EQ(count(2, 0), 0);
  EXPECT_NEAR(entropy_rows(weights)(0, 0), std::log(4.0), 1e-6);
}

TEST(Entropy, GradientNormIsThatOfTheJacobian) {
  Rng rng(6);
  const Mat weights = softmax_rows(normal_matrix(3, 7, rng));
  const Mat norm = softmax_gradient_norm(weights, 2);
  for (Index i = 0; i < 3; ++i) {
    Mat jacobian = -weights.row(i).transpose() * weights.row(i);
    jacobian.diagonal() += weights.row(i).transpose();
    jacobian /= 2;
    EXPECT_NEAR(norm(i, 0), jacobian.norm(), 1e-6);
  }
  Mat saturated(1, 2);
  saturated << 1, Real(1e-9);
  EXPECT_LT(softmax_gradient_norm(saturated)(0, 0), 1e-8);
}

}  // namespace
}  // namespace attn::kernels
