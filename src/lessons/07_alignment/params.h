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
constexpr int kMostAlignmentSteps = 40;  ///< most output words, and most source positions

struct Params : translation::TrainingChoices {
  Params() { learning_rate = Real(0.005); }  // with it a reader can watch attention being born

  int task = 3;                                                                ///< place in tasks::pair_tasks(); at first the grammar
  std::string source = "they buy the red book and the schools are beautiful";  ///< what the reader typed
  /// The design. Widths and vocabularies depend on the task (setup_of). Input feeding is off while the timing is `previous`, and the window
  /// has no effect while the reach is `global`.
  models::Seq2SeqSettings model = {.window = kAlignmentWindow};
  int row = 4;                ///< the step shown, from 1
  Mat overrides = Mat(0, 2);  ///< [k, m+2] set by hand: a step, from 1, and the weights that replace the model's at that step

  // Set by settle().
  Tokens shown;         ///< the last source that could be shown
  std::string refusal;  ///< why `source` is not shown; empty where it is

  static params::Table<Params> table();
};

const tasks::PairTask& task_of(const Params& p);

/// What follows from an edit:
/// - The source is read (translation::settle_source).
/// - Local attention is Luong's. So a local reach makes the timing `current`, and the timing `previous` makes the reach global.
/// - If only the reach was changed, to a local one, and no weights are shipped for the settings that result, the design of the shipped
///   local model is taken.
/// - Input feeding has no effect where the state before is scored, so it is turned off there.
/// - Overrides that do not fit this source are dropped. The others are scaled to sum to 1.
void settle(const Params& before, Params& after);

/// Takes Bahdanau's design if `previous`: the state before is scored, additively and over all positions. Otherwise takes Luong's: the
/// current state is scored, by any score but the additive one.
void take_design(Params& p, bool previous);

/// Writes `row` [1,m+1] into `overrides` for `step`, from 1.
void set_override(Mat* overrides, int step, In row);

/// What is trained. The widths are those of the task's shipped models.
translation::TranslationSetup setup_of(const Params& p);
/// The name of the task's shipped model without attention; empty where there is none.
std::string rival_name(const Params& p);

}  // namespace attn::lessons::alignment
