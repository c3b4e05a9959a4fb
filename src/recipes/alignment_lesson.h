// What the lesson on alignment computes: one translation with every intermediate, with rows of weights that the reader may have set, and
// how the model does by length.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "models/translation.h"
#include "recipes/translation_lesson.h"

namespace attn::recipes {

constexpr int kAlignmentWindow = 3;      ///< D of the shipped models
constexpr int kMostAlignmentSteps = 40;  ///< output words, and source positions, that the lesson shows at most

struct AlignmentChoices : TrainingChoices {
  int task = 3;  ///< place in tasks::pair_tasks(); at first the grammar
  enum class Score { additive, dot, general, concat } score = Score::additive;
  std::string source;  ///< as typed
  models::AlignmentTiming timing = models::AlignmentTiming::previous;
  bool input_feeding = false;  ///< never while the timing is `previous`
  models::AlignmentReach reach = models::AlignmentReach::global;
  int window = kAlignmentWindow;  ///< without effect while the reach is `global`
  bool bidirectional = true;
  int row = 1;                ///< the step shown, from 1
  Mat overrides = Mat(0, 2);  ///< [k, m+2]: a step, from 1, and the weights that take the place of the model's own there

  // Follow from the others, see settle().
  Tokens shown;         ///< the last source that could be read
  std::string refusal;  ///< why the one in `source` cannot, or empty
  int shown_task = task;
};

/// Reads the source; where it cannot be read, the last one that could stays, or the task's sample after a change of task (a source of
/// the former task is replaced by it). Overrides that are no rows for this source are dropped, the others made distributions. Input
/// feeding, which has no effect with timing `previous`, is off there. Idempotent.
void settle(AlignmentChoices& choices);

/// Bahdanau's design (the state before is scored, additively and over all positions), or Luong's (the current one, by any score but that).
void take_design(AlignmentChoices& choices, bool previous);

/// What is trained. Its widths are those of the shipped models of the task.
TranslationSetup setup_of(const AlignmentChoices& choices);
/// The shipped model without attention of the same task, or empty.
std::string rival_name(const AlignmentChoices& choices);

/// [m+1] positions, n steps, u units.
struct AlignmentView {
  const tasks::PairTask* task = nullptr;
  std::string refusal;
  bool trained = false;  ///< weights from a file, or steps taken
  bool shipped = false;  ///< whether weights are shipped for these settings
  models::Translation translation;
  std::vector<std::string> source, output, input;  ///< names: of the positions, of the words said, of the words given
  std::vector<std::string> former;                 ///< per step what the model says without overrides, empty where that is the same
  std::vector<bool> overridden;                    ///< per step
  tasks::Example answer;                           ///< the right one, where the task's rules know it
  bool solved = false, right = false;
  int step = 0;                   ///< the one shown, from 0
  Mat weights, centres;           ///< [n,m+1], [n,1]: in positions from 0, the window's or, where all is in reach, the weights' mean
  Mat scores, softmax, weighted;  ///< of the step: [1,m+1], also out of reach; [1,m+1] over all; weights times annotations [m+1,u]
  Mat before;                     ///< [1,u] the state before the step
  models::ScoreTerms score_terms, centre_terms;  ///< of the step
  std::vector<int> candidates;                   ///< the step's likeliest tokens, best first
  TranslationNumbers numbers;
};
AlignmentView view(const AlignmentChoices& choices, const TranslationState& state);

/// What there is to say of the translation: why a source was refused, whether the model is trained, what was changed, what is right.
std::string note(const AlignmentView& v);
/// The translation, its step and how often the model is right, in a few sentences.
std::string in_words(const AlignmentView& v);

/// Writes `row` [1,m+1] into `overrides` for `step`, from 1.
void set_override(Mat* overrides, int step, In row);

}  // namespace attn::recipes
