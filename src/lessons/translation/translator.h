// A sequence-to-sequence model in training on one toy task.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/rng.h"
#include "lessons/translation/length_study.h"
#include "models/seq2seq.h"
#include "tasks/pairs.h"
#include "training/trainer.h"

namespace attn::lessons::translation {

/// How it learns, beside its plan.
struct TranslatorOptions {
  Real label_smoothing = 0, dropout = 0;
  int longest = 0;  ///< longest training source; 0: the task's own
};

constexpr int kStudyExamples = 24;  ///< of each length, in the study for the reader

class Translator final : public training::Trainee {
 public:
  /// The vocabularies' sizes in `settings` are taken from the task, which outlives the translator. The plan's seed gives weights and
  /// examples.
  Translator(const tasks::PairTask& task, const models::Seq2SeqSettings& settings, const training::Plan& plan,
             const TranslatorOptions& options = {});

  const tasks::PairTask& task() const { return task_; }
  const models::Seq2Seq& model() const { return model_; }
  const LengthStudy& length_study() const { return study_; }
  int longest() const { return options_.longest > 0 ? options_.longest : task_.longest; }  ///< source that training draws
  /// Exact matches of the study over the lengths that training saw, and over longer ones.
  LengthStudy::Point within_training() const { return study_.total(task_.shortest, longest()); }
  LengthStudy::Point beyond_training() const { return study_.total(longest() + 1, task_.longest_tested); }

  nn::Parameters& parameters() override { return model_.parameters(); }
  autodiff::Var loss(autodiff::Tape& tape) override;
  void rewind() override;
  /// ln of the number of words that can be said: every word of the task, and the end token.
  double guessing() const override;
  /// Four times the loss of guessing among all tokens, those that are never said included.
  double hopeless() const override;
  /// "exact-match", and of a model with attention "alignment-right" where anything was right.
  std::vector<training::Score> measure(int examples) const override;
  /// "exact-match", "exact-match-long" where the task has longer sources than training, "alignment-right".
  std::vector<training::Score> evaluate(const training::Effort& effort) const override;
  bool study() override { return study_.advance(model_); }
  void forget_study() override { study_.restart(); }
  /// "exact-match" and "exact-match-long"
  std::vector<training::Metric> found() const override;
  training::Wording wording() const override;
  std::map<std::string, std::string> metadata() const override { return {{"task", std::string(task_.name)}}; }

 private:
  /// The generators of weights, examples and dropout, from one seed.
  struct Generators {
    explicit Generators(std::uint64_t seed) : base(seed), weights(base.split()), examples(base.split()), dropout(base.split()) {}
    Rng base, weights, examples, dropout;
  };
  models::PairBatch draw_batch();

  const tasks::PairTask& task_;
  TranslatorOptions options_;
  int batch_;
  std::uint64_t seed_;
  Generators random_;
  models::Seq2Seq model_;
  LengthStudy study_;
};

training::Make make_translator(const tasks::PairTask& task, const models::Seq2SeqSettings& settings, const TranslatorOptions& options = {});

/// The translator that a trainer made by make_translator() trains.
inline const Translator& translator_of(const training::Trainer& trainer) { return static_cast<const Translator&>(trainer.trainee()); }

}  // namespace attn::lessons::translation
