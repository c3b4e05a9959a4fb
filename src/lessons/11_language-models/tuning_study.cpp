#include "lessons/11_language-models/tuning_study.h"

#include <limits>

#include "base/check.h"
#include "kernels/softmax.h"
#include "training/trainer.h"

namespace attn::lessons::language_models {
namespace {

Tuned study_start(const Params& p, const training::Models& models, bool pretrained) {
  Tuned out;
  out.accuracy = Mat::Constant(static_cast<Index>(kLabelCounts.size()), 1, std::numeric_limits<Real>::quiet_NaN());
  out.asked = Mat::Zero(out.accuracy.rows(), 1);
  for (Index k = 0; k < out.accuracy.rows(); ++k) {
    const training::Trainer& trainer = tuned_of(models, kLabelCounts[static_cast<size_t>(k)], pretrained);
    const std::optional<double> right = tuner_of(trainer).right();
    const training::Check* check = trainer.check();
    if (trainer.measured() && right)
      out.accuracy(k, 0) = static_cast<Real>(*right), out.asked(k, 0) = TuningLearner::kHeldOut;
    else if (check)
      out.accuracy(k, 0) = static_cast<Real>(check->value), out.asked(k, 0) = TuningLearner::kChecked;
  }
  const TuningLearner& shown = tuner_of(tuned_of(models, p.labels(), pretrained));
  out.outputs = models::run(shown.model(), p.given).output;
  out.weight = shown.classifier().weight().value, out.bias = shown.classifier().bias().value;
  out.votes = shown.classifier().votes(out.outputs);
  out.logits = out.votes.colwise().mean();
  out.probabilities = kernels::softmax_rows(out.logits);
  return out;
}

}  // namespace

const training::Trainer& tuned_of(const training::Models& models, int labels, bool pretrained) {
  const auto is = [&](const training::Trainer& trainer) {
    return tuner_of(trainer).labels() == labels && tuner_of(trainer).pretrained() == pretrained;
  };
  if (is(models.trainer)) return models.trainer;
  for (const training::Trainer& twin : models.twins)
    if (is(twin)) return twin;
  CHECK(false, "tuned_of: nothing learns from ", labels, " labels");
}

Tuning study_tuning(const Params& p, const training::Models& models) {
  Tuning out;
  out.pretrained = study_start(p, models, true);
  out.random = study_start(p, models, false);
  out.text = p.given;
  out.waits = !tuner_of(models.trainer).fixed().empty();
  return out;
}

}  // namespace attn::lessons::language_models
