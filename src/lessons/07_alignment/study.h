// What the lesson on alignment computes: one translation with every intermediate, with rows of weights that the reader may have set, and
// how the model does by length.
#pragma once

#include <string>
#include <vector>

#include "compute/backend.h"
#include "lessons/07_alignment/params.h"
#include "models/translation.h"

namespace attn::lessons::alignment {

using State = translation::TranslationState;

/// The sentence that came out. [m+1] positions, n steps.
struct Sentence {
  std::vector<std::string> source, output, input;  ///< names: of the positions, of the words said, of the words given
  std::vector<std::string> alone;                  ///< what the model says without overrides, the end mark included
  std::vector<std::string> former;                 ///< per step the word of `alone` that it replaces, empty where it is the same
  int changed = 0;                                 ///< words put, left out or replaced by the overrides
  std::vector<bool> overridden;                    ///< per step
  tasks::Example answer;                           ///< the right one, where the task's rules know it
  bool solved = false, right = false;
};

/// The step that is shown, from its state to its word. u units.
struct StepStudy {
  Mat scores;         ///< [1,m+1], also out of reach
  Mat softmax;        ///< [1,m+1] over all
  Mat weighted;       ///< [m+1,u] weights times annotations
  Mat before, state;  ///< [1,u] the state before the step, and of it
  models::ScoreTerms score_terms, centre_terms;
  std::vector<int> candidates;  ///< the likeliest tokens, best first
};

struct Result {
  const tasks::PairTask* task = nullptr;
  std::string refusal;
  bool trained = false;  ///< weights from a file, or steps taken
  bool shipped = false;  ///< whether weights are shipped for these settings
  models::Translation translation;
  Sentence sentence;
  Mat weights, centres;  ///< [n,m+1], [n,1]: in positions from 0, the window's or, where all is in reach, the weights' mean
  int step = 0;          ///< the one shown, from 0
  StepStudy at;          ///< that step
  translation::TranslationNumbers numbers;
};
Result compute(const Params& p, const State& state, const compute::Backend& backend);

/// The decoder step that is shown.
const models::DecoderStep& step_of(const Result& r);

}  // namespace attn::lessons::alignment
