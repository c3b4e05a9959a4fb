// Every backward kernel against central differences, in double precision.

#include "base/rng.h"
#include "kernels/attention.h"
#include "kernels/entropy.h"
#include "kernels/mask.h"
#include "kernels/matmul.h"
#include "kernels/multi_head.h"
#include "kernels/regression.h"
#include "kernels/scores.h"
#include "kernels/softmax.h"
#include "unit/jacobian.h"
#include "unit/kernels/random_weights.h"

namespace attn::kernels {
namespace {

using test::gradient_matches;
using test::weighted_sum;

/// One query sees nothing, one sees one key, the rest most.
Mask uneven_mask(Index n, Index m) {
  Mask mask = causal_mask(n, m);
  mask.row(0).setConstant(false);
  mask.row(1).setConstant(false);
  mask(1, m - 1) = true;
  return mask;
}

TEST(Jacobian, Product) {
  Rng rng(1);
  Mat a = normal_matrix(4, 3, rng), b = normal_matrix(3, 5, rng);
  const Mat c = normal_matrix(4, 5, rng);
  const auto loss = [&] { return weighted_sum(c, product(a, b)); };
  const ProductGrads grads = product_vjp(a, b, c);
  EXPECT_TRUE(gradient_matches(&a, grads.d_a, loss));
  EXPECT_TRUE(gradient_matches(&b, grads.d_b, loss));
}

TEST(Jacobian, Softmax) {
  Rng rng(2);
  for (const Index m : {1, 5, 21}) {
    Mat scores = normal_matrix(4, m, rng, 2);
    const Mat c = normal_matrix(4, m, rng);
    const Mask mask = uneven_mask(4, m);
    for (const Mask* used : {static_cast<const Mask*>(nullptr), &mask}) {
      const auto loss = [&] { return weighted_sum(c, softmax_rows(scores, used, 0.6)); };
      EXPECT_TRUE(gradient_matches(&scores, softmax_rows_vjp(softmax_rows(scores, used, 0.6), c, 0.6), loss));
    }
  }
}

TEST(Jacobian, Entropy) {
  Rng rng(3);
  Mat weights = softmax_rows(normal_matrix(3, 6, rng));
  const Mat c = normal_matrix(3, 1, rng);
  const auto loss = [&] { return weighted_sum(c, entropy_rows(weights)); };
  EXPECT_TRUE(gradient_matches(&weights, entropy_rows_vjp(weights, c), loss));
}

TEST(Jacobian, Scores) {
  Rng rng(4);
  for (int s = 0; s < kScoreCount; ++s) {
    const Score score = static_cast<Score>(s);
    const Index d = 4, e = s >= 3 ? 3 : 4;
    Mat q = normal_matrix(3, d, rng), k = normal_matrix(5, e, rng);
    ScoreWeights weights = test::random_score_weights(score, d, e, 6, rng);
    const Mat c = normal_matrix(3, 5, rng);
    const auto loss = [&] { return weighted_sum(c, scores(q, k, score, weights)); };
    const ScoreGrads grads = scores_vjp(q, k, score, weights, c);
    EXPECT_TRUE(gradient_matches(&q, grads.d_q, loss)) << to_name(score);
    EXPECT_TRUE(gradient_matches(&k, grads.d_k, loss)) << to_name(score);
    EXPECT_TRUE(gradient_matches(&weights.m, grads.d_weights.m, loss)) << to_name(score);
    EXPECT_TRUE(gradient_matches(&weights.wq, grads.d_weights.wq, loss)) << to_name(score);
    EXPECT_TRUE(gradient_matches(&weights.wk, grads.d_weights.wk, loss)) << to_name(score);
    EXPECT_TRUE(gradient_matches(&weights.w, grads.d_weights.w, loss)) << to_name(score);
  }
}

TEST(Jacobian, Attention) {
  Rng rng(5);
  for (int s = 0; s < kScoreCount; ++s) {
    const Score score = static_cast<Score>(s);
    Mat q = normal_matrix(4, 3, rng), k = normal_matrix(6, 3, rng), v = normal_matrix(6, 5, rng);
    const Mask mask = uneven_mask(4, 6);
    AttentionOptions options{.score = score, .weights = test::random_score_weights(score, 3, 3, 4, rng), .mask = &mask, .temperature = 1.4};
    const Mat c = normal_matrix(4, 5, rng);
    const auto loss = [&] { return weighted_sum(c, attention_output(q, k, v, options)); };
    const AttentionGrads grads = attention_vjp(q, k, v, options, attention(q, k, v, options), c);
    EXPECT_TRUE(gradient_matches(&q, grads.d_q, loss)) << to_name(score);
    EXPECT_TRUE(gradient_matches(&k, grads.d_k, loss)) << to_name(score);
    EXPECT_TRUE(gradient_matches(&v, grads.d_v, loss)) << to_name(score);
    EXPECT_TRUE(gradient_matches(&options.weights.m, grads.d_weights.m, loss)) << to_name(score);
    EXPECT_TRUE(gradient_matches(&options.weights.wq, grads.d_weights.wq, loss)) << to_name(score);
    EXPECT_TRUE(gradient_matches(&options.weights.w, grads.d_weights.w, loss)) << to_name(score);
  }
}

TEST(Jacobian, MultiHead) {
  Rng rng(6);
  for (const bool bias : {false, true}) {
    Mat q = normal_matrix(3, 4, rng), k = normal_matrix(5, 4, rng), v = normal_matrix(5, 4, rng);
    MultiHeadWeights w = test::random_multi_head_weights(4, bias, rng);
    const Mask mask = uneven_mask(3, 5);
    const Mat c = normal_matrix(3, 4, rng);
    const auto loss = [&] { return weighted_sum(c, multi_head_attention_output(q, k, v, w, 2, &mask)); };
    const MultiHeadGrads grads = multi_head_attention_vjp(q, k, v, w, 2, multi_head_attention(q, k, v, w, 2, &mask), c);
    EXPECT_TRUE(gradient_matches(&q, grads.d_q, loss));
    EXPECT_TRUE(gradient_matches(&k, grads.d_k, loss));
    EXPECT_TRUE(gradient_matches(&v, grads.d_v, loss));
    const MultiHeadWeights& d = grads.d_weights;
    for (const auto& [parameter, gradient] : {std::pair{&w.wq, &d.wq},
                                              {&w.wk, &d.wk},
                                              {&w.wv, &d.wv},
                                              {&w.wo, &d.wo},
                                              {&w.bq, &d.bq},
                                              {&w.bk, &d.bk},
                                              {&w.bv, &d.bv},
                                              {&w.bo, &d.bo}})
      EXPECT_TRUE(gradient_matches(parameter, *gradient, loss));
  }
}

TEST(Jacobian, NadarayaWatson) {
  Rng rng(7);
  for (int kernel = 0; kernel < kRegressionKernelCount; ++kernel) {
    const RegressionKernel f = static_cast<RegressionKernel>(kernel);
    Mat x = uniform_matrix(9, 1, rng, 0, 4), y = normal_matrix(9, 1, rng), queries = uniform_matrix(6, 1, rng, -1, 6);
    Mat width = Mat::Constant(1, 1, 0.9);
    const Mat c = normal_matrix(6, 1, rng);
    const auto loss = [&] { return weighted_sum(c, nadaraya_watson(x, y, queries, f, width(0, 0)).output); };
    const RegressionGrads grads = nadaraya_watson_vjp(x, y, queries, f, width(0, 0), c);
    EXPECT_TRUE(gradient_matches(&x, grads.d_x, loss)) << to_name(f);
    EXPECT_TRUE(gradient_matches(&y, grads.d_y, loss)) << to_name(f);
    EXPECT_TRUE(gradient_matches(&queries, grads.d_queries, loss)) << to_name(f);
    EXPECT_TRUE(gradient_matches(&width, Mat::Constant(1, 1, grads.d_width), loss)) << to_name(f);
  }
}

TEST(Jacobian, LeaveOneOut) {
  Rng rng(8);
  for (int kernel = 0; kernel < kRegressionKernelCount; ++kernel) {
    const RegressionKernel f = static_cast<RegressionKernel>(kernel);
    const Mat x = uniform_matrix(12, 1, rng, 0, 4), y = normal_matrix(12, 1, rng);
    Mat width = Mat::Constant(1, 1, 0.8);
    const auto loss = [&] { return static_cast<double>(leave_one_out_error(x, y, f, width(0, 0)).error); };
    EXPECT_TRUE(gradient_matches(&width, Mat::Constant(1, 1, leave_one_out_error(x, y, f, width(0, 0)).d_width), loss)) << to_name(f);
  }
}

}  // namespace
}  // namespace attn::kernels
