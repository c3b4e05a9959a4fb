// A Transformer in training on one toy task, and the models whose weights are shipped.
#pragma once

#include <string_view>
#include <vector>

#include "lessons/translation/pair_trainee.h"
#include "models/transformer.h"
#include "training/recipe.h"

namespace attn::lessons::transformer {

/// The settings of a model with so many heads: encoder and decoder of two layers, small enough for a quick download.
models::TransformerSettings settings_of(int heads);

class TransformerTrainee final : public translation::PairTrainee {
 public:
  /// The sizes of the vocabularies in `settings` are replaced by those of the task.
  TransformerTrainee(const tasks::PairTask& task, const models::TransformerSettings& settings, const training::Plan& plan);

  const models::Transformer& model() const { return model_; }
  nn::Parameters& parameters() override { return model_.parameters(); }
  bool suits_engine() const override { return true; }

 private:
  autodiff::Var loss_of(autodiff::Tape& tape, const models::PairBatch& batch, Rng* dropout) override;
  std::vector<Tokens> speak(const std::vector<Tokens>& sources, int max_length, std::vector<Mat>* alignments) const override;

  models::Transformer model_;
};

/// `task` is the name of one of tasks::pair_tasks(). `heads` divides the width of the model.
training::Make make_trainee(std::string_view task, int heads);
/// The model of a trainer made by make_trainee().
inline const models::Transformer& model_of(const training::Trainer& trainer) {
  return static_cast<const TransformerTrainee&>(trainer.trainee()).model();
}

/// The shipped models: grammar-transformer-1, -2, -4 and -8, named by their heads, and dates-transformer.
const training::Recipes& recipes();
/// The shipped model for a task and a number of heads, or null.
const training::Recipe* find_recipe(std::string_view task, int heads);

}  // namespace attn::lessons::transformer
