// The gradients of whole networks that look at images against central differences, in double precision.
#include "unit/jacobian.h"
#include "unit/models/vision_kinds.h"

namespace attn::models {
namespace {

const std::vector<int> kLabels{2, 0, 1};

template <class Model>
void expect_every_gradient(Model* model, const Mat& images) {
  const auto loss = [&] {
    autodiff::Tape tape;
    return model->loss(tape, images, kLabels).value()(0, 0);
  };
  autodiff::Tape tape;
  tape.backward(model->loss(tape, images, kLabels));
  for (nn::Parameter& p : model->parameters()) {
    EXPECT_TRUE(test::gradient_matches(&p.value, p.gradient, loss)) << p.name;
    EXPECT_GT(p.gradient.norm(), 0) << p.name;
  }
}

TEST(VisionJacobian, OfEveryParameter) {
  for (const bool positions : {true, false})
    for (const int hidden : {5, 0}) {
      VisionTransformer model = test::make_vision(
          {.side = 4, .patch = 2, .width = 4, .layers = 2, .heads = 2, .hidden = hidden, .classes = 3, .positions = positions});
      expect_every_gradient(&model, test::random_images(3, 4));
    }
}

TEST(VisionJacobian, OfAConvolutionalNetwork) {
  for (const auto& [side, padded] : {std::pair{4, true}, {8, true}, {12, false}}) {
    Rng rng(3);
    ConvolutionNetwork model({.side = side, .channels = 2, .classes = 3, .padded = padded}, rng);
    test::shake(&model, rng);
    expect_every_gradient(&model, test::random_images(3, side));
  }
}

}  // namespace
}  // namespace attn::models
