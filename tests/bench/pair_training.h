// A training step of a model of pairs of sentences on one batch: forward, backward, clipping by the global norm, AdamW. With an engine it
// computes forward and backward there.
#pragma once

#include "autodiff/engine.h"
#include "base/rng.h"
#include "base/tokens.h"
#include "models/seq2seq.h"
#include "nn/adam.h"

namespace attn::bench {

template <class Model>
class PairTraining {
 public:
  static constexpr int kBatch = 32, kWords = 30;

  /// Takes a step and returns the loss. `engine` may be null.
  Real operator()(autodiff::MakeEngine engine = nullptr) {
    const Real loss = gradients(engine);
    adam_.step(Real(1e-3), 1);
    return loss;
  }
  /// The same without the update.
  Real gradients(autodiff::MakeEngine engine) {
    model_.parameters().zero_gradients();
    if (!engine) return tape_.clear(), gradients_on(tape_);
    autodiff::Tape tape(engine());
    tape.set_recording(true);
    return gradients_on(tape);
  }
  const nn::Parameters& parameters() const { return model_.parameters(); }

 protected:
  /// Leaves the batch empty; a derived class fills it.
  template <class Settings>
  explicit PairTraining(const Settings& settings) : rng_(1), model_(settings, rng_), adam_(model_.parameters(), {}) {}

  Tokens words(int count) {
    Tokens out(static_cast<std::size_t>(count));
    for (int& token : out) token = kFirstToken + static_cast<int>(rng_.below(kWords - kFirstToken));
    return out;
  }

  Real gradients_on(autodiff::Tape& tape) {
    const autodiff::Var loss = model_.loss(tape, batch_, {});
    tape.backward(loss);
    return loss.value()(0, 0);
  }

  Rng rng_;
  Model model_;
  nn::Adam adam_;
  autodiff::Tape tape_;
  models::PairBatch batch_;
};

}  // namespace attn::bench
