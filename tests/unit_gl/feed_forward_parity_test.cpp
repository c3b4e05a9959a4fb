// The feed-forward network on the GPU against the CPU's.
#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

using FeedForwardOnGl = Gl;

TEST_F(FeedForwardOnGl, EqualsTheCpu) {
  Rng rng(13);
  for (const auto& [n, e] : {std::pair{1, 1}, {1, 7}, {5, 3}, {64, 17}, {257, 129}})
    for (const int f : {1, 6, 4 * e})
      for (const auto activation : {kernels::Activation::relu, kernels::Activation::gelu})
        for (const Real size : {Real(1), Real(1e4)}) {
          SCOPED_TRACE(testing::Message() << n << "x" << e << " through " << f << " times " << size);
          const Mat x = size * normal_matrix(n, e, rng), w1 = normal_matrix(e, f, rng, 1 / std::sqrt(e)), b1 = normal_matrix(1, f, rng);
          const Mat w2 = normal_matrix(f, e, rng, 1 / std::sqrt(f)), b2 = normal_matrix(1, e, rng);
          const kernels::FeedForward a = gl->feed_forward(x, w1, b1, w2, b2, activation),
                                     b = cpu().feed_forward(x, w1, b1, w2, b2, activation);
          // Of large numbers small sums may be left, so the tolerance is of the numbers' size.
          EXPECT_TRUE(close(a.hidden_before / size, b.hidden_before / size)) << "before the activation";
          EXPECT_TRUE(close(a.hidden / size, b.hidden / size)) << "after it";
          EXPECT_TRUE(close(a.output / size, b.output / size)) << "output";
        }
}

}  // namespace
}  // namespace attn::compute
