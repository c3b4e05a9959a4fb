// The kernels on every SIMD target that this processor has, not only on the best one, which the other tests run. WebAssembly has a single
// target, and nothing to choose from.

#include <hwy/targets.h>

#include <cstdio>

#include "base/rng.h"
#include "kernels/adam.h"
#include "kernels/attention.h"
#include "kernels/cross_entropy.h"
#include "kernels/elementwise.h"
#include "kernels/layer_norm.h"
#include "kernels/mask.h"
#include "kernels/matmul.h"
#include "kernels/recurrent.h"
#include "kernels/regression.h"
#include "kernels/softmax.h"
#include "unit/compare.h"
#include "unit/kernels/alignment_case.h"
#include "unit/kernels/random_encoder_layer.h"
#include "unit/kernels/random_weights.h"

#if (HWY_TARGETS & (HWY_TARGETS - 1)) != 0

namespace attn::kernels {
namespace {

using test::close;

/// Calls `check` once for each target, with the dispatch held to it.
template <class Check>
int on_every_target(const Check& check) {
  int count = 0;
  for (std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS; targets != 0; targets &= targets - 1) {
    const std::int64_t target = targets & -targets;
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    check();
    ++count;
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return count;
}

TEST(Targets, AllAgreeWithTheReference) {
  const int count = on_every_target([] {
    Rng rng(1);
    for (const Index m : {1, 6, 19, 67}) {
      const Mat q = normal_matrix(13, 7, rng), k = normal_matrix(m, 7, rng), v = normal_matrix(m, 9, rng);
      EXPECT_TRUE(close(product_bt(q, k), product_bt_reference(q, k)));
      EXPECT_TRUE(close(product_at(k, v), product_at_reference(k, v)));
      const Mask mask = causal_mask(13, m);
      for (int s = 0; s < kScoreCount; ++s) {
        const Score score = static_cast<Score>(s);
        const AttentionOptions options{
            .score = score, .weights = test::random_score_weights(score, 7, 7, 5, rng), .mask = &mask, .temperature = 2};
        const Attention fast = attention(q, k, v, options), expected = attention_reference(q, k, v, options);
        EXPECT_TRUE(close(fast.scores, expected.scores)) << to_name(score);
        EXPECT_TRUE(close(fast.weights, expected.weights)) << to_name(score);
        EXPECT_TRUE(close(attention_output(q, k, v, options), expected.output)) << to_name(score);
      }
      for (int f = 0; f < kRegressionKernelCount; ++f) {
        const RegressionKernel kernel = static_cast<RegressionKernel>(f);
        const Mat x = k.col(0), y = k.col(1), queries = q.col(0);
        EXPECT_TRUE(close(nadaraya_watson(x, y, queries, kernel, Real(0.4)).output,
                          nadaraya_watson_reference(x, y, queries, kernel, Real(0.4)).output))
            << to_name(kernel);
      }
    }
  });
  std::printf("%d SIMD targets checked\n", count);
  EXPECT_GE(count, 1);
}

void check_rows(Index d, Rng& rng) {
  const Mat x = normal_matrix(3, d, rng), gamma = normal_matrix(1, d, rng), beta = normal_matrix(1, d, rng);
  EXPECT_TRUE(close(layer_norm(x, gamma, beta).output, layer_norm_reference(x, gamma, beta).output)) << d;
  Mat y(3, d), p(3, d);
  tanh_into(x, y);
  EXPECT_TRUE(close(y, tanh_reference(x))) << d;
  sigmoid_into(x, y);
  EXPECT_TRUE(close(y, sigmoid_reference(x))) << d;
  gelu_into(x, y);
  EXPECT_TRUE(close(y, gelu_reference(x))) << d;
  const int targets[] = {0, -1, static_cast<int>(d) - 1};
  EXPECT_NEAR(cross_entropy_into(x, targets, Real(0.1), p), cross_entropy_reference(x, targets, Real(0.1)), test::kTolerance) << d;
  Mat a = x, b = x, m1 = Mat::Zero(3, d), v1 = m1, m2 = m1, v2 = m1;
  adam_into({.weight_decay = Real(0.1)}, y, a, m1, v1);
  adam_reference({.weight_decay = Real(0.1)}, y, b, m2, v2);
  EXPECT_TRUE(close(a, b)) << d;
}

TEST(Targets, TrainingAgreesWithTheReference) {
  on_every_target([] {
    Rng rng(2);
    for (const Index u : {1, 6, 19, 35}) {
      check_rows(u, rng);
      for (const Cell cell : {Cell::rnn, Cell::gru, Cell::lstm}) {
        const RecurrentWeights weights = test::random_recurrent_weights(cell, 3, u, rng);
        const Mat x = normal_matrix(4, 3, rng);
        EXPECT_TRUE(close(recurrent(cell, x, weights).h, recurrent_reference(cell, x, weights).h)) << u;
      }
      for (const bool additive : {false, true}) {
        test::AlignmentCase fast(3, u, 5, u, additive, true, true, rng), slow = fast;
        align_into(fast.in(), fast.out());
        align_reference(slow.in(), slow.out());
        EXPECT_TRUE(close(fast.context, slow.context)) << u;
      }
    }
  });
}

TEST(Targets, TheEncoderLayerAgreesWithTheReference) {
  on_every_target([] {
    Rng rng(3);
    for (const Index n : {1, 7, 50}) {
      const Mat x = normal_matrix(n, 12, rng);
      const EncoderLayerWeights w = test::random_encoder_layer(12, 19, true, rng);
      const EncoderLayerOptions o{.heads = 3, .norm = NormPlace::pre, .activation = Activation::gelu, .causal = true};
      EXPECT_TRUE(close(encoder_layer_output(x, w, o), encoder_layer_reference(x, w, o).output)) << n;
    }
  });
}

}  // namespace
}  // namespace attn::kernels

#endif
