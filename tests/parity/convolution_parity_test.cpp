// Convolutions against PyTorch: results and gradients.
#include "kernels/convolution.h"
#include "parity/fixtures.h"
#include "unit/compare.h"

namespace attn::kernels {
namespace {

using test::close;
using test::Fixture;

TEST(TorchConvolution, ResultsAndGradients) {
  for (const Fixture& f : test::fixtures("convolution.txt", "convolution")) {
    SCOPED_TRACE(f.name);
    const auto size = [&](Index i) { return static_cast<Index>(f.at("shape")(0, i)); };
    const ConvolutionShape s{size(0), size(1), size(2), size(3), size(4), size(5), size(6)};
    EXPECT_TRUE(close(convolve(f.at("x"), f.at("w"), f.at("b"), s), f.at("output")));
    const ConvolutionGrads grads = convolve_vjp(f.at("x"), f.at("w"), f.at("d_output"), s);
    EXPECT_TRUE(close(grads.d_x, f.at("d_x")));
    EXPECT_TRUE(close(grads.d_w, f.at("d_w")));
    EXPECT_TRUE(close(grads.d_b, f.at("d_b")));
  }
}

}  // namespace
}  // namespace attn::kernels
