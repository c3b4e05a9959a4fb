// A trainer and its recipes, tried on a trainee of one weight.
#include "training/trainer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "training/evaluation.h"
#include "unit/training/small_trainee.h"

namespace attn::training {
namespace {

using testing::kGoal;
using testing::make_small;
using testing::small_of;

Trainer trained(int steps, Plan plan = {}) {
  plan.warm_up = 0;
  if (plan.learning_rate == Plan().learning_rate) plan.learning_rate = Real(0.1);
  Trainer trainer(make_small(), plan);
  for (int i = 0; i < steps; ++i) trainer.step();
  return trainer;
}

TEST(Trainer, TakesStepsTowardsLessLossAndCountsThem) {
  const Trainer trainer = trained(200);
  EXPECT_EQ(trainer.steps(), 200);
  EXPECT_EQ(trainer.losses().size(), 200u);
  EXPECT_EQ(trainer.gradient_norms().size(), 200u);
  EXPECT_LT(trainer.losses().back(), trainer.losses().front());
  EXPECT_NEAR(small_of(trainer).weight(), kGoal, 0.2);
  const Trainer three = trained(3);
  EXPECT_NEAR(three.loss(), (three.losses()[0] + three.losses()[1] + three.losses()[2]) / 3, 1e-6);
  EXPECT_TRUE(std::isnan(Trainer(make_small(), {}).loss()));
}

TEST(Trainer, ThePlansMethodAndScheduleDecideTheStep) {
  const auto weight = [](const Plan& plan, int steps) {
    Trainer trainer(make_small(), plan);
    for (int i = 0; i < steps; ++i) trainer.step();
    return small_of(trainer).weight();
  };
  const Real rate = Real(0.1);
  // The first gradient is near -6, cut to -1.
  EXPECT_NEAR(weight({.method = Method::sgd, .learning_rate = rate, .warm_up = 0}, 2), 0.2, 1e-5);
  EXPECT_NEAR(weight({.method = Method::momentum, .learning_rate = rate, .warm_up = 0}, 2), 0.1 * (1 + 1.9), 1e-5);
  EXPECT_NEAR(weight({.method = Method::adam, .learning_rate = rate, .warm_up = 0}, 2), 0.2, 1e-3);
  EXPECT_NEAR(weight({.method = Method::adamw, .learning_rate = rate, .warm_up = 0, .weight_decay = 5}, 2), 0.15, 1e-3);
  EXPECT_NEAR(weight({.method = Method::sgd, .learning_rate = rate, .warm_up = 1, .inverse_root = true}, 4),
              0.1 * (1 + std::sqrt(1 / 2.0) + std::sqrt(1 / 3.0) + std::sqrt(1 / 4.0)), 1e-5);
}

TEST(Trainer, AfterADivergenceItNamesARateAtWhichTheMethodIsAtHome) {
  EXPECT_NE(trained(400, {.learning_rate = 1000}).ending().find("such as 0.003,"), std::string::npos);
  const Trainer trainer = trained(400, {.method = Method::sgd, .learning_rate = 5, .clip = 0});
  ASSERT_TRUE(trainer.diverged());
  EXPECT_NE(trainer.ending().find("such as 0.5,"), std::string::npos) << trainer.ending();
}

TEST(Trainer, SameSeedAndStepsSameWeights) {
  const std::string once = trained(150).save(false);
  EXPECT_EQ(once, trained(150).save(false));
  EXPECT_NE(once, trained(151).save(false));
  EXPECT_NE(once, trained(150, {.seed = 2}).save(false));
}

TEST(Trainer, LoadedWeightsBeginAnewWithTheBatchesOfTheSeed) {
  const std::string weights = trained(20).save(false);
  Trainer fresh = trained(0), later = trained(7);
  for (Trainer* trainer : {&fresh, &later}) {
    EXPECT_EQ(trainer->load(weights), "");
    EXPECT_TRUE(trainer->loaded());
    EXPECT_EQ(trainer->steps(), 0);
    EXPECT_TRUE(trainer->losses().empty());
    EXPECT_EQ(trainer->provenance(), "shipped weights");
    trainer->step();
    EXPECT_EQ(trainer->provenance(), "shipped weights, 1 step on");
  }
  EXPECT_EQ(fresh.losses(), later.losses());
  EXPECT_EQ(fresh.save(false), later.save(false));
  EXPECT_EQ(trained(2).provenance(), "from the seed, 2 steps");
}

TEST(Trainer, RefusedWeightsChangeNothing) {
  Trainer trainer = trained(5), elsewhere = trained(9);
  const std::string before = trainer.save(false);
  static_cast<testing::SmallTrainee&>(elsewhere.trainee()).task = "another";
  EXPECT_EQ(trainer.load(elsewhere.save(false)), "The file's task is \"another\", the model's is \"goal\".");
  EXPECT_NE(trainer.load(before.substr(0, before.size() / 2)), "");
  EXPECT_NE(trainer.load(""), "");
  EXPECT_EQ(trainer.save(false), before);
  EXPECT_EQ(trainer.steps(), 5);
  EXPECT_FALSE(trainer.loaded());
}

TEST(Trainer, ChecksAsOftenAsThePlanSaysAndThreeRightOnesEndIt) {
  const Trainer trainer = trained(300, {.check_every = 25});
  ASSERT_EQ(trainer.checks().size(), 12u);
  EXPECT_EQ(trainer.checks()[1].step, 50);
  EXPECT_EQ(trainer.checks()[0].value, 0);
  EXPECT_TRUE(trainer.converged());
  EXPECT_EQ(trainer.ending(), "Converged: the last three checks had every held-out trial right.");
  EXPECT_TRUE(trained(50).checks().empty());
  EXPECT_FALSE(converged(std::vector<Check>{{1, 1.0}, {2, 1.0}}));
  EXPECT_FALSE(converged(std::vector<Check>{{1, 1.0}, {2, 1.0}, {3, 0.9}}));
  EXPECT_TRUE(converged(std::vector<Check>{{1, 0.0}, {2, 1.0}, {3, 1.0}, {4, 1.0}}));
}

TEST(Trainer, ALossFarAboveGuessingOrNoNumberHasDivergedAndSaysWhy) {
  Trainer trainer = trained(400, {.learning_rate = 1000});
  EXPECT_TRUE(trainer.diverged());
  EXPECT_NE(trainer.ending().find("At a learning rate of 1000 each step"), std::string::npos) << trainer.ending();
  const int steps = trainer.steps();
  trainer.step();
  EXPECT_EQ(trainer.steps(), steps);
  EXPECT_FALSE(trainer.measure());
  EXPECT_EQ(trainer.curves().note, trainer.ending());
}

TEST(Trainer, AStudyIsOfThePresentWeights) {
  Trainer trainer = trained(3);
  const auto found = [&trainer] {
    for (const Metric& metric : trainer.metrics())
      if (metric.name == "near") return true;
    return false;
  };
  EXPECT_FALSE(found());
  EXPECT_TRUE(trainer.measure());
  EXPECT_FALSE(found()) << "half of it";
  while (trainer.measure()) {
  }
  EXPECT_TRUE(trainer.measured());
  EXPECT_TRUE(found());
  trainer.step();
  EXPECT_FALSE(trainer.measured());
  EXPECT_FALSE(found());
  EXPECT_TRUE(trainer.measure());
}

TEST(Trainer, MetricsBeginWithStepAndLoss) {
  const std::vector<Metric> none = Trainer(make_small(), {}).metrics();
  ASSERT_EQ(none.size(), 2u);
  EXPECT_EQ(none[0].name, "step");
  EXPECT_TRUE(std::isnan(none[1].value));
  const std::vector<Metric> all = trained(25, {.check_every = 25}).metrics();
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[2].name, "gradient-norm");
  EXPECT_EQ(all[3].name, "held-out");
}

TEST(Trainer, TheCurveEndsAtTheLossThatIsTold) {
  const Trainer trainer = trained(23);
  const Curves curves = trainer.curves();
  ASSERT_EQ(curves.losses.rows(), 23);
  EXPECT_FLOAT_EQ(static_cast<float>(curves.losses(22, 1)), trainer.loss());
  EXPECT_EQ(curves.wording.example, "trial");
  EXPECT_EQ(curves.clip, 1);
}

TEST(Curves, ThinnedOnesAreMeansOfTheLastStepsAndEndAtTheLastOne) {
  const Mat all = thinned({1, 2, 3}, 10);
  ASSERT_EQ(all.rows(), 3);
  EXPECT_EQ(all(2, 0), 3);
  EXPECT_EQ(all(0, 1), 1);
  EXPECT_EQ(all(2, 1), 2);
  std::vector<float> many(1000);
  for (size_t i = 0; i < many.size(); ++i) many[i] = static_cast<float>(i);
  const Mat few = thinned(many, 10);
  ASSERT_EQ(few.rows(), 10);
  EXPECT_EQ(few(9, 0), 1000);
  EXPECT_NEAR(few(0, 1), 89.5, 1e-4);
  EXPECT_NEAR(few(9, 1), 989.5, 1e-4);
}

Recipe recipe(std::string_view name, std::vector<Requirement> requirements = {}) {
  return {.name = name,
          .task = "goal",
          .make = make_small(),
          .plan = {},
          .steps = 300,
          .lesson = "sample",
          .query = "",
          .summary = "a small one",
          .requirements = std::move(requirements)};
}

TEST(Recipe, OtherStepsStretchTheDecay) {
  Recipe row = recipe("small");
  row.steps = row.plan.decay_to = 3000;
  row.plan.decay_from = 1000;
  const Recipe shorter = with_steps(row, 300);
  EXPECT_EQ(shorter.steps, 300);
  EXPECT_EQ(shorter.plan.decay_from, 100);
  EXPECT_EQ(shorter.plan.decay_to, 300);
}

TEST(Recipe, WhatSeveralStateIsThereOnce) {
  Recipes all;
  all.add({.tasks = {{"goal", "", {}}}, .rows = {recipe("a"), recipe("b")}});
  all.add({.tasks = {{"goal", "", {}}}, .rows = {recipe("b"), recipe("c")}});
  EXPECT_EQ(all.tasks.size(), 1u);
  EXPECT_EQ(all.rows.size(), 3u);
  EXPECT_EQ(all.find("c"), &all.rows[2]);
  EXPECT_EQ(all.find("d"), nullptr);
  EXPECT_NE(all.find_task("goal"), nullptr);
}

TEST(Evaluation, MeasuresEachComparesAndTrainsFromScratch) {
  Recipes all;
  all.rows = {
      recipe("good", {{.score = "right", .value = 0.9},
                      {.score = "right", .value = 50, .of = Requirement::Of::kAbove, .versus = "poor", .label = "points above poor"}}),
      recipe("poor", {{.score = "right", .value = 0.5}}), recipe("absent")};
  all.rows[1].from_scratch = {.name = "poor from scratch", .plan = {.learning_rate = Real(0.1), .warm_up = 0}, .seconds = 20};
  const std::string good = trained(300).save(false), poor = trained(0).save(false);
  std::vector<double> progress;
  const std::vector<EvaluationRow> rows =
      evaluate(all, [&](std::string_view name) { return name == "good"   ? good
                                                        : name == "poor" ? poor
                                                                         : std::string(); },
               {.effort = {}, .progress = [&progress](double done, const std::string&) { progress.push_back(done); }});
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_TRUE(rows[0].passed);
  EXPECT_EQ(rows[0].value, 1);
  EXPECT_FALSE(rows[1].passed);
  EXPECT_FALSE(rows[2].passed);
  EXPECT_EQ(rows[2].problem, "there is no such file");
  EXPECT_EQ(rows[3].metric, "points above poor");
  EXPECT_EQ(rows[3].versus, "poor");
  EXPECT_NEAR(rows[3].value, 100, 1e-9);
  EXPECT_TRUE(rows[3].passed);
  EXPECT_EQ(rows[4].metric, "seconds to 95 % all right");
  EXPECT_TRUE(rows[4].passed);
  EXPECT_EQ(rows[4].score, "right");
  EXPECT_EQ(rows[4].reach, 0.95);
  EXPECT_TRUE(rows[4].query.ends_with("&weights=seed")) << rows[4].query;
  EXPECT_EQ(rows[3].query, "");
  EXPECT_EQ(progress.back(), 1);
}

}  // namespace
}  // namespace attn::training
