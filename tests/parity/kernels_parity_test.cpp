// The kernels against PyTorch: results and gradients.

#include "kernels/attention.h"
#include "kernels/entropy.h"
#include "kernels/multi_head.h"
#include "kernels/regression.h"
#include "kernels/scores.h"
#include "kernels/softmax.h"
#include "parity/fixtures.h"
#include "unit/compare.h"

namespace attn::kernels {
namespace {

using test::close;
using test::Fixture;

constexpr char kFile[] = "kernels.txt";

Score score_named(std::string_view name) {
  for (int s = 0; s < kScoreCount; ++s)
    if (to_name(static_cast<Score>(s)) == name) return static_cast<Score>(s);
  ADD_FAILURE() << "no score " << name;
  return Score::dot;
}

ScoreWeights score_weights(const Fixture& f) { return {f.get("M"), f.get("wq"), f.get("wk"), f.get("w")}; }

void expect_same(const ScoreWeights& d, const Fixture& f) {
  EXPECT_TRUE(close(d.m, f.get("d_M")));
  EXPECT_TRUE(close(d.wq, f.get("d_wq")));
  EXPECT_TRUE(close(d.wk, f.get("d_wk")));
  EXPECT_TRUE(close(d.w, f.get("d_w")));
}

/// The gradients with respect to queries, keys and values.
template <class Grads>
void expect_same_inputs(const Grads& grads, const Fixture& f) {
  EXPECT_TRUE(close(grads.d_q, f.at("d_q")));
  EXPECT_TRUE(close(grads.d_k, f.at("d_k")));
  EXPECT_TRUE(close(grads.d_v, f.at("d_v")));
}

TEST(Torch, Softmax) {
  for (const Fixture& f : test::fixtures(kFile, "softmax")) {
    SCOPED_TRACE(f.name);
    const Mask mask = f.has("mask") ? f.mask() : Mask();
    const Real temperature = f.at("temperature")(0, 0);
    const Mat weights = softmax_rows(f.at("scores"), f.has("mask") ? &mask : nullptr, temperature);
    EXPECT_TRUE(close(weights, f.at("weights")));
    EXPECT_TRUE(close(softmax_rows_vjp(weights, f.at("d_output"), temperature), f.at("d_scores")));
  }
}

TEST(Torch, Scores) {
  for (const Fixture& f : test::fixtures(kFile, "scores")) {
    SCOPED_TRACE(f.name);
    const Score score = score_named(f.word(1));
    EXPECT_TRUE(close(scores(f.at("q"), f.at("k"), score, score_weights(f)), f.at("scores")));
    const ScoreGrads grads = scores_vjp(f.at("q"), f.at("k"), score, score_weights(f), f.at("d_output"));
    EXPECT_TRUE(close(grads.d_q, f.at("d_q")));
    EXPECT_TRUE(close(grads.d_k, f.at("d_k")));
    expect_same(grads.d_weights, f);
  }
}

TEST(Torch, Attention) {
  for (const Fixture& f : test::fixtures(kFile, "attention")) {
    SCOPED_TRACE(f.name);
    const Mask mask = f.has("mask") ? f.mask() : Mask();
    const AttentionOptions options{.score = score_named(f.word(1)),
                                   .weights = score_weights(f),
                                   .mask = f.has("mask") ? &mask : nullptr,
                                   .temperature = f.at("temperature")(0, 0)};
    const Mat &q = f.at("q"), &k = f.at("k"), &v = f.at("v");
    const Attention result = attention(q, k, v, options);
    if (f.has("scores")) {
      EXPECT_TRUE(close(result.scores, f.at("scores")));
    }
    EXPECT_TRUE(close(result.weights, f.at("weights")));
    EXPECT_TRUE(close(result.output, f.at("output")));
    EXPECT_TRUE(close(attention_output(q, k, v, options), f.at("output")));
    const AttentionGrads grads = attention_vjp(q, k, v, options, result, f.at("d_output"));
    expect_same_inputs(grads, f);
    expect_same(grads.d_weights, f);
  }
}

TEST(Torch, MultiHead) {
  for (const Fixture& f : test::fixtures(kFile, "multi_head")) {
    SCOPED_TRACE(f.name);
    const Mask mask = f.has("mask") ? f.mask() : Mask();
    const int heads = static_cast<int>(f.at("heads")(0, 0));
    const Mat &q = f.at("q"), &k = f.at("k"), &v = f.at("v");
    const MultiHeadWeights w{f.at("wq"), f.at("wk"), f.at("wv"), f.at("wo"), f.get("bq"), f.get("bk"), f.get("bv"), f.get("bo")};
    const MultiHead result = multi_head_attention(q, k, v, w, heads, f.has("mask") ? &mask : nullptr);
    EXPECT_TRUE(close(result.output, f.at("output")));
    for (int h = 0; h < heads; ++h)
      EXPECT_TRUE(close(result.weights[static_cast<size_t>(h)], f.at("weights").middleRows(h * q.rows(), q.rows())));
    const MultiHeadGrads grads = multi_head_attention_vjp(q, k, v, w, heads, result, f.at("d_output"));
    expect_same_inputs(grads, f);
    const MultiHeadWeights& d = grads.d_weights;
    for (const auto& [key, gradient] : std::map<std::string, const Mat*>{{"d_wq", &d.wq},
                                                                         {"d_wk", &d.wk},
                                                                         {"d_wv", &d.wv},
                                                                         {"d_wo", &d.wo},
                                                                         {"d_bq", &d.bq},
                                                                         {"d_bk", &d.bk},
                                                                         {"d_bv", &d.bv},
                                                                         {"d_bo", &d.bo}})
      EXPECT_TRUE(close(*gradient, f.get(key))) << key;
  }
}

TEST(Torch, NadarayaWatson) {
  for (const Fixture& f : test::fixtures(kFile, "regression")) {
    SCOPED_TRACE(f.name);
    const RegressionKernel kernel = *regression_kernel_from_name(f.word(1));
    const Mat &x = f.at("x"), &y = f.at("y"), &queries = f.at("queries");
    const Real width = f.at("width")(0, 0);
    const Regression result = nadaraya_watson(x, y, queries, kernel, width);
    EXPECT_TRUE(close(result.weights, f.at("weights")));
    EXPECT_TRUE(close(result.output, f.at("output")));
    EXPECT_TRUE(close(result.reach.cast<Real>(), f.at("reach")));
    const RegressionGrads grads = nadaraya_watson_vjp(x, y, queries, kernel, width, f.at("d_output"));
    EXPECT_TRUE(close(grads.d_x, f.at("d_x")));
    EXPECT_TRUE(close(grads.d_y, f.at("d_y")));
    EXPECT_TRUE(close(grads.d_queries, f.at("d_queries")));
    EXPECT_TRUE(close(Mat::Constant(1, 1, grads.d_width), f.at("d_width")));
  }
}

TEST(Torch, Entropy) {
  for (const Fixture& f : test::fixtures(kFile, "entropy")) {
    SCOPED_TRACE(f.name);
    EXPECT_TRUE(close(entropy_rows(f.at("weights")), f.at("entropy")));
    EXPECT_TRUE(close(entropy_rows_vjp(f.at("weights"), f.at("d_output")), f.at("d_weights")));
  }
}

}  // namespace
}  // namespace attn::kernels
