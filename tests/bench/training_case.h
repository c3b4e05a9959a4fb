// One training step of a GRU encoder-decoder with additive attention, as PERFORMANCE measures it beside the peers: forward, backward,
// clipping by the global norm, AdamW. Batch 32, 10 source and 10 target steps (the end token included), 30 words, embedding 32, hidden 64.
#pragma once

#include <memory>
#include <vector>

#include "base/rng.h"
#include "kernel_cases.h"
#include "models/seq2seq.h"
#include "nn/adam.h"

namespace attn::bench {

class TrainingStep {
 public:
  static constexpr int kBatch = 32, kSteps = 10, kWords = 30, kEmbedding = 32, kHidden = 64;

  explicit TrainingStep(bool bidirectional)
      : rng_(1),
        model_({.source_words = kWords, .target_words = kWords, .embedding = kEmbedding, .hidden = kHidden, .bidirectional = bidirectional},
               rng_),
        adam_(model_.parameters(), {}) {
    for (auto* side : {&batch_.sources, &batch_.targets})
      for (int i = 0; i < kBatch; ++i) {
        Tokens& tokens = side->emplace_back();
        for (int s = 1; s < kSteps; ++s) tokens.push_back(kFirstToken + static_cast<int>(rng_.below(kWords - kFirstToken)));
      }
  }

  /// -> the loss.
  Real operator()() {
    tape_.clear();
    model_.parameters().zero_gradients();
    const autodiff::Var loss = model_.loss(tape_, batch_, {});
    tape_.backward(loss);
    adam_.step(Real(1e-3), 1);
    return loss.value()(0, 0);
  }

 private:
  Rng rng_;
  models::Seq2Seq model_;
  nn::Adam adam_;
  autodiff::Tape tape_;
  models::PairBatch batch_;
};

/// Multiplications and additions of the products of one step, backward counted as two forwards.
inline double training_flops(bool bidirectional) {
  constexpr double rows = TrainingStep::kBatch * TrainingStep::kSteps, e = TrainingStep::kEmbedding, u = TrainingStep::kHidden;
  const double encoder = 3 * u * (e + (bidirectional ? u / 2 : u)), decoder = 3 * u * (e + u + u);
  const double attention = u * u + u * u + 2 * TrainingStep::kSteps * u, words = 2 * u * TrainingStep::kWords;
  return 3 * 2 * rows * (encoder + decoder + attention + words);
}

inline std::vector<Case> training_cases() {
  std::vector<Case> cases;
  for (const bool bidirectional : {false, true}) {
    const auto step = std::make_shared<TrainingStep>(bidirectional);
    cases.push_back({bidirectional ? "training step, encoder in both directions" : "training step, encoder in one direction",
                     training_flops(bidirectional), 0, [step] { return (*step)(); }});
  }
  return cases;
}

}  // namespace attn::bench
