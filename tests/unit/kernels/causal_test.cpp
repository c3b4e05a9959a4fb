// `causal` as an option against the same written as a mask, on every path that takes it; and several heads in one call against each alone.

#include "base/rng.h"
#include "kernels/attention.h"
#include "kernels/mask.h"
#include "kernels/multi_head.h"
#include "unit/compare.h"
#include "unit/kernels/random_weights.h"

namespace attn::kernels {
namespace {

using test::close;

struct Shape {
  Index n, m;
};
constexpr Shape kShapes[] = {{1, 1}, {1, 7}, {6, 6}, {7, 3}, {13, 29}, {31, 31}, {40, 41}, {64, 64}, {67, 1}};

Mask random_mask(Index n, Index m, Rng& rng) {
  Mask mask(n, m);
  for (Index i = 0; i < mask.size(); ++i) mask.data()[i] = rng.uniform() < 0.6;
  mask.row(n / 2).setConstant(false);
  return mask;
}

void expect_as_masked(In q, In k, In v, AttentionOptions options) {
  const Index n = q.rows(), m = k.rows();
  const Mask both = causal_mask(n, m, options.mask);
  AttentionOptions masked = options;
  options.causal = true, masked.mask = &both;
  const Attention one = attention(q, k, v, options), other = attention(q, k, v, masked), plain = attention_reference(q, k, v, masked);
  ASSERT_TRUE(close(one.scores, other.scores));
  ASSERT_TRUE(close(one.weights, other.weights));
  ASSERT_TRUE(close(one.output, other.output));
  ASSERT_TRUE(close(one.output, plain.output));
  ASSERT_TRUE(close(attention_output(q, k, v, options), plain.output));
  ASSERT_TRUE(close(attention_reference(q, k, v, options).weights, plain.weights));
}

TEST(Causal, AsAnOptionIsTheMask) {
  Rng rng(1);
  for (const auto& [n, m] : kShapes)
    for (int s = 0; s < kScoreCount; ++s) {
      const Score score = static_cast<Score>(s);
      const Mat q = normal_matrix(n, 5, rng), k = normal_matrix(m, 5, rng), v = normal_matrix(m, 9, rng);
      AttentionOptions options{
          .score = score, .weights = test::random_score_weights(score, 5, 5, 3, rng), .mask = nullptr, .temperature = Real(0.7)};
      expect_as_masked(q, k, v, options);
      const Mask random = random_mask(n, m, rng), padding = padding_mask(n, m, m / 2), window = window_mask(n, m, 2);
      for (const Mask* mask : {&random, &padding, &window}) {
        options.mask = mask;
        expect_as_masked(q, k, v, options);
      }
      ASSERT_FALSE(::testing::Test::HasFatalFailure()) << to_name(score) << " " << n << " " << m;
    }
}

TEST(Causal, OverManyStrips) {
  Rng rng(2);
  for (const auto& [n, m] : {Shape{301, 301}, Shape{200, 1500}, Shape{700, 150}})
    expect_as_masked(normal_matrix(n, 16, rng), normal_matrix(m, 16, rng), normal_matrix(m, 20, rng), {});
}

TEST(Causal, OfSeveralHeads) {
  Rng rng(3);
  for (const auto& [n, m] : kShapes) {
    const Mat q = normal_matrix(n, 12, rng), k = normal_matrix(m, 12, rng), v = normal_matrix(m, 12, rng);
    const MultiHeadWeights weights = test::random_multi_head_weights(12, true, rng);
    const Mask random = random_mask(n, m, rng);
    for (const Mask* mask : {static_cast<const Mask*>(nullptr), &random}) {
      const Mask both = causal_mask(n, m, mask);
      const MultiHead expected = multi_head_attention_reference(q, k, v, weights, 3, &both);
      const MultiHead fast = multi_head_attention(q, k, v, weights, 3, mask, true);
      ASSERT_TRUE(close(fast.output, expected.output)) << n << " " << m;
      for (std::size_t h = 0; h < 3; ++h) ASSERT_TRUE(close(fast.weights[h], expected.weights[h])) << n << " " << m;
      ASSERT_TRUE(close(multi_head_attention_output(q, k, v, weights, 3, mask, true), expected.output)) << n << " " << m;
      ASSERT_TRUE(close(multi_head_attention_reference(q, k, v, weights, 3, mask, true).output, expected.output)) << n << " " << m;
    }
  }
}

TEST(Stacked, HeadsAreTheSameAsOneByOne) {
  Rng rng(4);
  for (const auto& [n, m] : kShapes)
    for (const bool causal : {false, true}) {
      const Mat q = normal_matrix(3 * n, 8, rng), k = normal_matrix(3 * m, 8, rng), v = normal_matrix(3 * m, 5, rng);
      const Mask random = random_mask(n, m, rng);
      for (const Mask* mask : {static_cast<const Mask*>(nullptr), &random}) {
        const AttentionOptions options{.score = Score::scaled_dot, .weights = {}, .mask = mask, .temperature = 1, .causal = causal};
        Mat output(3 * n, 5);
        stacked_attention_output_into(q, k, v, 3, options, output);
        for (Index h = 0; h < 3; ++h)
          ASSERT_TRUE(close(output.middleRows(h * n, n),
                            attention_reference(q.middleRows(h * n, n), k.middleRows(h * m, m), v.middleRows(h * m, m), options).output))
              << n << " " << m << " head " << h;
      }
    }
}

#ifdef GTEST_HAS_DEATH_TEST
#if GTEST_HAS_DEATH_TEST
TEST(StackedDeathTest, RowsThatTheHeadsDoNotShare) {
  Mat output(4, 2);
  EXPECT_DEATH(stacked_attention_output_into(Mat::Ones(4, 2), Mat::Ones(3, 2), Mat::Ones(3, 2), 2, {}, output), "2 heads, q is");
}
#endif
#endif

}  // namespace
}  // namespace attn::kernels
