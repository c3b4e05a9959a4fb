// A Transformer in training on one toy task, and the models whose weights are shipped.
#pragma once

#include <string_view>
#include <vector>

#include "lessons/translation/pair_trainee.h"
#include "models/transformer.h"
#include "training/recipe.h"

namespace attn::lessons::transformer {

/// What is trained here, with so many heads: two layers each, small enough to be a quick download.
models::TransformerSettings settings_of(int heads);

class TransformerTrainee final : public translation::PairTrainee {
 public:
  /// The vocabularies' sizes in `settings` are taken from the task.
  TransformerTrainee(const tasks::PairTask& task, const models::TransformerSettings& settings, const training::Plan& plan);

  const models::Transformer& model() const { return model_; }
  nn::Parameters& parameters() override { return model_.parameters(); }

 private:
  autodiff::Var loss_of(autodiff::Tape& tape, const models::PairBatch& batch) override;
  std::vector<Tokens> speak(const std::vector<Tokens>& sources, int max_length, std::vector<Mat>* alignments) const override;

  models::Transformer model_;
};

/// `task` of tasks::pair_tasks(). Its `heads` divide the width.
training::Make make_trainee(std::string_view task, int heads);
/// The model of a trainer made by make_trainee().
inline const models::Transformer& model_of(const training::Trainer& trainer) {
  return static_cast<const TransformerTrainee&>(trainer.trainee()).model();
}

/// grammar-transformer-1, -2, -4 and -8 by their heads, and dates-transformer.
const training::Recipes& recipes();
/// Null where none is shipped.
const training::Recipe* find_recipe(std::string_view task, int heads);

}  // namespace attn::lessons::transformer
