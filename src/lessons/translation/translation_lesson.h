// What the lessons on encoder-decoders and on alignment share: a translator in training, its accuracy by length, and a model to compare.
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
/// The translator in training, and beside it at most one model for comparison, its rival.
using TranslationState = training::Models;

/// What a lesson's parameters say about the model.
struct TranslationSetup {
  std::string_view task = "reversal";  ///< of tasks::pair_tasks()
  models::Seq2SeqSettings settings;    ///< the sizes of the vocabularies are filled in from the task
};
/// Whether weights are shipped for these settings, whether or not the reader chose to begin with them.
bool has_weights(const TranslationSetup& setup);
training::Make make_translator(const TranslationSetup& setup);
/// A fresh model, trained in the way of an open lesson.
std::unique_ptr<TranslationState> start(const TranslationSetup& setup, const TrainingChoices& choices);

inline const models::Seq2Seq& model_of(const TranslationState& state) { return translator_of(state.trainer).model(); }

// ---- as matrices, for results and figures ----------------------------------------------------------------------------------------------

/// Three columns [k,1], a row for each length.
struct AccuracyTable {
  Mat lengths;
  Mat accuracy;  ///< NaN where nothing has been measured, which includes all rows from `points` on
  Mat totals;
};
AccuracyTable accuracy_table(const LengthStudy& study, int points);

/// What a lesson's result says about its models.
struct TranslationNumbers {
  AccuracyTable accuracy, rival;  ///< as far as they have been measured; `rival` has no rows if there is no rival
  int points = 0;                 ///< rows of `accuracy` that have been measured so far
  // These four count nothing until `measured` and `rival_measured`.
  LengthStudy::Point within, beyond;  ///< of the model, over the lengths of training and over longer ones
  LengthStudy::Point rival_within, rival_beyond;
  std::string rival_name;  ///< empty if there is no rival
  bool measured = false;   ///< the study of the present weights is finished
  bool rival_measured = false;
  int steps = 0;
  bool loaded = false;
  int shortest = 1, longest = 8;  ///< lengths that training draws
  std::string provenance;
  std::string divergence;
};
TranslationNumbers numbers_of(const TranslationState& state);
/// Says how many held-out sources have been measured, or that none have yet, and where the weights come from.
std::string study_note(const TranslationNumbers& numbers);

}  // namespace attn::lessons::translation
