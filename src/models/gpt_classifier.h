// Sorts texts with a model that sees both sides: fine-tuning as in Devlin et al. 2019, section 4.1. One more matrix has every token vote,
// their mean is the answer (Reimers and Gurevych 2019, section 3), and all weights are trained on.
//
//   votes_t = x_L[t] W + b,   logits = mean over t of votes_t,   loss = -ln softmax(logits)[label]
//
// BERT asks [CLS] alone. In its pre-training [CLS] had to say whether two sentences belong together; where nothing was asked of it, as with
// the models here, its vector says little.
//
// The matrix is new, and its weights are small at first: classifier.{weight [d,c], bias [1,c]}, c classes.
#pragma once

#include <span>

#include "models/gpt.h"

namespace attn::models {

class GptClassifier {
 public:
  /// Adds its weights to the parameters of `model`, which must outlive it and stay where it is.
  GptClassifier(Gpt* model, int classes, Rng& rng);

  /// The mean [1,1] of -ln p of the labels, each 0 to c - 1. backward() on the tape adds to the gradients of the model's parameters.
  autodiff::Var loss(autodiff::Tape& tape, std::span<const Tokens> texts, std::span<const int> labels) const;
  /// The logits [texts,c] without a tape.
  Mat logits(std::span<const Tokens> texts) const;
  /// What the outputs of one text [n,d] vote for, [n,c]; its logits are their mean.
  Mat votes(In outputs) const;
  const nn::Parameter& weight() const { return *weight_; }
  const nn::Parameter& bias() const { return *bias_; }

 private:
  autodiff::Var votes(autodiff::Tape& tape, autodiff::Var outputs) const;
  autodiff::Var logits(autodiff::Tape& tape, std::span<const Tokens> texts) const;

  const Gpt* model_;
  nn::Parameter *weight_, *bias_;
};

}  // namespace attn::models
