#include "course/trained.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "charts/loss_figure.h"
#include "charts/runs_table.h"
#include "course/definition.h"
#include "training/models.h"

namespace attn::course {
namespace {

using training::Curves;

constexpr int kCheckEvery = 25, kCheckExamples = 32;
constexpr Real kWeightDecay = Real(0.1);  // the help of `optimiser` below names this number, too

/// One of the curves as a result, which has a row for each step at which something was measured.
struct CurveRow {
  std::string_view name, label, column, title;
  Mat Curves::*table;
  std::string (*note)(const Curves&);
};

std::string recent(const std::string& what) { return what + ", and over the last " + std::to_string(training::kRecentSteps) + " steps."; }

const CurveRow kCurveRows[] = {
    {"loss-curve", "Loss by step", "loss", "Loss", &Curves::losses,
     [](const Curves& c) { return recent(std::string(c.wording.loss_note)); }},
    {"gradient-norm", "Gradient norm by step", "norm", "Gradient norm", &Curves::gradient_norms,
     [](const Curves&) {
       return "Of all parameters together, before clipping; mean of the last " + std::to_string(training::kRecentSteps) + " steps.";
     }},
    {"held-out", "Held-out accuracy by step", "accuracy", "Held-out accuracy", &Curves::checks,
     [](const Curves& c) {
       return "Among " + std::to_string(c.check_examples) + " " + std::string(c.wording.example) + "s that training cannot see, those " +
              std::string(c.wording.right) + ".";
     }},
};

std::string step_of(const Mat& table, Index i) { return fixed(static_cast<double>(table(i, 0)), 0); }

Tensor read(const Mat& table, std::string_view column) {
  std::vector<std::string> steps;
  for (Index i = 0; i < table.rows(); ++i) steps.push_back(step_of(table, i));
  return tensor(table.rightCols(1), std::move(steps), {std::string(column)});
}

formula::Explanation explain(const CurveRow& row, const Curves& curves, int i, int j) {
  const Mat& table = curves.*row.table;
  if (i < 0 || j != 0 || i >= table.rows() || !std::isfinite(table(i, 1))) return {};
  formula::Explanation x;
  x.title = std::string(row.title) + ", step " + step_of(table, i);
  x.formula = formula::sym("y");
  x.substituted = formula::num(table(i, 1));
  x.value = static_cast<double>(table(i, 1));
  x.note = row.note(curves);
  return x;
}

}  // namespace

const params::Table<TrainingChoices>& training_table() {
  using P = TrainingChoices;
  static const params::Table<P> table =
      params::Table<P>{}
          .choice(&P::weights,
                  {.id = "weights",
                   .label = "Begin with",
                   .help = "Shipped weights where there are any, or random ones.",
                   .restarts_training = true},
                  {{"shipped", "shipped weights"}, {"seed", "random weights"}})
          .choice(&P::optimiser,
                  {.id = "optimiser",
                   .label = "Optimiser",
                   .help = "How a gradient becomes a step: as it is, with a momentum of 0.9, or by Adam's averages, with a weight decay of "
                           "0.1 in AdamW.",
                   .restarts_training = true},
                  {{"sgd", "SGD"}, {"momentum", "momentum"}, {"adam", "Adam"}, {"adamw", "AdamW"}})
          .number(&P::learning_rate, {.id = "learning-rate",
                                      .label = "Learning rate",
                                      .help = "What a step is multiplied by, at its highest.",
                                      .min = 1e-5,
                                      .max = 10,
                                      .step = 1e-5,
                                      .logarithmic = true,
                                      .restarts_training = true})
          .choice(
              &P::schedule,
              {.id = "schedule",
               .label = "Schedule",
               .help = "How the rate goes: constant from the first step, or risen over a warm-up and then constant, or falling to nothing.",
               .restarts_training = true},
              {{"constant", "constant"}, {"warm-up", "warm-up"}, {"inverse-root", "1/\u221astep"}, {"cosine", "cosine"}})
          .integer(&P::warm_up, {.id = "warm-up",
                                 .label = "Warm-up",
                                 .help = "Steps over which the rate rises; of no effect where it is constant from the first.",
                                 .min = 1,
                                 .max = 4000,
                                 .step = 1,
                                 .logarithmic = true,
                                 .restarts_training = true})
          .integer(&P::horizon, {.id = "horizon",
                                 .label = "Cosine ends at",
                                 .help = "The step at which a cosine has brought the rate down to 0; of no effect with another schedule.",
                                 .min = 100,
                                 .max = 20000,
                                 .step = 100,
                                 .logarithmic = true,
                                 .restarts_training = true})
          .integer(&P::batch, {.id = "batch",
                               .label = "Batch",
                               .help = "Examples of which the gradient of a step is the mean.",
                               .min = 1,
                               .max = 128,
                               .step = 1,
                               .restarts_training = true})
          .integer(&P::seed, {.id = "seed",
                              .label = "Seed",
                              .help = "Of random weights and of the examples.",
                              .min = 0,
                              .max = 9999,
                              .step = 1,
                              .restarts_training = true})
          .integer(&P::steps, {.id = "steps",
                               .label = "Steps",
                               .help = "Training steps since the weights it began with.",
                               .min = 0,
                               .max = 100000,
                               .step = 1});
  return table;
}

std::vector<std::string_view> training_controls(const std::vector<std::string_view>& named, const params::Rows& rows) {
  const auto has = [](const std::vector<std::string_view>& ids, std::string_view id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  std::vector<std::string_view> all = named;
  auto at = std::find(all.begin(), all.end(), std::string_view("learning-rate"));
  if (at == all.end()) return named;
  for (const std::string_view id : {"schedule", "warm-up", "horizon", "batch"})
    if (params::find(rows, id) && !has(named, id)) at = all.insert(at + 1, id);
  at = std::find(all.begin(), all.end(), std::string_view("learning-rate"));
  if (params::find(rows, "optimiser") && !has(named, "optimiser")) all.insert(at, "optimiser");
  return all;
}

training::Plan live_plan(const TrainingChoices& choices) {
  using Schedule = TrainingChoices::Schedule;
  training::Plan plan;
  plan.method = choices.optimiser;
  if (plan.method == training::Method::adamw) plan.weight_decay = kWeightDecay;
  plan.batch = choices.batch;
  plan.learning_rate = choices.learning_rate;
  plan.warm_up = choices.schedule == Schedule::constant ? 0 : choices.warm_up;
  plan.inverse_root = choices.schedule == Schedule::inverse_root;
  if (choices.schedule == Schedule::cosine) {
    plan.decay_to = choices.horizon;
    plan.decay_from = std::min(plan.warm_up, plan.decay_to - 1);
  }
  plan.shards = training::kTeamShards;
  plan.seed = static_cast<std::uint64_t>(choices.seed);
  plan.check_every = kCheckEvery;
  plan.check_examples = kCheckExamples;
  return plan;
}

std::unique_ptr<training::Model> start_model(const training::Make& make, const TrainingChoices& choices,
                                             const std::vector<training::Make>& twins) {
  return std::make_unique<training::Models>(make, live_plan(choices), twins);
}

Curves curves_of(const training::Models& models) {
  Curves curves = models.trainer.curves();
  curves.runs = models.runs;
  curves.fixed = models.fixed();
  return curves;
}

void add_curve_rows(CurvesOf curves, std::vector<Lesson::ResultRow>* rows) {
  for (const CurveRow& row : kCurveRows) {
    if (std::any_of(rows->begin(), rows->end(), [&row](const auto& other) { return other.name == row.name; })) continue;
    rows->push_back({row.name, row.label, [&row, curves](const void*, const void* y) { return read(curves(y).*row.table, row.column); },
                     [&row, curves](const void*, const void* y, int i, int j) { return explain(row, curves(y), i, j); }});
  }
}

namespace {

std::string score(double value) { return std::isfinite(value) ? fixed(100 * value, 0) + " %" : "\u2013"; }
std::string number(double value) { return std::isfinite(value) ? canvas::shown_rounded(value, 3) : "\u2013"; }

double last(const Mat& table) {
  return table.rows() > 0 ? static_cast<double>(table(table.rows() - 1, 1)) : std::numeric_limits<double>::quiet_NaN();
}

/// The present run, and below it the earlier ones, the newest first.
std::vector<charts::RunRow> run_rows(const Curves& curves, const std::vector<std::size_t>& places) {
  const auto differs = [&places](const training::Settings& settings) {
    std::vector<std::string> out;
    for (const std::size_t i : places) out.push_back(i < settings.size() ? settings[i].shown : "");
    return out;
  };
  std::vector<charts::RunRow> rows;
  const Mat& losses = curves.losses;
  const int steps = losses.rows() > 0 ? static_cast<int>(losses(losses.rows() - 1, 0)) : 0;
  rows.push_back({"now", "", differs(curves.runs.settings), {std::to_string(steps), number(last(losses)), score(last(curves.checks))}});
  for (auto run = curves.runs.earlier->rbegin(); run != curves.runs.earlier->rend(); ++run)
    rows.push_back({std::to_string(run->number),
                    charts::run_region(run->number),
                    differs(run->settings),
                    {std::to_string(run->steps), number(run->loss), score(run->held_out)}});
  return rows;
}

/// Draws the table of runs at the foot of `area`, and cuts off from `area` what the table takes.
void draw_runs(canvas::Canvas& canvas, canvas::Rect* area, const Curves& curves) {
  const std::vector<std::size_t> places = training::differing(curves.runs);
  charts::RunsPicture picture{.columns = {}, .numbers = {"steps", "loss", "right"}, .rows = {}};
  for (const std::size_t i : places) picture.columns.push_back(curves.runs.settings[i].label);
  const std::vector<charts::RunRow> rows = run_rows(curves, places);
  picture.rows = rows;
  const float size = std::clamp(std::min(canvas.bounds().width / 62, canvas.bounds().height / 30), 11.0f, 13.0f);
  charts::draw_runs(canvas, area->cut_bottom(charts::runs_height(picture, 0.36f * area->height, size)), picture, size);
  area->cut_bottom(8);
}

}  // namespace

void draw_curves(canvas::Canvas& canvas, const Curves& curves) {
  const canvas::Rect all = canvas.bounds();
  canvas::Rect area = all.inset(std::clamp(all.width / 60, 6.0f, 20.0f), 8);
  if (!curves.fixed.empty()) {
    area.cut_top(0.3f * area.height);
    canvas::draw_paragraph(canvas, area, curves.fixed,
                           {.color = canvas.color(canvas::Role::kMuted), .size = 14, .baseline = canvas::Baseline::kTop});
    return;
  }
  const std::vector<training::Run>& runs = *curves.runs.earlier;
  if (!runs.empty()) draw_runs(canvas, &area, curves);
  std::vector<std::string> names;
  for (const training::Run& run : runs) names.push_back(std::to_string(run.number));
  std::vector<charts::EarlierCurves> earlier;
  for (std::size_t i = 0; i < runs.size(); ++i)
    earlier.push_back(
        {names[i], runs[i].losses, runs[i].gradient_norms, runs[i].checks, canvas.is_hot(charts::run_region(runs[i].number))});
  charts::draw_training(canvas, area,
                        {.losses = curves.losses,
                         .gradient_norms = curves.gradient_norms,
                         .held_out = curves.checks,
                         .guessing = curves.guessing,
                         .clip = curves.clip,
                         .example = curves.wording.example,
                         .right = curves.wording.right,
                         .loss_unit = curves.wording.loss,
                         .note = curves.note,
                         .shown = curves.shown,
                         .earlier = earlier});
}

}  // namespace attn::course
