// Attention on the GPU against the CPU: shapes, scores, masks, temperatures, and the rows that break careless kernels.
#include "kernels/mask.h"
#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

using kernels::Score;

struct Shape {
  Index n, m, d, f;
};
constexpr Shape kShapes[] = {{1, 1, 1, 1},     {6, 4, 4, 4},   {3, 5, 2, 7},    {7, 13, 3, 1},     {17, 33, 67, 5},
                             {64, 64, 64, 64}, {5, 257, 8, 3}, {2, 1030, 4, 4}, {33, 300, 12, 66}, {9, 256, 5, 2}};

struct Case {
  Mat q, k, v;
  kernels::AttentionOptions options;
  Mask mask;
};

Case random_case(Shape shape, Score score, Rng& rng) {
  const bool wide = score == Score::bilinear || score == Score::additive;
  const Index e = wide ? shape.d + 3 : shape.d, a = 2 * shape.d + 1;
  Case result{
      normal_matrix(shape.n, shape.d, rng), normal_matrix(shape.m, e, rng), normal_matrix(shape.m, shape.f, rng), {.score = score}, {}};
  kernels::ScoreWeights& learned = result.options.weights;
  if (score == Score::bilinear) learned.m = normal_matrix(shape.d, e, rng, 0.3);
  if (score == Score::additive) {
    learned.wq = normal_matrix(shape.d, a, rng, 0.5);
    learned.wk = normal_matrix(e, a, rng, 0.5);
    learned.w = normal_matrix(a, 1, rng);
  }
  return result;
}

::testing::AssertionResult same(const kernels::Attention& a, const kernels::Attention& b) {
  if (auto scores = close(a.scores, b.scores); !scores) return scores << " in scores";
  if (auto weights = close(a.weights, b.weights); !weights) return weights << " in weights";
  if (auto output = close(a.output, b.output); !output) return output << " in output";
  return ::testing::AssertionSuccess();
}

class AttentionOnGl : public Gl {
 protected:
  void compare(const Case& c) {
    EXPECT_TRUE(same(gl->attention(c.q, c.k, c.v, c.options), cpu().attention(c.q, c.k, c.v, c.options)))
        << kernels::to_name(c.options.score) << " n " << c.q.rows() << " m " << c.k.rows() << " d " << c.q.cols() << " f " << c.v.cols();
  }
};

TEST_F(AttentionOnGl, EqualsTheCpuForEveryScoreAndShape) {
  Rng rng(1);
  for (const Shape& shape : kShapes) {
    for (int score = 0; score < kernels::kScoreCount; ++score) compare(random_case(shape, static_cast<Score>(score), rng));
  }
}

TEST_F(AttentionOnGl, EqualsTheCpuUnderMasks) {
  Rng rng(2);
  for (const Shape& shape : kShapes) {
    Case c = random_case(shape, Score::scaled_dot, rng);
    c.options.mask = &c.mask;
    for (const Mask& mask : {random_mask(shape.n, shape.m, rng), kernels::causal_mask(shape.n, shape.m),
                             kernels::padding_mask(shape.n, shape.m, shape.m / 2), kernels::window_mask(shape.n, shape.m, 1)}) {
      c.mask = mask;
      for (const bool causal : {false, true}) {
        c.options.causal = causal;
        compare(c);
      }
    }
    c.options.mask = nullptr;
    compare(c);
  }
}

TEST_F(AttentionOnGl, EqualsTheCpuAtEveryTemperature) {
  Rng rng(3);
  for (const Real temperature : {0.01f, 0.2f, 1.0f, 7.0f, 1000.0f}) {
    Case c = random_case({7, 290, 4, 3}, Score::dot, rng);
    c.options.temperature = temperature;
    compare(c);
  }
}

TEST_F(AttentionOnGl, RowThatMayAttendToNothingIsZero) {
  Rng rng(4);
  Case c = random_case({5, 301, 4, 6}, Score::scaled_dot, rng);
  c.mask = Mask::Constant(5, 301, true);
  c.mask.row(2).setConstant(false);
  c.options.mask = &c.mask;
  const kernels::Attention result = gl->attention(c.q, c.k, c.v, c.options);
  EXPECT_TRUE((result.weights.row(2).array() == 0).all());
  EXPECT_TRUE((result.output.row(2).array() == 0).all());
  EXPECT_NEAR(result.weights.row(1).sum(), 1, 1e-5);
  compare(c);
}

// Powers of two and whole numbers, so that both sides hold exactly the same scores and only the softmax is judged.
TEST_F(AttentionOnGl, ScoresOfTenThousandEitherWay) {
  Case c{Mat(4, 4), Mat(7, 4), Mat(7, 2), {.score = Score::scaled_dot}, {}};
  Rng rng(5);
  for (Index i = 0; i < c.q.size(); ++i) c.q.data()[i] = rng.below(2) ? 64.0f : -64.0f;
  for (Index i = 0; i < c.k.size(); ++i) c.k.data()[i] = static_cast<Real>(rng.below(257)) - 128.0f;
  for (Index i = 0; i < c.v.size(); ++i) c.v.data()[i] = static_cast<Real>(rng.normal());
  const kernels::Attention result = gl->attention(c.q, c.k, c.v, c.options);
  EXPECT_GT(result.scores.maxCoeff(), 5000);
  EXPECT_LT(result.scores.minCoeff(), -5000);
  compare(c);
}

// A running maximum that started from 0, or from a hidden score, would leave nothing of these.
TEST_F(AttentionOnGl, AllowedScoresFarBelowZeroAndBelowHiddenOnes) {
  Case c{Mat::Constant(2, 1, 1), Mat(300, 1), Mat::Random(300, 3), {.score = Score::dot}, {}};
  for (Index j = 0; j < 300; ++j) c.k(j, 0) = -10000 + static_cast<Real>(j % 3);
  c.k(1, 0) = 10000;
  c.mask = Mask::Constant(2, 300, true);
  c.mask.col(1).setConstant(false);
  c.mask.row(1).head(290).setConstant(false);
  c.options.mask = &c.mask;
  const kernels::Attention result = gl->attention(c.q, c.k, c.v, c.options);
  EXPECT_NEAR(result.weights.row(0).sum(), 1, 1e-5);
  EXPECT_NEAR(result.weights.row(1).sum(), 1, 1e-5);
  EXPECT_EQ(result.weights(0, 1), 0);
  compare(c);
}

TEST_F(AttentionOnGl, OneKeyGetsAllTheWeight) {
  Rng rng(6);
  for (int score = 0; score < kernels::kScoreCount; ++score) {
    const Case c = random_case({3, 1, 5, 2}, static_cast<Score>(score), rng);
    EXPECT_TRUE((gl->attention(c.q, c.k, c.v, c.options).weights.array() == 1).all());
    compare(c);
  }
}

TEST_F(AttentionOnGl, ReadsBlocksOfLargerMatrices) {
  Rng rng(7);
  const Mat all = normal_matrix(20, 24, rng);
  const auto q = all.block(1, 2, 6, 8), k = all.block(8, 4, 9, 8), v = all.block(8, 12, 9, 4);
  EXPECT_TRUE(same(gl->attention(q, k, v, {}), cpu().attention(q, k, v, {})));
}

TEST_F(AttentionOnGl, WhatTheGpuCannotHoldIsComputedOnTheCpu) {
  on_cpu_expected = 2;
  Rng rng(8);
  const Mat none(0, 4), q = normal_matrix(3, 4, rng), k = normal_matrix(5, 4, rng);
  EXPECT_TRUE(same(gl->attention(none, k, k, {}), cpu().attention(none, k, k, {})));
  const Mat many = normal_matrix(70000, 2, rng), two = normal_matrix(2, 2, rng);
  EXPECT_TRUE(same(gl->attention(many, two, two, {}), cpu().attention(many, two, two, {})));
  EXPECT_FALSE(calls().why_cpu.empty());
  EXPECT_TRUE(same(gl->attention(q, k, k, {}), cpu().attention(q, k, k, {})));
}

TEST_F(AttentionOnGl, RandomShapes) {
  Rng rng(9);
  for (int round = 0; round < 40; ++round) {
    const Shape shape{1 + Index(rng.below(40)), 1 + Index(rng.below(600)), 1 + Index(rng.below(67)), 1 + Index(rng.below(40))};
    Case c = random_case(shape, static_cast<Score>(rng.below(kernels::kScoreCount)), rng);
    c.mask = random_mask(shape.n, shape.m, rng);
    if (rng.below(2)) c.options.mask = &c.mask;
    c.options.temperature = static_cast<Real>(rng.uniform(0.3, 3));
    compare(c);
  }
}

}  // namespace
}  // namespace attn::compute
