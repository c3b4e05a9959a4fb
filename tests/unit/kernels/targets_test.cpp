// The kernels on every SIMD target that this processor has, not only on the best one, which the other tests run. WebAssembly has a single
// target, and nothing to choose from.

#include <hwy/targets.h>

#include <cstdio>

#include "base/rng.h"
#include "kernels/attention.h"
#include "kernels/mask.h"
#include "kernels/matmul.h"
#include "kernels/regression.h"
#include "kernels/softmax.h"
#include "unit/compare.h"
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

}  // namespace
}  // namespace attn::kernels

#endif
