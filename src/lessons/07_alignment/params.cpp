#include "lessons/07_alignment/params.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "lessons/translation/settings.h"
#include "lessons/translation/shipped.h"
#include "lessons/translation/source_text.h"
#include "lessons/translation/trained_translators.h"

namespace attn::lessons::alignment {
namespace {

using models::AlignmentReach, models::AlignmentScore, models::AlignmentTiming;
using translation::find_shipped, translation::has_weights;

void settle_design(const Params& before, Params& after) {
  const bool local = after.model.reach != AlignmentReach::global;
  if (local && after.model.timing == AlignmentTiming::previous) {
    if (before.model.reach == AlignmentReach::global)
      take_design(after, false);
    else
      after.model.reach = AlignmentReach::global;
  }
  if (after.model.timing == AlignmentTiming::previous) after.model.input_feeding = false;
}

/// `p` with the design of the shipped model of local attention.
Params shipped_local(Params p) {
  p.model.timing = AlignmentTiming::current, p.model.score = AlignmentScore::general;
  p.model.input_feeding = p.model.reach == AlignmentReach::local_p;
  return p;
}

/// Whether the reach is the only setting of the training that the edit changed.
bool changed_reach_alone(Params before, const Params& after) {
  if (before.model.reach == after.model.reach) return false;
  before.model.reach = after.model.reach;
  return before.model == after.model && before.task == after.task && before.weights == after.weights;
}

void settle_reach(const Params& before, Params& after) {
  if (after.model.reach == AlignmentReach::global || after.weights != Params::Weights::shipped) return;
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
  translation::settle_source(task_of(before), before.source, task_of(after), kMostAlignmentSteps - 1,
                             {after.source, after.shown, after.refusal});
  settle_reach(before, after);
  settle_design(before, after);
  settle_overrides(after);
}

void take_design(Params& p, bool previous) {
  p.model.timing = previous ? AlignmentTiming::previous : AlignmentTiming::current;
  if (previous)
    p.model.score = AlignmentScore::additive, p.model.reach = AlignmentReach::global;
  else if (p.model.score == AlignmentScore::additive)
    p.model.score = AlignmentScore::general;
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
  translation::TranslationSetup setup{.task = task_of(p).name, .settings = p.model};
  models::Seq2SeqSettings& s = setup.settings;
  if (const translation::ShippedModel* row = find_shipped(std::string(setup.task) + "-additive"))
    s.hidden = row->settings.hidden, s.embedding = row->settings.embedding;
  if (s.reach == AlignmentReach::global) s.window = models::Seq2SeqSettings().window;
  return setup;
}

std::string rival_name(const Params& p) {
  const std::string name = std::string(task_of(p).name) + "-none";
  return find_shipped(name) ? name : std::string();
}

params::Table<Params> Params::table() {
  return params::Table<Params>{}
      .choice(&Params::task, {.id = "task", .label = "Task", .help = "What is translated into what.", .restarts_training = true},
              translation::tasks_to_choose())
      .text(&Params::source, {.id = "source", .label = "Source", .help = "Your own source, in the words that the task knows."})
      .include(&Params::model, translation::attention_table())
      .integer(&Params::row, {.id = "row",
                              .label = "Step shown",
                              .help = "The output word that is looked at, from 1.",
                              .min = 1,
                              .max = kMostAlignmentSteps,
                              .step = 1,
                              .walked = true})
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
