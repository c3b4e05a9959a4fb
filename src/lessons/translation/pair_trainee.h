// A model of any kind in training on one toy task of pairs: which batches it draws, how it is measured on held-out sources, and what all
// that is called. A derived class has the weights, their loss, and what they make of a source.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lessons/translation/length_study.h"
#include "models/seq2seq.h"
#include "tasks/pairs.h"
#include "training/seeded_trainee.h"

namespace attn::lessons::translation {

/// How a model learns, in addition to its plan.
struct TranslatorOptions {
  Real label_smoothing = 0, dropout = 0;
  int longest = 0;  ///< length of the longest training source; 0 for the task's own
};

constexpr int kStudyExamples = 24;  ///< examples of each length in the study for the reader

class PairTrainee : public training::SeededTrainee {
 public:
  const tasks::PairTask& task() const { return task_; }
  const LengthStudy& length_study() const { return study_; }
  int longest() const { return options_.longest > 0 ? options_.longest : task_.longest; }  ///< length of the longest training source
  /// The study's counts over the lengths that training draws, and over longer ones.
  LengthStudy::Point within_training() const { return study_.total(task_.shortest, longest()); }
  LengthStudy::Point beyond_training() const { return study_.total(longest() + 1, task_.longest_tested); }

  void draw(int step) final;
  autodiff::Var loss(autodiff::Tape& tape, int shard) final;
  autodiff::Var whole_loss(autodiff::Tape& tape) final;
  /// ln of the number of words that can be said, which are all words of the task and the end token.
  double guessing() const final;
  /// Four times the loss of guessing among all tokens, including those that are never said.
  double hopeless() const final;
  /// "exact-match" and, for a model with alignments that was right somewhere, "alignment-right".
  std::vector<training::Score> measure(int examples) const final;
  /// "exact-match", "exact-match-long" if the task has longer sources than training, and "alignment-right" as in measure().
  std::vector<training::Score> evaluate(const training::Effort& effort) const final;
  bool study() final { return study_.advance(speaker()); }
  void forget_study() final { study_.restart(); }
  /// "exact-match" and "exact-match-long"
  std::vector<training::Metric> found() const final;
  training::Wording wording() const final;
  std::map<std::string, std::string> metadata() const final { return {{"task", std::string(task_.name)}}; }

 protected:
  /// `task` must outlive the trainee. The plan's seed determines the first weights and the examples.
  PairTrainee(const tasks::PairTask& task, const training::Plan& plan, const TranslatorOptions& options);

  /// The mean loss [1,1] over the words of `batch`, among them each target's end. `dropout` draws what is dropped; null: nothing is.
  virtual autodiff::Var loss_of(autodiff::Tape& tape, const models::PairBatch& batch, Rng* dropout) = 0;
  /// See Speak.
  virtual std::vector<Tokens> speak(const std::vector<Tokens>& sources, int max_length, std::vector<Mat>* alignments) const = 0;

  const TranslatorOptions& options() const { return options_; }

 private:
  Speak speaker() const;

  const tasks::PairTask& task_;
  TranslatorOptions options_;
  LengthStudy study_;
  models::PairBatch drawn_;
  std::vector<Rng> dropout_;  ///< of each shard, so that shards can be computed in any order
};

/// The trainee of a trainer, which must be a PairTrainee.
inline const PairTrainee& pair_trainee_of(const training::Trainer& trainer) { return static_cast<const PairTrainee&>(trainer.trainee()); }

}  // namespace attn::lessons::translation
