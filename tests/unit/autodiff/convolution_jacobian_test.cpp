// Convolution on a tape, and the mean of images, against central differences, in double precision.
#include "autodiff/convolution.h"

#include "unit/autodiff/op_jacobian.h"
#include "unit/compare.h"

namespace attn::autodiff {
namespace {

using kernels::ConvolutionShape;
using test::Arguments;
using test::expect_gradients;

/// With padding, over patches, and both: windows that overlap, leave pixels out, and hang over.
const std::vector<ConvolutionShape>& shapes() {
  static const std::vector<ConvolutionShape> kShapes{
      {.images = 2, .height = 3, .width = 4, .channels = 2, .side = 3, .stride = 1, .padding = 1},
      {.images = 1, .height = 5, .width = 5, .channels = 1, .side = 5, .stride = 1, .padding = 2},
      {.images = 2, .height = 4, .width = 6, .channels = 1, .side = 2, .stride = 2, .padding = 0},
      {.images = 1, .height = 6, .width = 3, .channels = 3, .side = 3, .stride = 3, .padding = 0},
      {.images = 3, .height = 5, .width = 4, .channels = 2, .side = 3, .stride = 2, .padding = 1},
      {.images = 2, .height = 5, .width = 4, .channels = 2, .side = 1, .stride = 2, .padding = 0}};
  return kShapes;
}

struct Drawn {
  Mat x, w, bias;
};
Drawn draw(const ConvolutionShape& s, Index filters) {
  Rng rng(1);
  return {normal_matrix(s.images * s.pixels(), s.channels, rng), normal_matrix(s.seen(), filters, rng), normal_matrix(1, filters, rng)};
}

TEST(ConvolutionOpJacobian, OfImagesWeightsAndBias) {
  for (const ConvolutionShape& s : shapes())
    for (const Index filters : {1, 3}) {
      const Drawn d = draw(s, filters);
      expect_gradients({d.x, d.w, d.bias}, [&](Tape&, const Arguments& a) { return convolve(a[0], a[1], a[2], s); });
    }
}

TEST(ConvolutionOpJacobian, WithoutABias) {
  for (const ConvolutionShape& s : shapes()) {
    const Drawn d = draw(s, 3);
    expect_gradients({d.x, d.w}, [&](Tape&, const Arguments& a) { return convolve(a[0], a[1], {}, s); });
  }
}

TEST(ConvolutionOpJacobian, OfImagesThatAreGiven) {
  for (const ConvolutionShape& s : shapes()) {
    const Drawn d = draw(s, 2);
    expect_gradients({d.w, d.bias}, [&](Tape& tape, const Arguments& a) { return convolve(tape.constant(d.x), a[0], a[1], s); });
    expect_gradients({d.x}, [&](Tape& tape, const Arguments& a) { return convolve(a[0], tape.constant(d.w), tape.constant(d.bias), s); });
  }
}

TEST(ConvolutionOpJacobian, OfOneAfterAnother) {
  const ConvolutionShape first{.images = 2, .height = 4, .width = 4, .channels = 1, .side = 3, .stride = 1, .padding = 1};
  const ConvolutionShape second{.images = 2, .height = 4, .width = 4, .channels = 2, .side = 3, .stride = 2, .padding = 1};
  const Drawn a = draw(first, 2), b = draw(second, 3);
  expect_gradients({a.x, a.w, a.bias, b.w, b.bias}, [&](Tape&, const Arguments& v) {
    return mean_of_images(convolve(tanh(convolve(v[0], v[1], v[2], first)), v[3], v[4], second), second.windows());
  });
}

TEST(ConvolutionOpJacobian, MeanOfImages) {
  Rng rng(2);
  for (const Index pixels : {1, 2, 4, 12}) {
    expect_gradients({normal_matrix(12, 3, rng)}, [&](Tape&, const Arguments& a) { return mean_of_images(a[0], pixels); });
  }
}

TEST(ConvolutionOp, IsTheKernelAndTheMeanIsOfEachImage) {
  Tape tape;
  for (const ConvolutionShape& s : shapes()) {
    const Drawn d = draw(s, 3);
    const Var y = convolve(tape.constant(d.x), tape.constant(d.w), tape.constant(d.bias), s);
    EXPECT_TRUE(test::close(y.value(), kernels::convolve_reference(d.x, d.w, d.bias, s)));
    const Mat means = mean_of_images(y, s.windows()).value();
    ASSERT_EQ(means.rows(), s.images);
    for (Index i = 0; i < s.images; ++i)
      EXPECT_TRUE(test::close(means.row(i), y.value().middleRows(i * s.windows(), s.windows()).colwise().mean()));
  }
}

}  // namespace
}  // namespace attn::autodiff
