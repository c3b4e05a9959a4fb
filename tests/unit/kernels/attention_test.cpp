#include "kernels/attention.h"

#include "base/rng.h"
#include "kernels/mask.h"
#include "kernels/multi_head.h"
#include "unit/compare.h"
#include "unit/kernels/random_weights.h"

namespace attn::kernels {
namespace {

using test::close;

void expect_all_variants_agree(In q, In k, In v, const AttentionOptions& options) {
  const Attention fast = attention(q, k, v, options), expected = attention_reference(q, k, v, options);
  ASSERT_TRUE(close(fast.scores, expected.scores));
  ASSERT_TRUE(close(fast.weights, expected.weights));
  ASSERT_TRUE(close(fast.output, expected.output));
  ASSERT_TRUE(close(attention_output(q, k, v, options), expected.output));
}

std::vector<Mask> masks_of(Index n, Index m, Rng& rng) {
  Mask random(n, m);
  for (Index i = 0; i < random.size(); ++i) random.data()[i] = rng.uniform() < 0.4;
  random.row(n / 2).setConstant(false);
  return {full_mask(n, m), causal_mask(n, m),          padding_mask(n, m, m / 2), window_mask(n, m, 2), prefix_mask(n, m, m / 3),
          random,          Mask::Constant(n, m, false)};
}

TEST(Attention, EveryScoreAndMaskOverOddShapes) {
  Rng rng(1);
  for (int s = 0; s < kScoreCount; ++s)
    for (const Index n : {1, 6, 13, 31})
      for (const Index m : {1, 5, 16, 35, 67}) {
        const Score score = static_cast<Score>(s);
        const Index d = 1 + (n * 7 + m) % 9, e = s >= 3 ? d + 1 : d;
        const Mat q = normal_matrix(n, d, rng), k = normal_matrix(m, e, rng), v = normal_matrix(m, 1 + m % 37, rng);
        AttentionOptions options{
            .score = score, .weights = test::random_score_weights(score, d, e, 3, rng), .mask = nullptr, .temperature = Real(0.7)};
        expect_all_variants_agree(q, k, v, options);
        for (const Mask& mask : masks_of(n, m, rng)) {
          options.mask = &mask;
          expect_all_variants_agree(q, k, v, options);
          ASSERT_FALSE(::testing::Test::HasFatalFailure()) << to_name(score) << " " << n << " " << m << "\n" << mask;
        }
      }
}

TEST(Attention, EveryWidth) {
  Rng rng(2);
  for (Index d = 1; d <= 67; ++d) {
    expect_all_variants_agree(normal_matrix(7, d, rng), normal_matrix(11, d, rng), normal_matrix(11, 68 - d, rng), {});
    ASSERT_FALSE(::testing::Test::HasFatalFailure()) << d;
  }
}

TEST(Attention, ManyStrips) {
  Rng rng(3);
  const Mat q = normal_matrix(301, 16, rng), k = normal_matrix(1500, 16, rng), v = normal_matrix(1500, 20, rng);
  expect_all_variants_agree(q, k, v, {});
  const Mask causal = causal_mask(301, 1500);
  expect_all_variants_agree(q, k, v, {.score = Score::dot, .weights = {}, .mask = &causal, .temperature = 2});
}

TEST(Attention, HugeScores) {
  Rng rng(4);
  const Mat q = normal_matrix(6, 4, rng, 100), k = normal_matrix(9, 4, rng, 100), v = normal_matrix(9, 3, rng);
  const Attention result = attention(q, k, v, {.score = Score::dot, .weights = {}, .mask = nullptr, .temperature = 1});
  EXPECT_GT(result.scores.cwiseAbs().maxCoeff(), 1e4);
  EXPECT_TRUE(test::all_finite(result.output));
  for (Index i = 0; i < 6; ++i) EXPECT_NEAR(result.weights.row(i).sum(), 1, 1e-5);
}

TEST(Attention, QueryThatMaySeeNothingPutsOutZero) {
  Rng rng(5);
  Mask mask = full_mask(4, 5);
  mask.row(2).setConstant(false);
  const AttentionOptions options{.score = Score::scaled_dot, .weights = {}, .mask = &mask, .temperature = 1};
  const Mat q = normal_matrix(4, 3, rng), k = normal_matrix(5, 3, rng), v = normal_matrix(5, 6, rng);
  EXPECT_TRUE((attention(q, k, v, options).output.row(2).array() == 0).all());
  EXPECT_TRUE((attention_output(q, k, v, options).row(2).array() == 0).all());
}

TEST(Attention, NoKeysAndNoQueries) {
  EXPECT_TRUE(close(attention(Mat::Ones(3, 2), Mat(0, 2), Mat(0, 4)).output, Mat::Zero(3, 4)));
  EXPECT_TRUE(close(attention_output(Mat::Ones(3, 2), Mat(0, 2), Mat(0, 4)), Mat::Zero(3, 4)));
  EXPECT_EQ(attention(Mat(0, 2), Mat::Ones(5, 2), Mat::Ones(5, 4)).output.rows(), 0);
}

TEST(Attention, ShuffledTokensGiveShuffledOutputs) {
  Rng rng(6);
  const Mat x = normal_matrix(5, 4, rng), swapped = x.colwise().reverse();
  EXPECT_TRUE(close(attention(swapped, swapped, swapped).output, attention(x, x, x).output.colwise().reverse()));
}

TEST(MultiHead, EqualsTheReference) {
  Rng rng(7);
  for (const int heads : {1, 2, 4, 8})
    for (const bool bias : {false, true})
      for (const Index n : {1, 6, 40}) {
        const Index m = n + 3, e = 8 * (1 + n % 3);
        const Mat q = normal_matrix(n, e, rng), k = normal_matrix(m, e, rng), v = normal_matrix(m, e, rng);
        const MultiHeadWeights weights = test::random_multi_head_weights(e, bias, rng);
        const Mask causal = causal_mask(n, m);
        for (const Mask* mask : {static_cast<const Mask*>(nullptr), &causal}) {
          const MultiHead fast = multi_head_attention(q, k, v, weights, heads, mask);
          const MultiHead expected = multi_head_attention_reference(q, k, v, weights, heads, mask);
          ASSERT_TRUE(close(fast.output, expected.output));
          ASSERT_TRUE(close(multi_head_attention_output(q, k, v, weights, heads, mask), expected.output));
          ASSERT_TRUE(close(fast.concat, expected.concat));
          ASSERT_EQ(fast.weights.size(), static_cast<size_t>(heads));
          for (size_t h = 0; h < fast.weights.size(); ++h) {
            ASSERT_TRUE(close(fast.scores[h], expected.scores[h]));
            ASSERT_TRUE(close(fast.weights[h], expected.weights[h]));
            ASSERT_TRUE(close(fast.heads[h], expected.concat.middleCols(static_cast<Index>(h) * e / heads, e / heads)));
          }
        }
      }
}

TEST(MultiHead, OneHeadWithIdentitiesIsPlainAttention) {
  Rng rng(8);
  const Mat x = normal_matrix(6, 4, rng), one = Mat::Identity(4, 4);
  const MultiHeadWeights weights{one, one, one, one, {}, {}, {}, {}};
  EXPECT_TRUE(close(multi_head_attention(x, x, x, weights, 1).output, attention(x, x, x).output));
}

TEST(Masks, AreWhatTheirNamesSay) {
  EXPECT_TRUE(causal_mask(3, 3)(1, 1) && causal_mask(3, 3)(2, 0) && !causal_mask(3, 3)(0, 1));
  EXPECT_TRUE(causal_mask(2, 5)(1, 4) && causal_mask(2, 5)(0, 3) && !causal_mask(2, 5)(0, 4));
  EXPECT_TRUE(padding_mask(2, 4, 3)(0, 2) && !padding_mask(2, 4, 3)(1, 3));
  EXPECT_TRUE(window_mask(5, 5, 1)(3, 2) && !window_mask(5, 5, 1)(3, 1));
  EXPECT_TRUE(prefix_mask(4, 4, 2)(0, 1) && !prefix_mask(4, 4, 2)(0, 2) && prefix_mask(4, 4, 2)(3, 3));
}

}  // namespace
}  // namespace attn::kernels
