// What a reader chooses in the lesson on alignment: a task and a source, the model's design, the step shown, and rows of weights set by
// hand.
#pragma once

#include <string>

#include "base/mat.h"
#include "base/tokens.h"
#include "lessons/translation/translation_lesson.h"
#include "models/seq2seq.h"
#include "params/params.h"
#include "tasks/pairs.h"

namespace attn::lessons::alignment {

constexpr int kAlignmentWindow = 3;      ///< D of the shipped models
constexpr int kMostAlignmentSteps = 40;  ///< output words, and source positions, that the lesson shows at most

struct Params : translation::TrainingChoices {
  int task = 3;        ///< place in tasks::pair_tasks(); at first the grammar
  std::string source;  ///< as typed
  /// The design; widths and vocabularies are the task's. Input feeding is off while the timing is `previous`; the window has no effect
  /// while the reach is `global`.
  models::Seq2SeqSettings model = {.window = kAlignmentWindow};
  int row = 1;                ///< the step shown, from 1
  Mat overrides = Mat(0, 2);  ///< [k, m+2]: a step, from 1, and the weights that take the place of the model's own there

  // Follow from the others, see settle().
  Tokens shown;         ///< the last source that could be shown
  std::string refusal;  ///< why the one in `source` is not, or empty

  static params::Table<Params> table();
};

const tasks::PairTask& task_of(const Params& p);

/// What follows from an edit:
/// - The source is read (translation::settle_source).
/// - Local attention is Luong's: a local reach brings the current state, and the state before brings a global reach. Where a local reach
///   alone was chosen and no weights are shipped for it with the other settings, these become those of the shipped model.
/// - Input feeding has no effect where the state before is scored, and is off there.
/// - Overrides that are no rows for this source are dropped, the others made distributions.
void settle(const Params& before, Params& after);

/// Bahdanau's design (the state before is scored, additively and over all positions), or Luong's (the current one, by any score but that).
void take_design(Params& p, bool previous);

/// Writes `row` [1,m+1] into `overrides` for `step`, from 1.
void set_override(Mat* overrides, int step, In row);

/// What is trained. Its widths are those of the shipped models of the task.
translation::TranslationSetup setup_of(const Params& p);
/// The shipped model without attention of the same task, or empty.
std::string rival_name(const Params& p);

}  // namespace attn::lessons::alignment
