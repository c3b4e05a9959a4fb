// A published model on the stage: it is not trained, and its study is to read what is asked.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "lessons/11_language-models/copying.h"
#include "lessons/11_language-models/learner.h"
#include "lessons/11_language-models/opened.h"
#include "lessons/11_language-models/reading.h"

namespace attn::lessons::language_models {

class OpenedLearner final : public StageLearner {
 public:
  /// `model` may be null: it is not here any more.
  OpenedLearner(std::shared_ptr<const OpenedModel> model, const training::Plan& plan) : StageLearner(plan), model_(std::move(model)) {}

  const OpenedLearner* opened() const override { return this; }
  /// Null where it is not here.
  const std::shared_ptr<const OpenedModel>& model() const { return model_; }
  /// Has the study be about what `p` asks. Returns whether that is something else than before.
  bool attend(const Params& p);
  /// What is known of what `p` asks; null where something else was asked.
  const Reading* reading(const Params& p) const;
  const Copying* copying(const Params& p) const;
  bool is_done() const;
  /// [L,v] the logits of what each layer's stream would say at a place. There is a run.
  const Mat& lens_at(int place) const;

  nn::Parameters& parameters() override { return none_; }
  void draw(int) override {}
  autodiff::Var loss(autodiff::Tape& tape, int) override { return tape.constant(Mat::Zero(1, 1)); }
  double guessing() const override { return 0; }
  std::vector<training::Score> measure(int) const override { return {}; }
  bool study() override;
  std::string studying() const override;
  std::string fixed() const override { return "This model was opened from files. It is shown as it is and not trained any further."; }

 private:
  std::shared_ptr<const OpenedModel> model_;
  nn::Parameters none_;
  std::optional<Reading> reading_;
  std::optional<CopyWalk> copy_walk_;
  int block_ = 0;
  std::vector<models::HeadPlace> copy_cut_;
  mutable int lens_place_ = -1;  ///< of lens_; -1: there is none
  mutable Mat lens_;
};

}  // namespace attn::lessons::language_models
