// The small convolutional network: what it computes, one image or many at a time.
#include <cmath>
#include <string>

#include "kernels/convolution.h"
#include "unit/compare.h"
#include "unit/models/vision_kinds.h"

namespace attn::models {
namespace {

using test::close;
using test::random_images;

ConvolutionNetwork make(const ConvolutionSettings& settings) {
  Rng rng(3);
  ConvolutionNetwork model(settings, rng);
  test::shake(&model, rng);
  return model;
}

/// The layers written out; `sides` become those of the images after each.
Mat logits_by_hand(const ConvolutionNetwork& model, const Mat& images, std::vector<Index>* sides) {
  const auto value = [&](const std::string& name) { return model.parameters().find(name)->value; };
  kernels::ConvolutionShape s{.images = images.rows(), .height = model.settings().side, .width = model.settings().side, .channels = 1};
  Mat x = Eigen::Map<const Mat>(images.data(), images.size(), 1);
  sides->clear();
  for (int l = 0; l < 3; ++l) {
    s.stride = l == 0 ? 1 : 2, s.padding = model.settings().padded ? 1 : 0, s.channels = x.cols();
    const std::string name = "conv." + std::to_string(l);
    x = kernels::convolve_reference(x, value(name + ".weight"), value(name + ".bias"), s).cwiseMax(Real(0));
    EXPECT_EQ(s.out_height(), s.out_width());
    s.height = s.out_height(), s.width = s.out_width();
    sides->push_back(s.height);
  }
  Mat means(images.rows(), x.cols());
  for (Index i = 0; i < images.rows(); ++i) means.row(i) = x.middleRows(i * s.pixels(), s.pixels()).colwise().mean();
  return (means * value("head.weight")).rowwise() + value("head.bias").row(0);
}

TEST(ConvolutionNetwork, IsItsFormulaPaddedAndNot) {
  std::vector<Index> sides;
  for (const auto& [side, padded] : {std::pair{24, true}, {24, false}, {12, true}, {12, false}, {4, true}}) {
    const ConvolutionNetwork model = make({.side = side, .channels = 3, .classes = 5, .padded = padded});
    const Mat images = random_images(3, side), logits = model.logits(images);
    ASSERT_EQ(logits.cols(), 5);
    EXPECT_TRUE(close(logits, logits_by_hand(model, images, &sides), 1e-4)) << side << padded;
    if (side == 24) {
      EXPECT_EQ(sides, padded ? (std::vector<Index>{24, 12, 6}) : (std::vector<Index>{22, 10, 4}));
    }
  }
}

TEST(ConvolutionNetwork, ManyImagesAtOnceChangeNoBit) {
  for (const bool padded : {true, false}) {
    const ConvolutionNetwork model = make({.side = 12, .channels = 4, .classes = 3, .padded = padded});
    const Mat images = random_images(40, 12), all = model.logits(images);  // more than are looked at at once
    ASSERT_EQ(all.rows(), 40);
    for (Index i = 0; i < images.rows(); ++i) EXPECT_TRUE(test::same_bits(all.row(i), model.logits(images.row(i)))) << i;
  }
}

TEST(ConvolutionNetwork, LossIsTheMeanOfTheLabelsSurprise) {
  const ConvolutionNetwork model = make({.side = 8, .channels = 2, .classes = 4});
  const Mat images = random_images(3, 8), logits = model.logits(images);
  const std::vector<int> labels{3, 0, 2};
  double sum = 0;
  for (Index i = 0; i < 3; ++i)
    sum += std::log(static_cast<double>(logits.row(i).array().exp().sum())) -
           static_cast<double>(logits(i, labels[static_cast<std::size_t>(i)]));
  autodiff::Tape tape;
  EXPECT_NEAR(model.loss(tape, images, labels).value()(0, 0), sum / 3, 1e-5);
}

/// Windows that lie within the image see a drawing in the same way wherever it is, as long as it moves by what the strides leave out.
TEST(ConvolutionNetwork, WithoutPaddingADrawingThatIsMovedIsTheSame) {
  const ConvolutionNetwork model = make({.side = 24, .channels = 3, .classes = 5, .padded = false});
  const Mat drawing = test::image_of(random_images(1, 4), 0, 4);
  Mat first;
  for (const auto& [y, x] : {std::pair{8, 8}, {8, 12}, {12, 8}}) {
    Mat image = Mat::Zero(24, 24);
    image.block(y, x, 4, 4) = drawing;
    const Mat logits = model.logits(test::as_row(image));
    if (first.size() == 0) first = logits;
    EXPECT_TRUE(close(logits, first)) << y << "," << x;
  }
}

TEST(ConvolutionNetwork, CountsAndNamesItsWeights) {
  Rng rng(1);
  ConvolutionNetwork model({.side = 8, .channels = 3, .classes = 5}, rng);
  std::vector<std::string> shapes;
  for (const nn::Parameter& p : model.parameters()) shapes.push_back(p.name + " " + shape(p.value));
  EXPECT_EQ(shapes, (std::vector<std::string>{"conv.0.weight [9,3]", "conv.0.bias [1,3]", "conv.1.weight [27,6]", "conv.1.bias [1,6]",
                                              "conv.2.weight [54,6]", "conv.2.bias [1,6]", "head.weight [6,5]", "head.bias [1,5]"}));
}

}  // namespace
}  // namespace attn::models
