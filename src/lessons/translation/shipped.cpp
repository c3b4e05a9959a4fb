#include "lessons/translation/shipped.h"

#include "base/check.h"
#include "lessons/translation/settings.h"
#include "lessons/translation/show_task.h"
#include "lessons/translation/translator.h"

namespace attn::lessons::translation {
namespace {

using models::AlignmentReach;
using models::AlignmentScore;
using models::AlignmentTiming;
using models::Seq2SeqSettings;
using training::Requirement;

constexpr int kAlignedWidth = 32;  ///< the smallest hidden width of 16, 32, 64 with which every score passes 98 % on the grammar

/// Lesson 06: no attention, an encoder of one direction.
Seq2SeqSettings plain(kernels::Cell cell = kernels::Cell::gru) {
  Seq2SeqSettings s;
  s.cell = cell;
  s.bidirectional = false;
  s.score = AlignmentScore::none;
  return s;
}
Seq2SeqSettings reversed() {
  Seq2SeqSettings s = plain();
  s.reverse_source = true;
  return s;
}
/// A vector narrow enough to see each of its numbers.
Seq2SeqSettings narrow() {
  Seq2SeqSettings s = plain();
  s.hidden = 16;
  return s;
}
Seq2SeqSettings deep() {
  Seq2SeqSettings s = plain();
  s.depth = 2;
  return s;
}

/// Lesson 07: Bahdanau's design.
Seq2SeqSettings additive(bool bidirectional = true) {
  Seq2SeqSettings s;
  s.hidden = kAlignedWidth;
  s.bidirectional = bidirectional;
  return s;
}
/// Lesson 07: Luong's design.
Seq2SeqSettings current(AlignmentScore score, bool input_feeding = false) {
  Seq2SeqSettings s;
  s.hidden = kAlignedWidth;
  s.score = score;
  s.timing = AlignmentTiming::current;
  s.input_feeding = input_feeding;
  return s;
}
/// Local attention. Local-p has input feeding, with which it learns faster.
Seq2SeqSettings local(AlignmentReach reach) {
  Seq2SeqSettings s = current(AlignmentScore::general, reach == AlignmentReach::local_p);
  s.reach = reach;
  s.window = 3;
  return s;
}

/// The held-out accuracy that the course promises.
std::vector<Requirement> required(std::string_view task, const Seq2SeqSettings& settings) {
  if (settings.score == AlignmentScore::none) return {};
  if (task == "dates") return {{.score = "exact-match", .value = 0.99}};
  if (task == "grammar") return {{.score = "exact-match", .value = 0.98}};
  return {};
}

/// A shipped model. Over the last two thirds of its training the rate falls as a cosine.
ShippedModel row(std::string_view name, std::string_view task, const Seq2SeqSettings& settings, int steps, Real rate = Real(0.005)) {
  training::Plan plan;
  plan.learning_rate = rate;
  plan.decay_from = steps / 3;
  plan.decay_to = steps;
  return {name, task, settings, plan, steps, required(task, settings)};
}

/// This model has to be far better than those without attention on longer sources.
ShippedModel grammar_additive() {
  ShippedModel out = row("grammar-additive", "grammar", additive(), 12000);
  out.requirements.push_back({.score = "alignment-right", .value = 0.95});
  const auto above = [&out](std::string_view other, std::string_view label) {
    out.requirements.push_back({.score = "exact-match-long", .value = 30, .of = Requirement::Of::kAbove, .versus = other, .label = label});
  };
  above("grammar-none", "points above grammar-none on longer sources");
  above("grammar-none-reversed", "points above grammar-none-reversed on longer sources");
  return out;
}

/// At a constant rate, local-p sooner or later moves its centre out of the sentence, where the sigmoid has no slope that could bring it
/// back. So the rate falls from the beginning, and weight decay keeps the sigmoid's argument small.
ShippedModel local_p(int steps) {
  ShippedModel out = row("grammar-local-p", "grammar", local(AlignmentReach::local_p), steps, Real(0.004));
  out.plan.decay_from = 1;
  out.plan.method = training::Method::adamw;
  out.plan.weight_decay = Real(0.03);
  out.requirements.push_back({.score = "exact-match",
                              .value = 3,
                              .at_most = true,
                              .of = Requirement::Of::kBelow,
                              .versus = "grammar-general-feeding",
                              .label = "points below grammar-general-feeding"});
  return out;
}

/// This model learns fast enough for a reader to watch.
ShippedModel reversal_additive() {
  ShippedModel out = row("reversal-additive", "reversal", additive(), 3000);
  out.from_scratch = {.name = "reversal from scratch", .plan = {.seed = 7}};
  return out;
}

/// Good enough to be tried letter by letter, and no better beyond the lengths of training.
ShippedModel reversal_narrow(Real rate) {
  ShippedModel out = row("reversal-none-16", "reversal", narrow(), 8000, rate);
  out.requirements = {{.score = "exact-match", .value = 0.85}, {.score = "exact-match-long", .value = 0.1, .at_most = true}};
  return out;
}

std::vector<ShippedModel> make_rows() {
  constexpr Real kPlain = Real(0.004), kElman = Real(0.002);
  return {
      grammar_additive(),
      row("grammar-additive-forward", "grammar", additive(false), 16000),
      row("grammar-dot", "grammar", current(AlignmentScore::dot), 12000),
      row("grammar-general", "grammar", current(AlignmentScore::general), 12000),
      row("grammar-general-feeding", "grammar", current(AlignmentScore::general, true), 12000),
      row("grammar-concat", "grammar", current(AlignmentScore::concat), 12000),
      row("grammar-local-m", "grammar", local(AlignmentReach::local_m), 12000),
      local_p(8000),
      row("grammar-none", "grammar", plain(), 30000, kPlain),
      row("grammar-none-reversed", "grammar", reversed(), 30000, kPlain),
      row("dates-additive", "dates", additive(), 6000),
      reversal_additive(),
      row("sorting-additive", "sorting", additive(), 4000),
      row("reversal-none", "reversal", plain(), 8000, kPlain),
      row("reversal-none-reversed", "reversal", reversed(), 8000, kPlain),
      row("reversal-none-rnn", "reversal", plain(kernels::Cell::rnn), 10000, kElman),
      row("reversal-none-lstm", "reversal", plain(kernels::Cell::lstm), 8000, kPlain),
      reversal_narrow(kPlain),
      row("reversal-none-depth2", "reversal", deep(), 8000, kPlain),
      row("sorting-none", "sorting", plain(), 8000, kPlain),
      row("dates-none", "dates", plain(), 10000, kPlain),
  };
}

training::Recipe make_recipe(const ShippedModel& model) {
  const tasks::PairTask* task = tasks::find_pair_task(model.task);
  CHECK(task, model.name, ": no task ", model.task);
  const bool attends = model.settings.score != AlignmentScore::none;
  const std::string query = attends
                                ? settings_query(model.settings, {"score", "timing", "reach", "window", "input-feeding", "bidirectional"})
                                : settings_query(model.settings, {"cell", "hidden", "depth", "shared", "reverse"});
  return {.name = model.name,
          .task = model.task,
          .make = make_translator(*task, model.settings),
          .plan = model.plan,
          .steps = model.steps,
          .lesson = attends ? "alignment" : "encoder-decoder",
          .query = "task=" + std::string(model.task) + "&" + query,
          .summary = settings_text(model.settings),
          .settings = settings_by_id(model.settings),
          .requirements = model.requirements,
          .from_scratch = model.from_scratch};
}

training::Recipes make_recipes() {
  training::Recipes out;
  for (const tasks::PairTask& task : tasks::pair_tasks())
    out.tasks.push_back({task.name, task.help, [&task](int count) { return show_task(task, count); }});
  for (const ShippedModel& model : shipped_models()) out.rows.push_back(make_recipe(model));
  return out;
}

}  // namespace

const training::Recipes& recipes() {
  static const training::Recipes all = make_recipes();
  return all;
}

const training::Recipe* recipe_of(const ShippedModel* model) { return model ? recipes().find(model->name) : nullptr; }

const std::vector<ShippedModel>& shipped_models() {
  static const std::vector<ShippedModel> rows = make_rows();
  return rows;
}

const ShippedModel* find_shipped(std::string_view name) {
  for (const ShippedModel& row : shipped_models())
    if (row.name == name) return &row;
  return nullptr;
}

const ShippedModel* find_shipped(std::string_view task, const models::Seq2SeqSettings& settings) {
  models::Seq2SeqSettings wanted = settings;
  wanted.source_words = wanted.target_words = 0;
  for (const ShippedModel& row : shipped_models())
    if (row.task == task && row.settings == wanted) return &row;
  return nullptr;
}

}  // namespace attn::lessons::translation
