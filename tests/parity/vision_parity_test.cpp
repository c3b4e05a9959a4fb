// Networks that look at images against PyTorch's: the tokens, the stream, the attention maps, the logits, the loss, the gradient of every
// parameter, and the first ten training losses.
#include <string>
#include <vector>

#include "models/convolution_network.h"
#include "models/vision_transformer.h"
#include "parity/training_fixture.h"

namespace attn::models {
namespace {

using test::close;
using test::Fixture;

std::vector<int> whole_numbers(const Mat& row) {
  std::vector<int> out;
  for (Index i = 0; i < row.size(); ++i) out.push_back(static_cast<int>(row.data()[i]));
  return out;
}

int side_of(const Mat& images) { return static_cast<int>(std::lround(std::sqrt(static_cast<double>(images.cols())))); }

/// The model with the case's weights.
VisionTransformer transformer_of(const Fixture& f) {
  const Mat& patches = f.at("patches.weight");
  Rng rng(1);
  VisionTransformer model({.side = side_of(f.at("images")),
                           .patch = side_of(patches.transpose()),
                           .width = static_cast<int>(patches.cols()),
                           .layers = 2,
                           .heads = 3,
                           .hidden = static_cast<int>(f.at("h.0.mlp.c_fc.weight").cols()),
                           .classes = static_cast<int>(f.at("head.weight").cols()),
                           .positions = !f.says("nowhere")},
                          rng);
  test::take_weights(model.parameters(), f);
  return model;
}

ConvolutionNetwork convolution_of(const Fixture& f) {
  Rng rng(1);
  ConvolutionNetwork model({.side = side_of(f.at("images")),
                            .channels = static_cast<int>(f.at("conv.0.weight").cols()),
                            .classes = static_cast<int>(f.at("head.weight").cols()),
                            .padded = f.says("padded")},
                           rng);
  test::take_weights(model.parameters(), f);
  return model;
}

TEST(Torch, VisionTransformersLayerByLayer) {
  int maps = 0;
  for (const Fixture& f : test::fixtures("vision.txt", "transformer")) {
    SCOPED_TRACE(f.name);
    const VisionTransformer model = transformer_of(f);
    const Mat& images = f.at("images");
    const int side = model.settings().side;
    EXPECT_EQ(f.has("positions"), model.settings().positions);
    const std::vector<int> seen = f.has("seen") ? whole_numbers(f.at("seen")) : all_patches(model.settings());
    const VisionRun ran = run(model, Eigen::Map<const Mat>(images.data(), side, side), seen);
    EXPECT_TRUE(close(ran.tokens, f.at("tokens"), test::kTrained));
    EXPECT_TRUE(close(ran.input, f.at("input.0"), test::kTrained));
    for (std::size_t l = 0; l < 2; ++l) {
      const std::string name = "." + std::to_string(l);
      EXPECT_TRUE(close(ran.layers[l].input, f.at("input" + name), test::kTrained)) << name;
      EXPECT_TRUE(close(ran.layers[l].after_self, f.at("between" + name), test::kTrained)) << name;
      EXPECT_TRUE(close(ran.layers[l].output, f.at("output" + name), test::kTrained)) << name;
      ASSERT_EQ(ran.layers[l].self.weights.size(), 3u);
      for (std::size_t h = 0; h < 3; ++h, ++maps)
        EXPECT_TRUE(close(ran.layers[l].self.weights[h], f.at("maps" + name + "." + std::to_string(h)), test::kTrained)) << name << h;
    }
    EXPECT_TRUE(close(ran.output, f.at("output"), test::kTrained));
    EXPECT_TRUE(close(ran.logits, f.at("logits").row(0), test::kTrained));
  }
  EXPECT_EQ(maps, 18);
}

TEST(Torch, WholeVisionTransformers) {
  int cases = 0;
  for (const Fixture& f : test::fixtures("vision.txt", "transformer")) {
    if (f.has("seen")) continue;
    SCOPED_TRACE(f.name);
    VisionTransformer model = transformer_of(f);
    const Mat& images = f.at("images");
    const std::vector<int> labels = whole_numbers(f.at("labels"));
    EXPECT_TRUE(close(logits_of(model, images), f.at("logits"), test::kTrained));
    test::expect_training(model.parameters(), {.weight_decay = Real(0.1)}, Real(0.01), f,
                          [&](autodiff::Tape& tape) { return model.loss(tape, images, labels); });
    ++cases;
  }
  EXPECT_EQ(cases, 2);
}

TEST(Torch, ConvolutionalNetworks) {
  int cases = 0;
  for (const Fixture& f : test::fixtures("vision.txt", "convolution")) {
    SCOPED_TRACE(f.name);
    ConvolutionNetwork model = convolution_of(f);
    const Mat& images = f.at("images");
    const std::vector<int> labels = whole_numbers(f.at("labels"));
    EXPECT_TRUE(close(model.logits(images), f.at("logits"), test::kTrained));
    test::expect_training(model.parameters(), {.weight_decay = Real(0.1)}, Real(0.01), f,
                          [&](autodiff::Tape& tape) { return model.loss(tape, images, labels); });
    ++cases;
  }
  EXPECT_EQ(cases, 2);
}

}  // namespace
}  // namespace attn::models
