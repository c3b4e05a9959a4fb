#include "kernels/convolution.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "unit/compare.h"

namespace attn::kernels {
namespace {

using test::close;

TEST(Convolution, EqualsTheReferenceForEveryShape) {
  Rng rng(1);
  for (const Index images : {1, 3})
    for (const Index channels : {1, 2, 5})
      for (const Index side : {1, 2, 3, 4})
        for (const Index stride : {1, 2, 3})
          for (const Index padding : {0, 1, 2}) {
            const ConvolutionShape s{images, 5, 7, channels, side, stride, padding};
            const Mat x = normal_matrix(images * 35, channels, rng), w = normal_matrix(s.seen(), 6, rng), b = normal_matrix(1, 6, rng);
            EXPECT_TRUE(close(convolve(x, w, b, s), convolve_reference(x, w, b, s))) << side << stride << padding;
            EXPECT_TRUE(close(convolve(x, w, Mat(), s), convolve_reference(x, w, Mat(), s)));
            Mat windows(images * s.windows(), s.seen());
            windows_into(x, s, windows);
            EXPECT_TRUE(close((windows * w).eval(), convolve_reference(x, w, Mat(), s)));
          }
}

TEST(Convolution, OfPatchesIsTheirProjection) {
  Rng rng(2);
  const ConvolutionShape s{2, 4, 6, 1, 2, 2, 0};
  const Mat x = normal_matrix(48, 1, rng);
  Mat patches(12, 4);
  windows_into(x, s, patches);
  for (Index image = 0; image < 2; ++image)
    for (Index patch = 0; patch < 6; ++patch)
      for (Index place = 0; place < 4; ++place) {
        const Index y = patch / 3 * 2 + place / 2, column = patch % 3 * 2 + place % 2;
        EXPECT_EQ(patches(image * 6 + patch, place), x(image * 24 + y * 6 + column, 0));
      }
  Mat back = Mat::Zero(48, 1);
  add_windows_vjp(patches, s, back);
  EXPECT_EQ(back, x);
}

TEST(Convolution, ReadsBlocksOfWiderMatrices) {
  Rng rng(3);
  const ConvolutionShape s{2, 3, 3, 2, 3, 1, 1};
  const Mat wide = normal_matrix(18, 5, rng), w = normal_matrix(18, 4, rng), d_wide = normal_matrix(18, 7, rng);
  const Mat x = wide.middleCols(1, 2), d_y = d_wide.leftCols(4);
  EXPECT_TRUE(close(convolve(wide.middleCols(1, 2), w, Mat(), s), convolve(x, w, Mat(), s)));
  EXPECT_TRUE(close(convolve_vjp(wide.middleCols(1, 2), w, d_wide.leftCols(4), s).d_x, convolve_vjp(x, w, d_y, s).d_x));
}

TEST(Convolution, AddsOnlyToTheGradientsThatAreAskedFor) {
  Rng rng(4);
  const ConvolutionShape s{1, 3, 4, 2, 2, 1, 1};
  const Mat x = normal_matrix(12, 2, rng), w = normal_matrix(8, 3, rng), d_y = normal_matrix(s.windows(), 3, rng);
  const ConvolutionGrads all = convolve_vjp(x, w, d_y, s);
  Mat none(0, 0), d_x = Mat::Ones(12, 2), d_w = Mat::Ones(8, 3);
  add_convolve_vjp(x, w, d_y, s, d_x, none, none);
  add_convolve_vjp(x, w, d_y, s, none, d_w, none);
  EXPECT_TRUE(close((d_x - Mat::Ones(12, 2)).eval(), all.d_x));
  EXPECT_TRUE(close((d_w - Mat::Ones(8, 3)).eval(), all.d_w));
}

TEST(Convolution, SaysWhichShapesThereAreNot) {
  EXPECT_STREQ(check({}), "");
  EXPECT_STREQ(check({.height = 4, .width = 0}), "a size below 1");
  EXPECT_STREQ(check({.height = 2, .width = 2, .side = 3, .padding = 0}), "the window is larger than the padded image");
}

}  // namespace
}  // namespace attn::kernels
