// A model in training on one toy task of pairs, whatever the model is: the batches that it draws, how it is measured on held-out sources,
// and what all that is called. Who derives from it has the weights, their loss, and what they say of a source.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lessons/translation/length_study.h"
#include "models/seq2seq.h"
#include "tasks/pairs.h"
#include "training/seeded_trainee.h"

namespace attn::lessons::translation {

/// How it learns, beside its plan.
struct TranslatorOptions {
  Real label_smoothing = 0, dropout = 0;
  int longest = 0;  ///< longest training source; 0: the task's own
};

constexpr int kStudyExamples = 24;  ///< of each length, in the study for the reader

class PairTrainee : public training::SeededTrainee {
 public:
  const tasks::PairTask& task() const { return task_; }
  const LengthStudy& length_study() const { return study_; }
  int longest() const { return options_.longest > 0 ? options_.longest : task_.longest; }  ///< source that training draws
  /// Exact matches of the study over the lengths that training saw, and over longer ones.
  LengthStudy::Point within_training() const { return study_.total(task_.shortest, longest()); }
  LengthStudy::Point beyond_training() const { return study_.total(longest() + 1, task_.longest_tested); }

  autodiff::Var loss(autodiff::Tape& tape) final { return loss_of(tape, draw_batch()); }
  /// ln of the number of words that can be said: every word of the task, and the end token.
  double guessing() const final;
  /// Four times the loss of guessing among all tokens, those that are never said included.
  double hopeless() const final;
  /// "exact-match", and of a model with alignments "alignment-right" where anything was right.
  std::vector<training::Score> measure(int examples) const final;
  /// "exact-match", "exact-match-long" where the task has longer sources than training, "alignment-right".
  std::vector<training::Score> evaluate(const training::Effort& effort) const final;
  bool study() final { return study_.advance(speaker()); }
  void forget_study() final { study_.restart(); }
  /// "exact-match" and "exact-match-long"
  std::vector<training::Metric> found() const final;
  training::Wording wording() const final;
  std::map<std::string, std::string> metadata() const final { return {{"task", std::string(task_.name)}}; }

 protected:
  /// The task outlives the trainee. The plan's seed gives weights and examples.
  PairTrainee(const tasks::PairTask& task, const training::Plan& plan, const TranslatorOptions& options);

  virtual autodiff::Var loss_of(autodiff::Tape& tape, const models::PairBatch& batch) = 0;
  /// See Speak.
  virtual std::vector<Tokens> speak(const std::vector<Tokens>& sources, int max_length, std::vector<Mat>* alignments) const = 0;

  const TranslatorOptions& options() const { return options_; }

 private:
  Speak speaker() const;
  models::PairBatch draw_batch();

  const tasks::PairTask& task_;
  TranslatorOptions options_;
  LengthStudy study_;
};

/// The trainee of a trainer whose trainee is one.
inline const PairTrainee& pair_trainee_of(const training::Trainer& trainer) { return static_cast<const PairTrainee&>(trainer.trainee()); }

}  // namespace attn::lessons::translation
