// What the course gives a trained lesson, tried on a trainee of one weight.
#include "course/trained.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compute/backend.h"
#include "course/definition.h"
#include "training/models.h"
#include "training/recipe.h"
#include "unit/canvas/recording_canvas.h"
#include "unit/training/small_trainee.h"

namespace attn::course {
namespace {

using training::testing::make_small;
using training::testing::small_of;

struct Params : TrainingChoices {
  bool alone = false;

  static params::Table<Params> table() {
    return params::Table<Params>{}
        .boolean(&Params::alone, {.id = "alone", .label = "Alone", .help = "No rival."})
        .include(training_table());
  }
};
struct Result {
  double weight = 0;
};

void settle(const Params&, Params&) {}
Result compute(const Params&, const training::Models& models, const compute::Backend&) { return {small_of(models.trainer).weight()}; }
std::string describe(const Params&, const Result&) { return {}; }

const training::Recipes& recipes() {
  static const training::Recipes all = [] {
    training::Recipes out;
    for (const char* name : {"small", "rival"})
      out.rows.push_back(
          {.name = name, .task = "goal", .make = make_small(), .plan = {}, .steps = 9, .lesson = "small", .query = "", .summary = ""});
    return out;
  }();
  return all;
}

Lesson make_lesson() {
  return define<Params, Result, training::Models>({
      .about = {"small", "Small", "For tests."},
      .results = {{"weight", "Weight", [](const Params&, const Result& r) { return scalar(r.weight); }}},
      .figures = {{"training", "Training", {"steps"}, 1.3f}},
      .exercises = {},
      .training =
          trained<Params>({.make = [](const Params&) { return make_small(); },
                           .shipped = [](const Params&) { return recipes().find("small"); },
                           .beside = [](const Params& p) { return training::at_most_one(p.alone ? nullptr : recipes().find("rival")); }}),
      .recipes = recipes,
  });
}

struct FrameTest : testing::Test {
  Lesson lesson = make_lesson();
  Params params;
  std::unique_ptr<Model> model = lesson.training.start(&params);
  Lesson::Result result;

  void train(int steps) {
    for (int i = 0; i < steps; ++i) model->step();
    result = lesson.compute(&params, model.get(), compute::cpu());
  }
  const Lesson::ResultRow& row(std::string_view name) const {
    return *std::find_if(lesson.results.begin(), lesson.results.end(), [name](const auto& one) { return one.name == name; });
  }
};

TEST_F(FrameTest, ItsParametersAreThoseOfTheStructItDerivesFrom) {
  EXPECT_TRUE(params::apply_query(lesson.rows, "weights=seed&learning-rate=0.25&seed=7&steps=12&alone=true", &params).empty());
  EXPECT_EQ(params.weights, TrainingChoices::Weights::seed);
  EXPECT_EQ(params.learning_rate, Real(0.25));
  EXPECT_EQ(params.seed, 7);
  EXPECT_EQ(params.steps, 12);
  const Params defaults;
  EXPECT_EQ(params::to_query(lesson.rows, &params, &defaults), "alone=true&weights=seed&learning-rate=0.25&seed=7&steps=12");
}

TEST_F(FrameTest, WithoutAChoiceThePlanIsAdamsAtAConstantRateAfterAWarmUp) {
  const training::Plan plan = live_plan({}), before;
  EXPECT_EQ(plan.method, training::Method::adam);
  EXPECT_EQ(plan.weight_decay, 0);
  EXPECT_EQ(plan.warm_up, before.warm_up);
  EXPECT_FALSE(plan.inverse_root);
  EXPECT_LE(plan.decay_to, plan.decay_from);
  EXPECT_EQ(plan.batch, before.batch);
}

TEST_F(FrameTest, OptimiserScheduleAndBatchAreTheReaders) {
  const auto plan = [this](std::string_view query) {
    Params p;
    EXPECT_TRUE(params::apply_query(lesson.rows, query, &p).empty()) << query;
    return live_plan(p);
  };
  EXPECT_EQ(plan("optimiser=momentum").method, training::Method::momentum);
  EXPECT_EQ(plan("optimiser=adam").weight_decay, 0);
  EXPECT_EQ(plan("optimiser=adamw").weight_decay, Real(0.1));
  EXPECT_EQ(plan("schedule=constant").warm_up, 0);
  EXPECT_EQ(plan("warm-up=400").warm_up, 400);
  EXPECT_TRUE(plan("schedule=inverse-root").inverse_root);
  EXPECT_EQ(plan("schedule=cosine&horizon=500").decay_from, 50);
  EXPECT_EQ(plan("schedule=cosine&horizon=500").decay_to, 500);
  EXPECT_LT(plan("schedule=cosine&horizon=100&warm-up=300").decay_from, 100) << "it ends where it is said to end";
  EXPECT_EQ(plan("batch=8").batch, 8);
  for (const char* id : {"optimiser", "schedule", "warm-up", "horizon", "batch"})
    EXPECT_TRUE(params::find(lesson.rows, id)->restarts_training);
}

TEST_F(FrameTest, TheFigureTrainingHasTheControlsOfTraining) {
  using Ids = std::vector<std::string_view>;
  EXPECT_EQ(training_controls({"weights", "learning-rate", "steps"}, lesson.rows),
            (Ids{"weights", "optimiser", "learning-rate", "schedule", "warm-up", "horizon", "batch", "steps"}));
  EXPECT_EQ(training_controls({"batch", "learning-rate", "steps"}, lesson.rows),
            (Ids{"batch", "optimiser", "learning-rate", "schedule", "warm-up", "horizon", "steps"}));
  EXPECT_EQ(training_controls({"steps"}, lesson.rows), Ids{"steps"}) << "a figure without a rate shows something else";
}

TEST_F(FrameTest, CurvesAreResultsThatExplainThemselves) {
  train(50);
  const Tensor losses = row("loss-curve").read(&params, result.get());
  EXPECT_EQ(losses.shape, (std::vector<int>{50, 1}));
  EXPECT_EQ(losses.rows.back(), "50");
  EXPECT_EQ(row("held-out").read(&params, result.get()).shape[0], 2);
  for (const char* name : {"loss-curve", "gradient-norm", "held-out"}) {
    const Tensor read = row(name).read(&params, result.get());
    const formula::Explanation x = row(name).explain(&params, result.get(), 1, 0);
    EXPECT_FALSE(x.title.empty()) << name;
    EXPECT_FLOAT_EQ(static_cast<float>(x.value), read.data[1]) << name;
    EXPECT_TRUE(row(name).explain(&params, result.get(), read.shape[0], 0).title.empty()) << name;
  }
  EXPECT_EQ(row("held-out").explain(&params, result.get(), 1, 0).note, "Among 32 trials that training cannot see, those right.");
  EXPECT_NE(row("weight").read(&params, result.get()).data[0], 0) << "the lesson's own rows stay";
}

TEST_F(FrameTest, TheFigureTrainingIsDrawnForIt) {
  train(50);
  canvas::RecordingCanvas canvas{{600, 500}};
  Params edit = params;
  lesson.figures[0].draw(canvas, &params, result.get(), &edit);
  EXPECT_EQ(canvas.curves.size(), 3u);
  EXPECT_NE(canvas.find("held-out trials right (%)"), nullptr);
  EXPECT_NE(canvas.find("from the seed, 50 steps"), nullptr);
}

TEST_F(FrameTest, WeightsAreWantedAsTheParametersSay) {
  EXPECT_EQ(lesson.training.weights(&params), recipes().find("small"));
  EXPECT_EQ(lesson.training.beside(&params), std::vector{recipes().find("rival")});
  params.weights = TrainingChoices::Weights::seed, params.alone = true;
  EXPECT_EQ(lesson.training.weights(&params), nullptr);
  EXPECT_TRUE(lesson.training.beside(&params).empty());
}

TEST_F(FrameTest, AModelBesideIsLoadedAndMeasuredAfterTheOneInTraining) {
  const auto& models = static_cast<const training::Models&>(*model);
  const training::Recipe& rival = *recipes().find("rival");
  const std::string weights = models.trainer.save(true);
  EXPECT_NE(model->load_beside(rival, "no weights"), "");
  EXPECT_TRUE(models.beside.empty());
  EXPECT_EQ(model->load_beside(rival, weights), "");
  int pieces = 0;
  while (model->measure()) ++pieces;
  EXPECT_EQ(pieces, 3) << "two pieces each, of which the last has nothing after it";
  EXPECT_TRUE(models.trainer.measured());
  EXPECT_TRUE(models.beside.at("rival").measured());
}

TEST_F(FrameTest, TrainingEndsWithASentence) {
  params.learning_rate = Real(0.1);
  model = lesson.training.start(&params);
  EXPECT_EQ(model->halt().halt, Halt::kNone);
  train(400);
  EXPECT_EQ(model->halt().halt, Halt::kConverged);
  EXPECT_NE(model->halt().sentence, "");
}

}  // namespace
}  // namespace attn::course
