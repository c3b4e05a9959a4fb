// A small encoder that learns to put letters in order. The lesson has two of them: a stack of blocks with the reader's switches, in which
// one sees what a part is good for while it learns, and a single block, which is shipped.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/transformer.h"
#include "tasks/pairs.h"
#include "training/seeded_trainee.h"

namespace attn::lessons::transformer_block {

class Sorter final : public training::SeededTrainee {
 public:
  /// The plan's seed determines the first weights and the examples. Of `settings`, shape and vocabularies are replaced.
  Sorter(const tasks::PairTask& task, models::TransformerSettings settings, const training::Plan& plan);

  const models::Transformer& model() const { return model_; }

  nn::Parameters& parameters() override { return model_.parameters(); }
  void draw(int step) override;
  autodiff::Var loss(autodiff::Tape& tape, int shard) override;
  bool suits_engine() const override { return true; }
  autodiff::Var whole_loss(autodiff::Tape& tape) override { return model_.loss(tape, drawn_, {}); }
  /// The loss of taking every letter for equally likely.
  double guessing() const override;
  /// "places-right" and "exact-match"
  std::vector<training::Score> measure(int examples) const override;
  training::Wording wording() const override;
  std::map<std::string, std::string> metadata() const override;

 private:
  const tasks::PairTask& task_;
  models::Transformer model_;
  PairBatch drawn_;
};

}  // namespace attn::lessons::transformer_block
