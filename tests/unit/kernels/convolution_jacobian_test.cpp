#include "base/rng.h"
#include "kernels/convolution.h"
#include "unit/jacobian.h"

namespace attn::kernels {
namespace {

using test::gradient_matches;
using test::weighted_sum;

TEST(ConvolutionJacobian, OfEveryArgument) {
  Rng rng(1);
  for (const ConvolutionShape& s :
       {ConvolutionShape{2, 3, 4, 2, 3, 1, 1}, ConvolutionShape{1, 4, 4, 1, 2, 2, 0}, ConvolutionShape{1, 5, 4, 3, 3, 2, 1}}) {
    Mat x = normal_matrix(s.images * s.pixels(), s.channels, rng), w = normal_matrix(s.seen(), 3, rng), b = normal_matrix(1, 3, rng);
    const Mat c = normal_matrix(s.images * s.windows(), 3, rng);
    const auto loss = [&] { return weighted_sum(c, convolve(x, w, b, s)); };
    const ConvolutionGrads grads = convolve_vjp(x, w, c, s);
    EXPECT_TRUE(gradient_matches(&x, grads.d_x, loss));
    EXPECT_TRUE(gradient_matches(&w, grads.d_w, loss));
    EXPECT_TRUE(gradient_matches(&b, grads.d_b, loss));
  }
}

TEST(ConvolutionJacobian, Windows) {
  Rng rng(2);
  const ConvolutionShape s{2, 3, 4, 2, 2, 1, 1};
  Mat x = normal_matrix(24, 2, rng), windows(2 * s.windows(), s.seen()), d_x = Mat::Zero(24, 2);
  const Mat c = normal_matrix(windows.rows(), windows.cols(), rng);
  add_windows_vjp(c, s, d_x);
  EXPECT_TRUE(gradient_matches(&x, d_x, [&] {
    windows_into(x, s, windows);
    return weighted_sum(c, windows);
  }));
}

}  // namespace
}  // namespace attn::kernels
