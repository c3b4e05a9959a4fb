// What the lessons on encoder-decoders and on alignment share: a translator in training, its accuracy by length, and a second model to
// compare with.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/mat.h"
#include "course/trained.h"
#include "lessons/translation/translator.h"
#include "training/models.h"

namespace attn::lessons::translation {

using course::TrainingChoices;
/// The translator in training, and beside it one model to compare with, its rival.
using TranslationState = training::Models;

/// What a lesson's parameters say about the model.
struct TranslationSetup {
  std::string_view task = "reversal";  ///< of tasks::pair_tasks()
  models::Seq2SeqSettings settings;    ///< the vocabularies' sizes are filled in from the task
};
/// Whether weights are shipped for these settings, wanted or not.
bool has_weights(const TranslationSetup& setup);
training::Make make_translator(const TranslationSetup& setup);
/// A fresh model, as readers train it.
std::unique_ptr<TranslationState> start(const TranslationSetup& setup, const TrainingChoices& choices);

inline const models::Seq2Seq& model_of(const TranslationState& state) { return translator_of(state.trainer).model(); }

// ---- as matrices, for results and figures ----------------------------------------------------------------------------------------------

/// [k,1] each.
struct AccuracyTable {
  Mat lengths;
  Mat accuracy;  ///< NaN where nothing was measured, and from `points` on
  Mat totals;
};
AccuracyTable accuracy_table(const LengthStudy& study, int points);

/// The state's numbers for a lesson's result.
struct TranslationNumbers {
  AccuracyTable accuracy, rival;  ///< as far as they are measured; `rival` has no rows without one
  int points = 0;                 ///< of `accuracy`, measured so far
  // Nothing of nothing unless `measured` and `rival_measured`.
  LengthStudy::Point within, beyond;  ///< of the model, over the lengths of training and over longer ones
  LengthStudy::Point rival_within, rival_beyond;
  std::string rival_name;  ///< empty without one
  bool measured = false;   ///< the study is finished, and of the present weights
  bool rival_measured = false;
  int steps = 0;
  bool loaded = false;
  int shortest = 1, longest = 8;  ///< lengths that training draws
  std::string provenance;
  std::string divergence;
};
TranslationNumbers numbers_of(const TranslationState& state);
/// How many held-out sources were measured, or that none are yet, and what the weights are.
std::string study_note(const TranslationNumbers& numbers);

}  // namespace attn::lessons::translation
