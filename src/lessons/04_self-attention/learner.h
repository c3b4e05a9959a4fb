// The network of the opening, in training: every word of a sentence points at its noun.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/pointer.h"
#include "tasks/antecedent.h"
#include "training/models.h"
#include "training/recipe.h"
#include "training/seeded_trainee.h"

namespace attn::lessons::self_attention {

inline constexpr int kStudied = 200;  ///< held-out sentences of the study for the reader

/// Pronouns of held-out sentences that agree with both nouns, so that only the meaning decides between these.
struct PronounCount {
  int right = 0, pronouns = 0;
  double share() const { return pronouns ? static_cast<double>(right) / pronouns : 0; }
};

class Learner final : public training::SeededTrainee {
 public:
  explicit Learner(const training::Plan& plan);

  const models::Pointer& model() const { return model_; }
  /// What the study has counted so far.
  const PronounCount& study_count() const { return study_; }

  nn::Parameters& parameters() override { return model_.parameters(); }
  void draw(int step) override;
  autodiff::Var loss(autodiff::Tape& tape, int shard) override;
  /// The loss of words that point anywhere: the mean of ln n over the words of sentences of n words.
  double guessing() const override;
  /// "pronouns-right": the share of pronouns, as counted by PronounCount, with their largest weight on the noun that they mean.
  /// "words-right": the same of all words of these sentences.
  std::vector<training::Score> measure(int examples) const override;
  bool study() override;
  void forget_study() override;
  std::vector<training::Metric> found() const override;
  training::Wording wording() const override;
  std::map<std::string, std::string> metadata() const override;

 private:
  models::Pointer model_;
  std::vector<tasks::Example> drawn_;
  PronounCount study_;
  Rng study_examples_;
};

inline const Learner& learner_of(const training::Trainer& trainer) { return static_cast<const Learner&>(trainer.trainee()); }

training::Make make_learner();
const training::Recipes& recipes();
const training::Recipe* shipped_model();

}  // namespace attn::lessons::self_attention
