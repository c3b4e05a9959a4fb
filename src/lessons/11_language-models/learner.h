// A language model in training, and how well it does on what is held out.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lessons/11_language-models/copying.h"
#include "lessons/11_language-models/corpus.h"
#include "lessons/11_language-models/scale_study.h"
#include "models/gpt.h"
#include "tasks/stories.h"
#include "training/seeded_trainee.h"

namespace attn::lessons::language_models {

inline constexpr std::uint64_t kHeldOutSeed = 1101;  ///< seed of the windows on which models are measured
inline constexpr std::array<std::string_view, 3> kProbeKinds{"pronoun", "number", "name"};  ///< tasks::Probe::Kind

class NGramStudy;

class OpenedLearner;

/// What stands on the lesson's stage: a model that learns, or one that was opened.
class StageLearner : public training::SeededTrainee {
 public:
  using SeededTrainee::SeededTrainee;
  /// This, if it is a published model; else null.
  virtual const OpenedLearner* opened() const { return nullptr; }
};

class LanguageLearner : public StageLearner {
 public:
  static constexpr int kStudiedProbes = 100;  ///< of each kind, in the study for the reader

  /// The corpus gives the vocabulary. The plan's seed determines the first weights and the windows.
  LanguageLearner(std::shared_ptr<const Corpus> corpus, models::GptSettings settings, const training::Plan& plan);

  const Corpus& corpus() const { return *corpus_; }
  const models::Gpt& model() const { return model_; }
  /// The loss on held-out windows in nats a token; NaN until the study has found it.
  double held_out_loss() const;
  /// That of counted n-grams on the same windows; NaN until the study has found it.
  double n_gram_loss() const;
  /// [3,1] how many of the probes of a kind are right: pronoun, number, name. Empty until the study has found it, and where the model does
  /// not read stories.
  Mat agreement() const;
  /// The test of copying with these heads cut, of weights that have taken `steps`. It is kept until something of it changes.
  const Copying& copying(int steps, int block, const std::vector<models::HeadPlace>& cut) const;

  /// What the figures prepare, which is kept here from picture to picture.
  const std::shared_ptr<Prepared>& prepared() const { return prepared_; }

  nn::Parameters& parameters() override { return model_.parameters(); }
  void draw(int step) override;
  autodiff::Var loss(autodiff::Tape& tape, int shard) override;
  bool suits_engine() const override { return true; }
  autodiff::Var whole_loss(autodiff::Tape& tape) override;
  /// ln v
  double guessing() const override;
  /// "tokens-right" and "held-out-loss"
  std::vector<training::Score> measure(int examples) const override;
  std::vector<training::Score> evaluate(const training::Effort& effort) const override;
  bool study() override;
  void forget_study() override;
  std::vector<training::Metric> found() const override;
  double tokens_per_step() const override;
  training::Wording wording() const override;

 protected:
  models::Gpt& trained() { return model_; }

 private:
  struct Count {
    double nats = 0;
    int tokens = 0, right = 0, windows = 0;
  };
  /// Whether the model guesses hidden tokens and not the next one.
  bool masked() const { return corpus_->mask() >= 0; }
  void count(int windows, Rng& rng, Count* count) const;
  /// What `count` drawn texts from `first` on add to the mean loss of the batch. Its code comes later: training waits for the whole lesson.
  autodiff::Var loss_of(autodiff::Tape& tape, int first, int count) const;
  static std::vector<training::Score> evaluated(const LanguageLearner& learner, const training::Effort& effort);
  /// The share of held-out probes of a kind to which the model gives the right word a larger probability than each wrong one. Of a prompt
  /// that is longer than the context it reads the end.
  double share_right(tasks::Probe::Kind kind, int probes) const;

  std::shared_ptr<const Corpus> corpus_;
  models::Gpt model_;
  std::vector<Tokens> drawn_;
  std::vector<MaskedText> masked_;   ///< the same with hidden tokens, where the model guesses these
  mutable double read_by_step_ = 0;  ///< tokens; 0 until somebody asks
  Count studied_;
  Rng study_rng_{0};
  std::shared_ptr<NGramStudy> n_grams_;
  std::vector<Real> agreed_;
  struct Tested {
    int steps = 0;
    std::vector<models::HeadPlace> cut;
    Copying copying;
  };
  mutable std::optional<Tested> tested_;
  std::shared_ptr<Prepared> prepared_ = std::make_shared<Prepared>();
};

/// The published model of a trainer of this lesson; null where it has a learner.
inline const OpenedLearner* opened_of(const training::Trainer& trainer) {
  return static_cast<const StageLearner&>(trainer.trainee()).opened();
}
/// The learner that a trainer of this lesson trains. It has no published model.
inline const LanguageLearner& learner_of(const training::Trainer& trainer) {
  return static_cast<const LanguageLearner&>(trainer.trainee());
}

}  // namespace attn::lessons::language_models
