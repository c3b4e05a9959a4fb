#include "kernels/encoder_layer.h"

#include "kernels/mask.h"
#include "kernels/matmul.h"
#include "kernels/softmax.h"
#include "unit/compare.h"
#include "unit/kernels/random_encoder_layer.h"

namespace attn::kernels {
namespace {

using test::close;

void expect_same(const LayerNorm& a, const LayerNorm& b) {
  EXPECT_TRUE(close(a.output, b.output));
  EXPECT_TRUE(close(a.mean, b.mean));
  EXPECT_TRUE(close(a.inverse_deviation, b.inverse_deviation));
}

void expect_same(const std::vector<Mat>& a, const std::vector<Mat>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t h = 0; h < a.size(); ++h) EXPECT_TRUE(close(a[h], b[h])) << h;
}

void expect_same(const EncoderLayer& a, const EncoderLayer& b) {
  expect_same(a.norm1, b.norm1), expect_same(a.norm2, b.norm2);
  expect_same(a.attention.scores, b.attention.scores), expect_same(a.attention.weights, b.attention.weights);
  expect_same(a.attention.heads, b.attention.heads), expect_same(a.head_parts, b.head_parts);
  EXPECT_TRUE(close(a.attention_input, b.attention_input));
  EXPECT_TRUE(close(a.attention.q, b.attention.q));
  EXPECT_TRUE(close(a.attention.k, b.attention.k));
  EXPECT_TRUE(close(a.attention.v, b.attention.v));
  EXPECT_TRUE(close(a.attention.concat, b.attention.concat));
  EXPECT_TRUE(close(a.attention.output, b.attention.output));
  EXPECT_TRUE(close(a.sum1, b.sum1));
  EXPECT_TRUE(close(a.ff_input, b.ff_input));
  EXPECT_TRUE(close(a.hidden_before, b.hidden_before));
  EXPECT_TRUE(close(a.hidden, b.hidden));
  EXPECT_TRUE(close(a.ff_output, b.ff_output));
  EXPECT_TRUE(close(a.sum2, b.sum2));
  EXPECT_TRUE(close(a.output, b.output));
}

TEST(EncoderLayer, EverySwitchOverOddShapes) {
  Rng rng(1);
  for (const auto& [n, e, f, heads] : {std::tuple<Index, Index, Index, int>{1, 1, 1, 1}, {5, 6, 7, 3}, {13, 8, 19, 2}, {31, 20, 37, 4}}) {
    const Mat x = normal_matrix(n, e, rng);
    Mask mask = causal_mask(n, n).array() || window_mask(n, n, 2).array();
    mask.row(n / 2).setConstant(false);
    for (const bool bias : {false, true}) {
      const EncoderLayerWeights w = test::random_encoder_layer(e, f, bias, rng);
      for (EncoderLayerOptions o : test::encoder_layer_options(heads))
        for (const Mask* used : {static_cast<const Mask*>(nullptr), &std::as_const(mask)}) {
          o.mask = used;
          SCOPED_TRACE(test::name_of(o) + ", n = " + std::to_string(n));
          const EncoderLayer expected = encoder_layer_reference(x, w, o);
          expect_same(encoder_layer(x, w, o), expected);
          EXPECT_TRUE(close(encoder_layer_output(x, w, o), expected.output));
          ASSERT_FALSE(::testing::Test::HasFailure());
        }
    }
  }
}

TEST(EncoderLayer, TheOutputAloneAtSizesOfModels) {
  Rng rng(2);
  for (const Index n : {23, 32, 128, 300})
    for (const bool causal : {false, true})
      for (const NormPlace norm : {NormPlace::pre, NormPlace::post}) {
        const Mat x = normal_matrix(n, 64, rng);
        const EncoderLayerWeights w = test::random_encoder_layer(64, 256, true, rng);
        const EncoderLayerOptions o{.heads = 4, .norm = norm, .activation = Activation::gelu, .causal = causal};
        EXPECT_TRUE(close(encoder_layer_output(x, w, o), encoder_layer_reference(x, w, o).output, 2e-5)) << n << " " << test::name_of(o);
      }
}

TEST(EncoderLayer, TheHeadsPartsSumToTheAttentionWithoutItsBias) {
  Rng rng(3);
  const Mat x = normal_matrix(6, 8, rng);
  const EncoderLayerWeights w = test::random_encoder_layer(8, 5, true, rng);
  const EncoderLayer r = encoder_layer(x, w, {.heads = 4});
  Mat sum = w.attention.bo.replicate(6, 1);
  for (const Mat& part : r.head_parts) sum += part;
  EXPECT_TRUE(close(sum, r.attention.output));
}

TEST(EncoderLayer, StagesFollowFromTheStagesBefore) {
  Rng rng(4);
  const Mat x = normal_matrix(5, 6, rng);
  const EncoderLayerWeights w = test::random_encoder_layer(6, 9, true, rng);
  const EncoderLayer post = encoder_layer(x, w, {.heads = 2, .norm = NormPlace::post});
  EXPECT_TRUE(close(post.attention_input, x));
  EXPECT_TRUE(close(post.norm1.output, layer_norm(post.sum1, w.gamma1, w.beta1).output));
  EXPECT_TRUE(close(post.ff_input, post.norm1.output));
  EXPECT_TRUE(close(post.sum2, post.norm1.output + post.ff_output));
  EXPECT_TRUE(close(post.output, layer_norm(post.sum2, w.gamma2, w.beta2).output));
  const EncoderLayer pre = encoder_layer(x, w, {.heads = 2, .norm = NormPlace::pre});
  EXPECT_TRUE(close(pre.attention_input, layer_norm(x, w.gamma1, w.beta1).output));
  EXPECT_TRUE(close(pre.sum1, x + pre.attention.output));
  EXPECT_TRUE(close(pre.ff_input, layer_norm(pre.sum1, w.gamma2, w.beta2).output));
  EXPECT_TRUE(close(pre.output, pre.sum1 + pre.ff_output));
  const EncoderLayer none = encoder_layer(x, w, {.heads = 2, .norm = NormPlace::none, .residual = false});
  EXPECT_EQ(none.norm1.output.size() + none.norm2.output.size(), 0);
  EXPECT_TRUE(close(none.ff_input, none.attention.output));
  EXPECT_TRUE(close(none.output, none.ff_output));
}

TEST(EncoderLayer, WithoutScaleTheScoresAreRootOfTheHeadsWidthTimesAsLarge) {
  Rng rng(5);
  const Mat x = normal_matrix(4, 18, rng);
  const EncoderLayerWeights w = test::random_encoder_layer(18, 4, false, rng);
  const EncoderLayer scaled = encoder_layer(x, w, {.heads = 2}), raw = encoder_layer(x, w, {.heads = 2, .scale = false});
  for (size_t h = 0; h < 2; ++h) {
    EXPECT_TRUE(close(raw.attention.scores[h], 3 * scaled.attention.scores[h]));
    EXPECT_TRUE(close(raw.attention.weights[h], softmax_rows(3 * scaled.attention.scores[h])));
  }
}

TEST(EncoderLayer, CausalRowsDoNotChangeWithWhatFollows) {
  Rng rng(6);
  Mat x = normal_matrix(9, 8, rng);
  const EncoderLayerWeights w = test::random_encoder_layer(8, 12, true, rng);
  for (const NormPlace norm : {NormPlace::none, NormPlace::pre, NormPlace::post}) {
    const EncoderLayerOptions o{.heads = 2, .norm = norm, .causal = true};
    const Mat before = encoder_layer_output(x, w, o);
    x.bottomRows(3).array() += 1;
    EXPECT_TRUE(close(encoder_layer_output(x, w, o).topRows(6), before.topRows(6)));
    EXPECT_FALSE(close(encoder_layer_output(x, w, o).bottomRows(3), before.bottomRows(3)));
  }
}

TEST(EncoderLayer, NoPositionsAndBlocksOfWiderMatrices) {
  Rng rng(7);
  const EncoderLayerWeights w = test::random_encoder_layer(6, 5, true, rng);
  EXPECT_EQ(encoder_layer_output(Mat(0, 6), w, {.heads = 2}).rows(), 0);
  const Mat wide = normal_matrix(7, 20, rng);
  const Mat x = wide.middleCols(3, 6);
  EXPECT_TRUE(close(encoder_layer_output(wide.middleCols(3, 6), w, {.heads = 2}), encoder_layer_output(x, w, {.heads = 2})));
}

#if GTEST_HAS_DEATH_TEST
TEST(EncoderLayerDeathTest, ShapesThatDoNotFit) {
  Rng rng(8);
  const Mat x = normal_matrix(3, 6, rng);
  EncoderLayerWeights w = test::random_encoder_layer(6, 5, true, rng);
  EXPECT_DEATH(encoder_layer(x, w, {.heads = 4}), "4 heads of a width of 6");
  w.w2.resize(4, 6);
  EXPECT_DEATH(encoder_layer_output(x, w, {.heads = 2}), "w2 is \\[4,6\\], not \\[5,6\\]");
  w = test::random_encoder_layer(6, 5, true, rng);
  w.gamma2 = Mat();
  EXPECT_DEATH(encoder_layer(x, w, {.heads = 2, .norm = NormPlace::pre}), "gamma2 is \\[0,0\\]");
  EXPECT_EQ(encoder_layer(x, w, {.heads = 2, .norm = NormPlace::none}).output.rows(), 3);
}
#endif

}  // namespace
}  // namespace attn::kernels
