// A small encoder that learns to put letters in order, built with the switches of the block. How well it learns shows what a part that is
// switched off was good for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/transformer.h"
#include "tasks/order.h"
#include "training/seeded_trainee.h"

namespace attn::lessons::transformer_block {

inline constexpr int kAblationWidth = 32, kAblationHidden = 64, kAblationLayers = 4;

/// The task is "in-order" of tasks::order_tasks(): place t of a sentence of different letters answers the letter that is the t-th in
/// alphabetical order.
class Ablation final : public training::SeededTrainee {
 public:
  /// The plan's seed determines the first weights and the examples. Of `settings`, vocabularies, widths and layers are replaced.
  Ablation(models::TransformerSettings settings, const training::Plan& plan);

  nn::Parameters& parameters() override { return model_.parameters(); }
  autodiff::Var loss(autodiff::Tape& tape) override;
  /// The loss of taking every letter for equally likely.
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
