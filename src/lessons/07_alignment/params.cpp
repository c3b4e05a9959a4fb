#include "lessons/07_alignment/params.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "lessons/translation/shipped.h"
#include "lessons/translation/translation_training.h"

namespace attn::lessons::alignment {
namespace {

using models::AlignmentReach, models::AlignmentScore, models::AlignmentTiming;
using translation::find_shipped, translation::has_weights;

bool is_readable(const tasks::PairTask& task, const std::string& text) {
  Tokens tokens;
  return task.read(task, text, &tokens).empty() && !tokens.empty();
}

/// Why `text` is no source of the task, or an empty string and its tokens.
std::string read_source(const tasks::PairTask& task, const std::string& text, Tokens* tokens) {
  std::string why = task.read(task, text, tokens);
  if (why.empty() && tokens->empty()) why = "There is no word yet.";
  if (why.empty() && static_cast<int>(tokens->size()) >= kMostAlignmentSteps)
    why = "At most " + std::to_string(kMostAlignmentSteps - 1) + " tokens, please.";
  return why;
}

void settle_source(const Params& before, Params& after) {
  const tasks::PairTask& task = task_of(after);
  const bool other_task = before.task != after.task;
  if (after.source.empty() || (other_task && after.source == before.source && is_readable(task_of(before), after.source)))
    after.source = task.sample;
  Tokens tokens;
  after.refusal = read_source(task, after.source, &tokens);
  if (!after.refusal.empty()) {
    if (!other_task && !after.shown.empty()) return;
    const std::string why = read_source(task, std::string(task.sample), &tokens);
    CHECK(why.empty(), "the sample of ", task.name, ": ", why);
  }
  after.shown = tokens;
}

void settle_design(const Params& before, Params& after) {
  const bool local = after.reach != AlignmentReach::global;
  if (local && after.timing == AlignmentTiming::previous) {
    if (before.reach == AlignmentReach::global)
      take_design(after, false);
    else
      after.reach = AlignmentReach::global;
  }
  if (after.timing == AlignmentTiming::previous) after.input_feeding = false;
}

/// `p` with the design of the shipped model of local attention.
Params shipped_local(Params p) {
  p.timing = AlignmentTiming::current, p.score = AlignmentScore::general;
  p.input_feeding = p.reach == AlignmentReach::local_p;
  return p;
}

/// Whether the edit changed what is trained in nothing but the reach.
bool changed_reach_alone(const Params& before, const Params& after) {
  return before.reach != after.reach && before.task == after.task && before.score == after.score && before.timing == after.timing &&
         before.input_feeding == after.input_feeding && before.window == after.window && before.bidirectional == after.bidirectional &&
         before.weights == after.weights;
}

void settle_reach(const Params& before, Params& after) {
  if (after.reach == AlignmentReach::global || after.weights != Params::Weights::shipped) return;
  if (!changed_reach_alone(before, after) || has_weights(setup_of(after))) return;
  if (const Params trained = shipped_local(after); has_weights(setup_of(trained))) after = trained;
}

void settle_overrides(Params& p) {
  const auto positions = static_cast<Index>(p.shown.size()) + 1;
  Mat kept(0, positions + 1);
  if (p.overrides.cols() == positions + 1)
    for (Index e = 0; e < p.overrides.rows(); ++e) {
      const Mat weights = p.overrides.block(e, 1, 1, positions).cwiseMax(Real(0));
      const auto step = static_cast<int>(std::round(p.overrides(e, 0)));
      if (step < 1 || step > kMostAlignmentSteps || !(weights.sum() > Real(1e-3))) continue;
      const Real sum = weights.sum();
      set_override(&kept, step, std::abs(sum - 1) < Real(1e-4) ? weights : Mat(weights / sum));
    }
  p.overrides = kept.rows() > 0 ? kept : Mat(0, 2);
}

}  // namespace

const tasks::PairTask& task_of(const Params& p) { return tasks::pair_tasks()[static_cast<size_t>(p.task)]; }

void settle(const Params& before, Params& after) {
  settle_source(before, after);
  settle_reach(before, after);
  settle_design(before, after);
  settle_overrides(after);
}

void take_design(Params& p, bool previous) {
  p.timing = previous ? AlignmentTiming::previous : AlignmentTiming::current;
  if (previous)
    p.score = AlignmentScore::additive, p.reach = AlignmentReach::global;
  else if (p.score == AlignmentScore::additive)
    p.score = AlignmentScore::general;
}

void set_override(Mat* overrides, int step, In row) {
  CHECK(row.rows() == 1, "set_override: ", row.rows(), " rows");
  if (overrides->cols() != row.cols() + 1) *overrides = Mat(0, row.cols() + 1);
  Index at = overrides->rows();
  for (Index e = 0; e < overrides->rows(); ++e)
    if (static_cast<int>((*overrides)(e, 0)) == step) at = e;
  if (at == overrides->rows()) overrides->conservativeResize(at + 1, Eigen::NoChange);
  (*overrides)(at, 0) = static_cast<Real>(step);
  overrides->block(at, 1, 1, row.cols()) = row;
}

translation::TranslationSetup setup_of(const Params& p) {
  translation::TranslationSetup setup;
  setup.task = task_of(p).name;
  if (const translation::ShippedModel* row = find_shipped(std::string(setup.task) + "-additive")) setup.settings = row->settings;
  models::Seq2SeqSettings& s = setup.settings;
  s.score = p.score;
  s.timing = p.timing;
  s.input_feeding = p.input_feeding;
  s.reach = p.reach;
  s.window = p.reach == AlignmentReach::global ? models::Seq2SeqSettings().window : p.window;
  s.bidirectional = p.bidirectional;
  return setup;
}

std::string rival_name(const Params& p) {
  const std::string name = std::string(task_of(p).name) + "-none";
  return find_shipped(name) ? name : std::string();
}

params::Table<Params> table() {
  return params::Table<Params>{}
      .choice(&Params::task, {.id = "task", .label = "Task", .help = "What is translated into what.", .restarts_training = true},
              translation::tasks_to_choose())
      .text(&Params::source, {.id = "source", .label = "Source", .help = "Your own source, in the words that the task knows."})
      .choice(
          &Params::score,
          {.id = "score", .label = "Score", .help = "How a decoder state and an annotation make one number.", .restarts_training = true},
          {{"additive", "additive"}, {"dot", "dot"}, {"general", "general"}, {"concat", "concat"}})
      .choice(&Params::timing,
              {.id = "timing",
               .label = "State scored",
               .help = "The state before the step (Bahdanau) or the step’s own (Luong).",
               .restarts_training = true},
              {{"previous", "before"}, {"current", "current"}})
      .boolean(&Params::input_feeding, {.id = "input-feeding",
                                        .label = "Input feeding",
                                        .help = "The attentional state enters the next step too; off where the state before is scored.",
                                        .restarts_training = true})
      .choice(&Params::reach,
              {.id = "reach",
               .label = "Reach",
               .help = "Which positions a step may look at; local attention scores the current state.",
               .restarts_training = true},
              {{"global", "global"}, {"local-m", "local-m"}, {"local-p", "local-p"}})
      .integer(&Params::window, {.id = "window",
                                 .label = "Window D",
                                 .help = "Local attention looks so many places to either side of its centre; no other reach uses it.",
                                 .min = 1,
                                 .max = 6,
                                 .step = 1,
                                 .restarts_training = true})
      .boolean(&Params::bidirectional, {.id = "bidirectional",
                                        .label = "Bidirectional encoder",
                                        .help = "Half of each annotation is read from right to left.",
                                        .restarts_training = true})
      .integer(&Params::row, {.id = "row",
                              .label = "Step shown",
                              .help = "The output word that is looked at, from 1.",
                              .min = 1,
                              .max = kMostAlignmentSteps,
                              .step = 1})
      .matrix(&Params::overrides, {.id = "override",
                                   .label = "Weights set by hand",
                                   .help = "A row for each step that was changed: its number, then a weight for each source position.",
                                   .min = 0,
                                   .max = kMostAlignmentSteps,
                                   .step = 0.001,
                                   .rows = {0, kMostAlignmentSteps},
                                   .cols = {2, kMostAlignmentSteps + 1}})
      .include(course::training_table());
}

}  // namespace attn::lessons::alignment
