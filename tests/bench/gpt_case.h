// A training step of a language model of this course's size: that of the story model (width 64, 2 layers, 4 heads, 256 hidden, tied tables
// of 295 words) on 16 windows of 64 tokens; forward, backward, clipping by the global norm, AdamW.
#pragma once

#include <memory>
#include <vector>

#include "kernel_cases.h"
#include "models/gpt.h"
#include "nn/adam.h"

namespace attn::bench {

class GptStep {
 public:
  static constexpr int kBatch = 16, kWords = 295;

  GptStep() : rng_(1), model_(settings(), rng_), adam_(model_.parameters(), {}) {
    for (int i = 0; i < kBatch; ++i) {
      Tokens& window = windows_.emplace_back(static_cast<std::size_t>(settings().context) + 1);
      for (int& token : window) token = static_cast<int>(rng_.below(kWords));
    }
  }
  static models::GptSettings settings() {
    return {.vocabulary = kWords, .context = 64, .width = 64, .layers = 2, .heads = 4, .hidden = 256};
  }

  /// Takes a step and returns the loss.
  Real operator()() {
    model_.parameters().zero_gradients();
    tape_.clear();
    const autodiff::Var loss = model_.loss(tape_, windows_);
    tape_.backward(loss);
    adam_.step(Real(1e-3), 1);
    return loss.value()(0, 0);
  }

 private:
  Rng rng_;
  models::Gpt model_;
  nn::Adam adam_;
  autodiff::Tape tape_;
  std::vector<Tokens> windows_;
};

/// The multiplications and additions of the products of one step; the backward pass counts as two forward passes.
inline double gpt_step_flops() {
  const models::GptSettings s = GptStep::settings();
  const double n = s.context, d = s.width;
  const double layer = 4 * d * d + 2 * d * s.hidden + (n + 1) * d;  // a place sees (n + 1) / 2 places on average, twice
  return 3 * 2 * GptStep::kBatch * n * (s.layers * layer + d * s.vocabulary);
}

inline std::vector<Case> gpt_cases() {
  const auto step = std::make_shared<GptStep>();
  return {{"training step, GPT", gpt_step_flops(), 0, [step] { return (*step)(); }}};
}

}  // namespace attn::bench
