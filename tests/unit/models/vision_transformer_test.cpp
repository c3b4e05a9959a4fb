// The Vision Transformer: what a run shows, patch by patch, and what it makes of patches that are hidden, in disorder, or not looked at by
// a head.
#include "models/vision_transformer.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "kernels/elementwise.h"
#include "kernels/layer_norm.h"
#include "unit/compare.h"
#include "unit/models/vision_kinds.h"
#include "unit/training/refusing_engine.h"

namespace attn::models {
namespace {

using test::as_row;
using test::close;
using test::image_of;
using test::make_vision;
using test::random_images;
using test::same_bits;
using test::small_vision;
using test::vision_kinds;

Mat random_image(const VisionSettings& s, std::uint64_t seed = 5) { return image_of(random_images(1, s.side, seed), 0, s.side); }

/// A patch of the image as a row.
Mat patch_of(const VisionSettings& s, const Mat& image, int patch) {
  return as_row(image.block(patch / s.patches_aside() * s.patch, patch % s.patches_aside() * s.patch, s.patch, s.patch));
}

/// The image with patch order[i] at place i.
Mat in_order(const VisionSettings& s, const Mat& image, const std::vector<int>& order) {
  Mat out(s.side, s.side);
  for (int place = 0; place < s.patches(); ++place)
    out.block(place / s.patches_aside() * s.patch, place % s.patches_aside() * s.patch, s.patch, s.patch) =
        Eigen::Map<const Mat>(patch_of(s, image, order[static_cast<std::size_t>(place)]).eval().data(), s.patch, s.patch);
  return out;
}

Mat logits_of_image(const VisionTransformer& model, const Mat& image) { return run(model, image, all_patches(model.settings())).logits; }

/// Sees that a run is what the formula at the head of the class says.
void expect_formula(const VisionTransformer& model, const Mat& image, const std::vector<int>& seen) {
  const VisionSettings& s = model.settings();
  const auto value = [&](const std::string& name) { return model.parameters().find(name)->value; };
  const auto linear = [&](const Mat& x, const std::string& name) {
    return Mat((x * value(name + ".weight")).rowwise() + value(name + ".bias").row(0));
  };
  const auto normed = [&](const Mat& x, const std::string& name) {
    return kernels::layer_norm_reference(x, value(name + ".weight"), value(name + ".bias")).output;
  };
  const auto patches = static_cast<Index>(seen.size()), tokens = 1 + patches;
  const VisionRun r = run(model, image, seen);
  EXPECT_EQ(r.seen, seen);
  ASSERT_EQ(r.pixels.rows(), patches);
  ASSERT_EQ(r.input.rows(), tokens);
  for (Index i = 0; i < tokens; ++i) {
    const int patch = i > 0 ? seen[static_cast<std::size_t>(i - 1)] : -1;
    Mat token = model.class_token();
    if (i > 0) {
      EXPECT_TRUE(same_bits(r.pixels.row(i - 1), patch_of(s, image, patch)));
      token = r.pixels.row(i - 1) * model.projection() + model.projection_bias();
      EXPECT_TRUE(close(r.tokens.row(i - 1), token));
    }
    EXPECT_TRUE(close(r.input.row(i), token + model.positions().row(1 + patch))) << "of the token " << i;
  }
  ASSERT_EQ(r.layers.size(), static_cast<std::size_t>(s.layers));
  Mat x = r.input;
  for (std::size_t l = 0; l < r.layers.size(); ++l) {
    const BlockRun& block = r.layers[l];
    const std::string name = "h." + std::to_string(l);
    EXPECT_TRUE(same_bits(block.input, x));
    EXPECT_TRUE(close(block.self_normed, normed(x, name + ".ln_1"), 1e-4));
    const Mat all = linear(block.self_normed, name + ".attn.c_attn");
    EXPECT_TRUE(close(block.self.q, all.leftCols(s.width)) && close(block.self.k, all.middleCols(s.width, s.width)) &&
                close(block.self.v, all.rightCols(s.width)));
    ASSERT_EQ(block.self.weights.size(), static_cast<std::size_t>(s.heads));
    const Index d = s.width / s.heads;
    for (int h = 0; h < s.heads; ++h) {
      const Mat& weights = block.self.weights[static_cast<std::size_t>(h)];
      ASSERT_EQ(weights.rows(), tokens);
      const Mat scores =
          block.self.q.middleCols(h * d, d) * block.self.k.middleCols(h * d, d).transpose() / std::sqrt(static_cast<Real>(d));
      EXPECT_TRUE(close(block.self.scores[static_cast<std::size_t>(h)], scores, 1e-4));
      const Mat powers = scores.array().exp();
      EXPECT_TRUE(close(weights, powers.array().colwise() / powers.rowwise().sum().array(), 1e-4)) << "every token sees all";
      EXPECT_TRUE(close(weights.rowwise().sum(), Mat::Ones(tokens, 1)));
      EXPECT_TRUE(close(block.self.concat.middleCols(h * d, d), weights * block.self.v.middleCols(h * d, d)));
    }
    EXPECT_TRUE(close(block.self.output, linear(block.self.concat, name + ".attn.c_proj")));
    EXPECT_TRUE(close(block.after_self, block.input + block.self.output));
    if (s.hidden > 0) {
      EXPECT_TRUE(close(block.feed_normed, normed(block.after_self, name + ".ln_2"), 1e-4));
      EXPECT_TRUE(close(block.hidden, kernels::gelu_reference(linear(block.feed_normed, name + ".mlp.c_fc")), 1e-4));
      EXPECT_TRUE(close(block.feed, linear(block.hidden, name + ".mlp.c_proj")));
      EXPECT_TRUE(close(block.output, block.after_self + block.feed));
    } else {
      EXPECT_TRUE(same_bits(block.output, block.after_self));
    }
    EXPECT_EQ(block.cross.q.size() + block.after_cross.size(), 0) << "no cross-attention";
    x = block.output;
  }
  EXPECT_TRUE(close(r.output, normed(x.row(0), "ln_f"), 1e-4)) << "the class token is asked";
  EXPECT_TRUE(close(r.logits, r.output * model.head() + model.head_bias()));
}

TEST(VisionTransformer, ShowsWhatItComputed) {
  for (const VisionSettings& s : vision_kinds()) expect_formula(make_vision(s), random_image(s), all_patches(s));
}

TEST(VisionTransformer, ShowsWhatItComputedOfSomePatches) {
  for (const bool positions : {true, false})
    for (const std::vector<int>& seen : std::vector<std::vector<int>>{{}, {4}, {8, 0}, {1, 2, 3, 5, 7}})
      expect_formula(make_vision(small_vision(positions)), random_image(small_vision()), seen);
}

TEST(VisionTransformer, ManyImagesAtOnceChangeNoBit) {
  for (const VisionSettings& s : vision_kinds()) {
    const VisionTransformer model = make_vision(s);
    const Mat images = random_images(40, s.side);  // more than are looked at at once
    const Mat all = logits_of(model, images);
    ASSERT_EQ(all.rows(), 40);
    ASSERT_EQ(all.cols(), s.classes);
    for (Index i = 0; i < 40; ++i) EXPECT_TRUE(same_bits(all.row(i), logits_of_image(model, image_of(images, i, s.side)))) << i;
  }
}

TEST(VisionTransformer, LossIsTheMeanOfTheLabelsSurprise) {
  const VisionTransformer model = make_vision(small_vision());
  const Mat images = random_images(3, 6), logits = logits_of(model, images);
  const std::vector<int> labels{3, 0, 2};
  double sum = 0;
  for (Index i = 0; i < 3; ++i)
    sum += std::log(static_cast<double>(logits.row(i).array().exp().sum())) -
           static_cast<double>(logits(i, labels[static_cast<std::size_t>(i)]));
  autodiff::Tape tape;
  EXPECT_NEAR(model.loss(tape, images, labels).value()(0, 0), sum / 3, 1e-5);
}

TEST(VisionTransformer, HiddenPatchesChangeNothing) {
  const VisionSettings s = small_vision();
  const VisionTransformer model = make_vision(s);
  const std::vector<int> seen{7, 2, 3};
  Mat image = random_image(s);
  const VisionRun before = run(model, image, seen);
  for (const int hidden : {0, 1, 4, 5, 6, 8})
    image.block(hidden / 3 * 2, hidden % 3 * 2, 2, 2) = random_image(s, 6).block(hidden / 3 * 2, hidden % 3 * 2, 2, 2);
  const VisionRun after = run(model, image, seen);
  EXPECT_TRUE(same_bits(after.logits, before.logits));
  EXPECT_TRUE(same_bits(after.layers[1].self.weights[2], before.layers[1].self.weights[2]));
  image(0, 2 * 2) += 1;  // in patch 2
  EXPECT_FALSE(close(run(model, image, seen).logits, before.logits));
  EXPECT_FALSE(close(logits_of_image(model, image), before.logits, 1e-2));
}

TEST(VisionTransformer, WithoutAnyPatchTheClassTokenIsAlone) {
  for (const VisionSettings& s : vision_kinds()) {
    const VisionTransformer model = make_vision(s);
    const VisionRun r = run(model, random_image(s), {});
    EXPECT_EQ(r.pixels.rows() + r.tokens.rows(), 0);
    EXPECT_TRUE(close(r.input, model.class_token() + model.positions().row(0)));
    for (const BlockRun& block : r.layers) {
      EXPECT_EQ(block.output.rows(), 1);
      for (const Mat& weights : block.self.weights) EXPECT_EQ(weights, Mat::Ones(1, 1));
      EXPECT_TRUE(close(block.self.concat, block.self.v));
    }
    EXPECT_TRUE(same_bits(r.logits, run(model, random_image(s, 6), {}).logits)) << "whatever the image";
  }
}

/// A patch is told its place by what is added to it, and by nothing else: not even by the order in which patches are handed over.
TEST(VisionTransformer, PositionsAloneTellTheOrder) {
  const std::vector<int> order{4, 0, 8, 2, 1, 7, 3, 6, 5};
  for (const bool positions : {true, false}) {
    const VisionSettings s = small_vision(positions);
    const VisionTransformer model = make_vision(s);
    const Mat image = random_image(s), logits = logits_of_image(model, image);
    const Mat disordered = logits_of_image(model, in_order(s, image, order));
    EXPECT_TRUE(close(run(model, image, order).logits, logits)) << "handed over in another order";
    if (positions) {
      EXPECT_FALSE(close(disordered, logits, 1e-2));
    } else {
      EXPECT_TRUE(close(disordered, logits));
    }
  }
}

TEST(VisionTransformer, PositionsThatAreZeroAreNone) {
  VisionTransformer with = make_vision(small_vision());
  with.parameters().find("positions")->value.setZero();
  const VisionTransformer without = make_vision(small_vision(false));
  for (const nn::Parameter& p : without.parameters()) with.parameters().find(p.name)->value = p.value;
  const Mat image = random_image(small_vision());
  EXPECT_TRUE(same_bits(logits_of_image(with, image), logits_of_image(without, image)));
  EXPECT_EQ(without.parameters().find("positions"), nullptr);
  EXPECT_EQ(without.positions(), Mat::Zero(10, 6));
}

TEST(VisionTransformer, ACutHeadIsSilent) {
  VisionTransformer model = make_vision(small_vision());
  const Mat image = random_image(small_vision());
  const std::vector<int> seen = all_patches(small_vision());
  const auto cut = [](AttentionPart part) { return Bending{.cut = {{part, 0, 1}}, .overrides = {}}; };
  const VisionRun whole = run(model, image, seen), without = run(model, image, seen, cut(AttentionPart::decoder_self));
  const auto columns = [](const VisionRun& r, int head) { return Mat(r.layers[0].self.concat.middleCols(2 * head, 2)); };
  EXPECT_EQ(columns(without, 1), Mat::Zero(10, 2));
  for (const int head : {0, 2}) EXPECT_TRUE(same_bits(columns(without, head), columns(whole, head)));
  EXPECT_TRUE(same_bits(without.layers[0].self.weights[1], whole.layers[0].self.weights[1])) << "it still says where it looks";
  EXPECT_FALSE(close(without.logits, whole.logits, 1e-2));
  EXPECT_TRUE(same_bits(run(model, image, seen, cut(AttentionPart::encoder_self)).logits, whole.logits));
  model.parameters().find("h.0.attn.c_proj.weight")->value.middleRows(2, 2).setZero();
  EXPECT_TRUE(close(run(model, image, seen).logits, without.logits)) << "as if the projection did not read it";
}

TEST(VisionTransformer, WithAllHeadsCutNoPatchIsHeardOf) {
  const VisionTransformer model = make_vision(small_vision());
  Bending all;
  for (int layer = 0; layer < 2; ++layer)
    for (int head = 0; head < 3; ++head) all.cut.push_back({AttentionPart::decoder_self, layer, head});
  const Mat one = random_image(small_vision()), other = random_image(small_vision(), 6);
  const std::vector<int> seen = all_patches(small_vision());
  EXPECT_TRUE(same_bits(run(model, one, seen, all).logits, run(model, other, seen, all).logits));
}

TEST(VisionTransformer, OwnWeightsAreUsed) {
  const VisionTransformer model = make_vision(small_vision());
  const Mat image = random_image(small_vision());
  Mat weights = Mat::Zero(1, 10);
  weights(0, 4) = 1;
  const VisionRun bent =
      run(model, image, all_patches(small_vision()), {.cut = {}, .overrides = {{{AttentionPart::decoder_self, 1, 2}, 0, weights}}});
  EXPECT_TRUE(same_bits(bent.layers[1].self.weights[2].row(0), weights));
  EXPECT_TRUE(close(bent.layers[1].self.concat.row(0).tail(2), bent.layers[1].self.v.row(4).tail(2)));
}

TEST(VisionTransformer, AnEngineThatComputesNothingChangesNothing) {
  for (const VisionSettings& s : vision_kinds()) {
    VisionTransformer model = make_vision(s);
    const Mat image = random_image(s);
    for (const std::vector<int>& seen : {all_patches(s), std::vector<int>{}}) {
      const VisionRun here = run(model, image, seen), there = run(model, image, seen, {}, training::testing::RefusingEngine::make);
      EXPECT_TRUE(close(there.tokens, here.tokens));
      EXPECT_TRUE(close(there.logits, here.logits));
      EXPECT_TRUE(close(there.layers[0].self.weights[0], here.layers[0].self.weights[0]));
    }
  }
}

TEST(VisionTransformer, AnEngineThatComputesNothingLeavesGradientsAsTheyAre) {
  const auto expect_same = [](auto& model, const Mat& images) {
    const std::vector<int> labels{1, 0, 3};
    autodiff::Tape here, there(training::testing::RefusingEngine::make());
    there.set_recording(true);
    model.parameters().zero_gradients();
    here.backward(model.loss(here, images, labels));
    std::vector<Mat> gradients;
    for (const nn::Parameter& p : model.parameters()) gradients.push_back(p.gradient);
    model.parameters().zero_gradients();
    there.backward(model.loss(there, images, labels));
    std::size_t i = 0;
    for (const nn::Parameter& p : model.parameters()) EXPECT_TRUE(close(p.gradient, gradients[i++])) << p.name;
  };
  VisionTransformer transformer = make_vision(small_vision());
  expect_same(transformer, random_images(3, 6));
  Rng rng(3);
  ConvolutionNetwork convolution({.side = 8, .channels = 2, .classes = 4}, rng);
  test::shake(&convolution, rng);
  expect_same(convolution, random_images(3, 8));
}

TEST(VisionTransformer, CanBeMoved) {
  VisionTransformer model = make_vision(small_vision());
  const Mat image = random_image(small_vision()), logits = logits_of_image(model, image);
  const VisionTransformer moved = std::move(model);
  EXPECT_TRUE(same_bits(logits_of_image(moved, image), logits));
}

TEST(VisionTransformer, NamesItsWeightsAsItsHeaderDoes) {
  const VisionTransformer model =
      make_vision({.side = 6, .patch = 3, .width = 4, .layers = 1, .heads = 2, .hidden = 5, .classes = 3, .positions = true});
  std::vector<std::string> shapes;
  for (const nn::Parameter& p : model.parameters()) shapes.push_back(p.name + " " + shape(p.value));
  EXPECT_EQ(shapes, (std::vector<std::string>{"patches.weight [9,4]",
                                              "patches.bias [1,4]",
                                              "class [1,4]",
                                              "positions [5,4]",
                                              "h.0.ln_1.weight [1,4]",
                                              "h.0.ln_1.bias [1,4]",
                                              "h.0.attn.c_attn.weight [4,12]",
                                              "h.0.attn.c_attn.bias [1,12]",
                                              "h.0.attn.c_proj.weight [4,4]",
                                              "h.0.attn.c_proj.bias [1,4]",
                                              "h.0.ln_2.weight [1,4]",
                                              "h.0.ln_2.bias [1,4]",
                                              "h.0.mlp.c_fc.weight [4,5]",
                                              "h.0.mlp.c_fc.bias [1,5]",
                                              "h.0.mlp.c_proj.weight [5,4]",
                                              "h.0.mlp.c_proj.bias [1,4]",
                                              "ln_f.weight [1,4]",
                                              "ln_f.bias [1,4]",
                                              "head.weight [4,3]",
                                              "head.bias [1,3]"}));
}

TEST(VisionTransformer, SaysWhichSettingsCannotBeBuilt) {
  for (const VisionSettings& s : vision_kinds()) EXPECT_EQ(check_settings(s), "");
  EXPECT_EQ(check_settings(VisionSettings()), "");
  const auto said = [](auto change) {
    VisionSettings s = small_vision();
    change(s);
    return check_settings(s);
  };
  for (const int patch : {4, 5, 12, 0, -2})
    EXPECT_EQ(said([=](VisionSettings& s) { s.patch = patch; }), "the side of a patch divides that of the image") << patch;
  EXPECT_EQ(said([](VisionSettings& s) { s.side = 0; }), "the side of a patch divides that of the image");
  EXPECT_EQ(said([](VisionSettings& s) { s.classes = 1; }), "there are at least two classes");
  EXPECT_EQ(said([](VisionSettings& s) { s.heads = 4; }), "the number of heads divides the width");
  EXPECT_EQ(said([](VisionSettings& s) { s.layers = 0; }), "there is at least one layer");
  EXPECT_EQ(said([](VisionSettings& s) { s.hidden = -1; }), "the hidden width is not negative");
}

TEST(VisionTransformer, CountsItsPatches) {
  EXPECT_EQ(small_vision().patches_aside(), 3);
  EXPECT_EQ(all_patches(small_vision()), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(all_patches({.side = 24, .patch = 24}), std::vector<int>{0});
}

BlockRun layer_with(std::vector<Mat> heads) {
  BlockRun out;
  out.self.weights = std::move(heads);
  return out;
}

TEST(Rollout, OfTwoTokensByHand) {
  const Mat a = (Mat(2, 2) << 1, 0, 0.5, 0.5).finished(), b = (Mat(2, 2) << 0.5, 0.5, 0, 1).finished();
  const std::vector<BlockRun> one{layer_with({a, b})};
  EXPECT_TRUE(close(rollout(one), (Mat(2, 2) << 0.875, 0.125, 0.125, 0.875).finished())) << "half of a row came past the layer";
  const std::vector<BlockRun> two{one[0], layer_with({(Mat(2, 2) << 0, 1, 0, 1).finished()})};
  EXPECT_TRUE(close(rollout(two), (Mat(2, 2) << 0.5, 0.5, 0.125, 0.875).finished())) << "the second layer mixes what the first made";
}

TEST(Rollout, RowsSumToOne) {
  for (const VisionSettings& s : vision_kinds()) {
    const VisionRun r = run(make_vision(s), random_image(s), all_patches(s));
    const Mat all = rollout(r.layers);
    ASSERT_EQ(all.rows(), 1 + s.patches());
    EXPECT_TRUE(close(all.rowwise().sum(), Mat::Ones(all.rows(), 1)));
    EXPECT_GE(all.minCoeff(), 0);
    EXPECT_GE(all.diagonal().minCoeff(), std::pow(0.5, s.layers));
  }
}

/// How many tokens there are is not said without layers.
TEST(Rollout, OfNoLayersIsEmpty) { EXPECT_EQ(rollout({}).size(), 0); }

}  // namespace
}  // namespace attn::models
