// A small encoder that learns to put letters in order, built with the switches of the block: what is left out shows in how it learns.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/transformer.h"
#include "tasks/order.h"
#include "training/seeded_trainee.h"

namespace attn::lessons::transformer_block {

inline constexpr int kAblationWidth = 32, kAblationHidden = 64, kAblationLayers = 4;

/// Each place t of a sentence of different letters answers the letter that is the t-th in the order of the alphabet (tasks::order_tasks).
class Ablation final : public training::SeededTrainee {
 public:
  /// The plan's seed gives weights and examples. Vocabularies, width and layers are set here.
  Ablation(models::TransformerSettings settings, const training::Plan& plan);

  nn::Parameters& parameters() override { return model_.parameters(); }
  autodiff::Var loss(autodiff::Tape& tape) override;
  /// Of one who takes every letter for equally likely.
  double guessing() const override;
  /// "places-right"
  std::vector<training::Score> measure(int examples) const override;
  training::Wording wording() const override;
  std::map<std::string, std::string> metadata() const override;

 private:
  const tasks::PairTask& task_;
  models::Transformer model_;
};

}  // namespace attn::lessons::transformer_block
