// What a training step needs beside attention and recurrence: layer norm, embedding, cross-entropy, Adam.
#include <cmath>

#include "base/rng.h"
#include "kernels/adam.h"
#include "kernels/cross_entropy.h"
#include "kernels/embedding.h"
#include "kernels/layer_norm.h"
#include "kernels/sgd.h"
#include "unit/compare.h"

namespace attn::kernels {
namespace {

using test::close;

TEST(LayerNorm, EqualsTheReferenceForEveryWidth) {
  Rng rng(1);
  for (Index d = 1; d <= 40; ++d) {
    const Mat x = normal_matrix(3, d, rng, 3), gamma = normal_matrix(1, d, rng), beta = normal_matrix(1, d, rng);
    const LayerNorm a = layer_norm(x, gamma, beta, Real(1e-3)), b = layer_norm_reference(x, gamma, beta, Real(1e-3));
    ASSERT_TRUE(close(a.output, b.output)) << d;
    ASSERT_TRUE(close(a.mean, b.mean)) << d;
    ASSERT_TRUE(close(a.inverse_deviation, b.inverse_deviation)) << d;
  }
}

TEST(LayerNorm, RowsHaveMeanZeroAndVarianceOne) {
  Rng rng(2);
  const Mat x = normal_matrix(4, 50, rng, 20) + Mat::Constant(4, 50, 1000), ones = Mat::Ones(1, 50), zeros = Mat::Zero(1, 50);
  const Mat y = layer_norm(x, ones, zeros).output;
  for (Index i = 0; i < 4; ++i) {
    EXPECT_NEAR(y.row(i).mean(), 0, 1e-4);
    EXPECT_NEAR(y.row(i).array().square().mean(), 1, 1e-4);
  }
}

TEST(LayerNorm, ConstantRowGivesBeta) {
  Rng rng(3);
  const Mat gamma = normal_matrix(1, 9, rng), beta = normal_matrix(1, 9, rng);
  EXPECT_TRUE(close(layer_norm(Mat::Constant(1, 9, 5), gamma, beta).output, beta));
  EXPECT_EQ(layer_norm(Mat(0, 9), gamma, beta).output.rows(), 0);
}

TEST(Embedding, TakesRowsAndMinusOneIsZero) {
  Rng rng(4);
  const Mat table = normal_matrix(5, 7, rng);
  const int ids[] = {4, -1, 0, 4};
  Mat rows = Mat::Constant(4, 7, 9);
  embedding_into(table, ids, rows);
  EXPECT_EQ(rows.row(0), table.row(4));
  EXPECT_EQ(rows.row(1).norm(), 0);
  EXPECT_EQ(rows.row(2), table.row(0));
  EXPECT_EQ(rows.row(3), table.row(4));
}

TEST(Embedding, GradientsOfOneWordAddUp) {
  Rng rng(5);
  const int ids[] = {2, -1, 0, 2};
  const Mat d_rows = normal_matrix(4, 7, rng), before = normal_matrix(3, 7, rng);
  Mat d_table = before, expected = before;
  add_embedding_vjp(ids, d_rows, d_table);
  expected.row(2) += d_rows.row(0) + d_rows.row(3);
  expected.row(0) += d_rows.row(2);
  EXPECT_TRUE(close(d_table, expected));
}

TEST(CrossEntropy, EqualsTheReferenceForEveryWidth) {
  Rng rng(6);
  for (int v = 1; v <= 40; ++v)
    for (const Real smoothing : {Real(0), Real(0.1)}) {
      const Mat logits = normal_matrix(5, v, rng, 3);
      const int targets[] = {0, v - 1, -1, v / 2, 0};
      Mat p(5, v);
      ASSERT_NEAR(cross_entropy_into(logits, targets, smoothing, p), cross_entropy_reference(logits, targets, smoothing), 1e-5) << v;
      ASSERT_EQ(p.row(2).norm(), 0);
      ASSERT_NEAR(p.row(0).sum(), 1, test::kTolerance) << v;
    }
}

TEST(CrossEntropy, OfEqualLogitsIsTheLogarithmOfTheirNumber) {
  Mat p(1, 30);
  const int target = 7;
  EXPECT_NEAR(cross_entropy_into(Mat::Constant(1, 30, 4), &target, 0, p), std::log(30.0), 1e-6);
}

TEST(CrossEntropy, NothingButPaddingIsZeroAndPassesNoGradient) {
  Rng rng(7);
  const int targets[] = {-1, -1};
  Mat p(2, 9), d = Mat::Zero(2, 9), none(0, 9);
  EXPECT_EQ(cross_entropy_into(normal_matrix(2, 9, rng), targets, Real(0.1), p), 0);
  add_cross_entropy_vjp(p, targets, Real(0.1), 1, d);
  EXPECT_EQ(d.norm(), 0);
  EXPECT_EQ(cross_entropy_into(none, targets, 0, none), 0);
}

TEST(CrossEntropy, HugeLogitsStayFinite) {
  for (const Real size : {Real(1e4), Real(1e30)}) {
    Mat logits = Mat::Zero(2, 11), p(2, 11), d = Mat::Zero(2, 11), logs(2, 11);
    logits(0, 3) = size, logits(1, 3) = -size;
    const int targets[] = {3, 3};
    const Real loss = cross_entropy_into(logits, targets, 0, p);
    EXPECT_NEAR(loss / (size / 2), 1, 1e-3);
    add_cross_entropy_vjp(p, targets, 0, 1, d);
    log_softmax_into(logits, logs);
    EXPECT_TRUE(test::all_finite(p) && test::all_finite(d) && test::all_finite(logs));
  }
}

TEST(LogSoftmax, IsTheLogarithmOfTheProbabilities) {
  Rng rng(8);
  for (const Index v : {1, 4, 30, 33}) {
    const Mat logits = normal_matrix(3, v, rng, 2);
    const int targets[] = {0, 0, 0};
    Mat p(3, v), logs(3, v);
    cross_entropy_into(logits, targets, 0, p);
    log_softmax_into(logits, logs);
    EXPECT_TRUE(close(logs.array().exp().matrix(), p));
  }
}

TEST(Adam, EqualsTheReferenceOverManySteps) {
  Rng rng(9);
  for (const Index cols : {1, 8, 29}) {
    Mat a = normal_matrix(3, cols, rng), b = a, m1 = Mat::Zero(3, cols), v1 = m1, m2 = m1, v2 = m1;
    for (int step = 1; step <= 20; ++step) {
      const Mat gradient = normal_matrix(3, cols, rng);
      const AdamOptions options{.rate = Real(0.01), .weight_decay = Real(0.1), .gradient_scale = Real(0.5), .step = step};
      adam_into(options, gradient, a, m1, v1);
      adam_reference(options, gradient, b, m2, v2);
      ASSERT_TRUE(close(a, b)) << step;
      ASSERT_TRUE(close(m1, m2) && close(v1, v2)) << step;
    }
  }
}

TEST(Adam, FirstStepMovesByTheRate) {
  Mat value = Mat::Zero(1, 3), m = value, v = value, gradient(1, 3);
  gradient << 5, -0.01f, 0;
  adam_into({.rate = Real(0.1)}, gradient, value, m, v);
  EXPECT_NEAR(value(0, 0), -0.1, 1e-6);
  EXPECT_NEAR(value(0, 1), 0.1, 1e-6);
  EXPECT_EQ(value(0, 2), 0);
}

TEST(Sgd, EqualsTheReferenceOverManySteps) {
  Rng rng(11);
  for (const Real momentum : {Real(0), Real(0.9)}) {
    Mat a = normal_matrix(3, 13, rng), b = a, v1 = Mat::Zero(3, 13), v2 = v1;
    for (int step = 1; step <= 20; ++step) {
      const Mat gradient = normal_matrix(3, 13, rng);
      const SgdOptions options{.rate = Real(0.1), .momentum = momentum, .gradient_scale = Real(0.5)};
      sgd_into(options, gradient, a, v1);
      sgd_reference(options, gradient, b, v2);
      ASSERT_TRUE(close(a, b) && close(v1, v2)) << step;
    }
  }
}

TEST(Sgd, WithoutMomentumNeedsNoVelocity) {
  Mat value = Mat::Ones(2, 3), none;
  sgd_into({.rate = Real(0.5)}, Mat::Ones(2, 3), value, none);
  EXPECT_EQ(value, Mat::Constant(2, 3, Real(0.5)));
}

TEST(SumOfSquares, OfEveryWidthAndOfWhatIsNotFinite) {
  Rng rng(10);
  for (Index n = 0; n < 35; ++n) {
    const Mat x = normal_matrix(3, n, rng);
    ASSERT_NEAR(sum_of_squares(x), x.squaredNorm(), 1e-4);
  }
  Mat x = Mat::Zero(2, 9);
  x(1, 8) = std::nanf("");
  EXPECT_FALSE(std::isfinite(sum_of_squares(x)));
}

}  // namespace
}  // namespace attn::kernels
