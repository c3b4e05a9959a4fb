// Fine-tuning (Devlin et al. 2019, section 4): a model that guessed hidden words is trained on to say whether a story is about a girl or a
// boy, from a few stories with the answer beside them. The same network from random weights learns beside it, each from several numbers of
// labels.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lessons/11_language-models/learner.h"
#include "models/gpt_classifier.h"

namespace attn::lessons::language_models {

inline constexpr std::array<int, 4> kLabelCounts{8, 32, 128, 512};
inline constexpr std::string_view kPretrainingIsAway = "Fine-tuning waits for the weights from pre-training.";
inline constexpr std::array<std::string_view, 2> kAnswers{"girl", "boy"};  ///< the classes
inline constexpr int kTunedOn = 1;  ///< the place in kLabelCounts of the model on the stage; those of the other counts are its twins

/// Stories and the class of each.
struct LabelledTexts {
  std::vector<Tokens> texts;
  std::vector<int> labels;
};
/// As many of each class, in turn.
LabelledTexts draw_labelled(tasks::Split split, int count, int context, Rng& rng);

class TuningLearner final : public LanguageLearner {
 public:
  static constexpr int kHeldOut = 200, kChecked = 64;  ///< stories of the study, and of a check during training

  /// The plan's seed determines the labelled stories, which are the same whatever the weights begin as. `pretrained`: the weights come from
  /// another model by begin_from(), and until then no step is taken.
  TuningLearner(const models::GptSettings& settings, const training::Plan& plan, int labels, bool pretrained);

  int labels() const { return labels_; }
  bool pretrained() const { return pretrained_; }
  const models::GptClassifier& classifier() const { return classifier_; }
  /// Takes all weights but the classifier's, of a model of the same settings. Returns whether that was still to be done.
  bool begin_from(const models::Gpt& model);
  /// The weights come from elsewhere: from a file of the reader's.
  void begin_as_it_is() { begun_ = true; }
  /// The share of kHeldOut held-out stories of which the answer is right; nothing until the study has found it.
  std::optional<double> right() const;

  void draw(int step) override;
  autodiff::Var loss(autodiff::Tape& tape, int shard) override;
  autodiff::Var whole_loss(autodiff::Tape& tape) override;
  double guessing() const override;
  /// "labels-right", of kChecked stories at most
  std::vector<training::Score> measure(int examples) const override;
  std::vector<training::Score> evaluate(const training::Effort& effort) const override { return measure(effort.examples); }
  int check_every(int) const override { return 5; }
  int held_out(int) const override { return kChecked; }
  bool study() override;
  void forget_study() override;
  std::vector<training::Metric> found() const override;
  std::string_view origin() const override { return pretrained_ ? "pre-training" : "the seed"; }
  std::string studying() const override { return "Asking about stories that training never saw."; }
  std::string fixed() const override;
  double tokens_per_step() const override { return 0; }  // its unit are labels
  training::Wording wording() const override;

 private:
  int count_right(int first, int count) const;

  int labels_;
  bool pretrained_, begun_;
  models::GptClassifier classifier_;
  LabelledTexts known_;
  std::vector<Tokens> drawn_;
  std::vector<int> answers_;
  int studied_ = 0, right_ = 0;
};

}  // namespace attn::lessons::language_models
