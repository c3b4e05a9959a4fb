// What the lesson on alignment computes: one translation with all numbers on the way, in which rows of weights may be the reader's own, and
// how often the model is right at each length.
#pragma once

#include <string>
#include <vector>

#include "compute/backend.h"
#include "lessons/07_alignment/birth.h"
#include "lessons/07_alignment/params.h"
#include "models/translation.h"

namespace attn::lessons::alignment {

using State = translation::TranslationState;

/// A translation in words. The source has m + 1 positions, with the end mark, and the decoder takes n steps.
struct Sentence {
  std::vector<std::string> source, output, input;  ///< the words of the source, those said, and those that the decoder was given
  std::vector<std::string> alone;                  ///< what the model says without overrides, the end mark included
  std::vector<std::string> former;                 ///< per step the word of `alone` that it replaces, empty where it is the same
  int changed = 0;                                 ///< how many words the overrides inserted, left out or replaced
  std::vector<bool> overridden;                    ///< per step, whether its weights were set by hand
  tasks::Example answer;                           ///< the right translation, if `solved`: the task's rules give one
  bool solved = false, right = false;
};

/// The step that is shown, from its state to its word. u units.
struct StepStudy {
  Mat scores;         ///< [1,m+1], including positions out of reach
  Mat softmax;        ///< [1,m+1] of the scores over all positions
  Mat weighted;       ///< [m+1,u] each annotation times its weight
  Mat before, state;  ///< [1,u] the decoder's state before the step and after it
  models::ScoreTerms score_terms, centre_terms;
  std::vector<int> candidates;  ///< the likeliest tokens, best first
};

struct Result {
  const tasks::PairTask* task = nullptr;
  std::string refusal;
  bool trained = false;  ///< the model has weights from a file, or has taken steps
  bool shipped = false;  ///< whether weights are shipped for these settings
  models::Translation translation;
  Sentence sentence;
  Mat weights, centres;  ///< [n,m+1], [n,1]; centres of the window or, where all is in reach, means under the weights, from 0
  int step = 0;          ///< the step shown, from 0
  StepStudy at;          ///< the step shown
  translation::TranslationNumbers numbers;
  Birth birth;
};
Result compute(const Params& p, const State& state, const compute::Backend& backend);

/// The decoder step that is shown.
const models::DecoderStep& step_of(const Result& r);

}  // namespace attn::lessons::alignment
