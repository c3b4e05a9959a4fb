// What fine-tuning has come to: how many held-out stories are right after how many labels, and what the text is taken for.
#pragma once

#include <optional>
#include <string_view>

#include "base/mat.h"
#include "lessons/11_language-models/params.h"
#include "lessons/11_language-models/tuning_learner.h"
#include "models/gpt.h"
#include "training/models.h"

namespace attn::lessons::language_models {

/// Of one way to begin: from pre-training, or from random weights.
struct Tuned {
  Mat accuracy;               ///< [labels,1] share of held-out stories that are right; NaN until it is known
  Mat asked;                  ///< [labels,1] of how many
  Mat outputs;                ///< [n,d] of the text, from the model with the chosen number of labels
  Mat weight, bias;           ///< [d,c], [1,c] of its classifier
  Mat votes;                  ///< [n,c] what each token votes for
  Mat logits, probabilities;  ///< [1,c] their mean, and the shares
};

inline constexpr std::string_view kNothingTuned = "Let it read \u201cstories with a label\u201d, and it is fine-tuned here.";

struct Tuning {
  Tuned pretrained, random;
  Tokens text;         ///< [n] with the marks at both ends
  bool waits = false;  ///< the weights from pre-training are not here yet
};

/// The learner of a number of labels that begins so.
const training::Trainer& tuned_of(const training::Models& models, int labels, bool pretrained);
/// The learner of such a trainer.
inline const TuningLearner& tuner_of(const training::Trainer& trainer) { return static_cast<const TuningLearner&>(trainer.trainee()); }

Tuning study_tuning(const Params& p, const training::Models& models);

}  // namespace attn::lessons::language_models
