// The Vision Transformer of the lesson on it (side 24, patches of 6, width 48, 2 layers, 4 heads, 96 hidden, 10 classes): a training step
// on 32 images (forward, backward, clipping by the global norm, Adam), and the logits of one image.
#pragma once

#include <memory>
#include <vector>

#include "kernel_cases.h"
#include "models/vision_transformer.h"
#include "nn/adam.h"

namespace attn::bench {

inline Mat random_images(Index count, Rng& rng) {
  const models::VisionSettings s;
  return uniform_matrix(count, Index(s.side) * s.side, rng, 0, 1);
}

class VisionStep {
 public:
  static constexpr int kBatch = 32;

  VisionStep() : rng_(1), model_({}, rng_), adam_(model_.parameters(), {}), images_(random_images(kBatch, rng_)), labels_(kBatch) {
    for (int& label : labels_) label = static_cast<int>(rng_.below(static_cast<std::uint64_t>(model_.settings().classes)));
  }

  /// Takes a step and returns the loss.
  Real operator()() {
    model_.parameters().zero_gradients();
    tape_.clear();
    const autodiff::Var loss = model_.loss(tape_, images_, labels_);
    tape_.backward(loss);
    adam_.step(Real(1e-3), 1);
    return loss.value()(0, 0);
  }

 private:
  Rng rng_;
  models::VisionTransformer model_;
  nn::Adam adam_;
  autodiff::Tape tape_;
  Mat images_;
  std::vector<int> labels_;
};

/// The multiplications and additions of the products for one image.
inline double vision_flops() {
  const models::VisionSettings s;
  const double patches = s.patches(), n = 1 + patches, d = s.width;
  const double layer = 4 * d * d + 2 * d * s.hidden + 2 * n * d;  // of a token, which sees all
  return 2 * (patches * s.patch * s.patch * d + s.layers * n * layer + d * s.classes);
}

inline std::vector<Case> vision_cases() {
  const auto step = std::make_shared<VisionStep>();
  Rng rng(1);
  const auto model = std::make_shared<models::VisionTransformer>(models::VisionSettings{}, rng);
  const Mat image = random_images(1, rng);
  // the backward pass counts as two forward passes
  return {{"training step, Vision Transformer", 3 * VisionStep::kBatch * vision_flops(), 0, [step] { return (*step)(); }},
          {"forward pass, Vision Transformer", vision_flops(), 0, [=] { return models::logits_of(*model, image)(0, 0); }}};
}

}  // namespace attn::bench
