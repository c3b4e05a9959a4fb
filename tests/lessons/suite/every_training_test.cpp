// A batch is computed in shards, by one or by several members of a team. Whoever computes them, a seed gives the same weights.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lessons/suite/lesson_text.h"
#include "session/session.h"
#include "training/recipe.h"
#include "training/team.h"
#include "training/threads.h"
#include "training/trainee.h"
#include "training/trainer.h"
#include "unit/course/print_entry.h"

namespace attn::lessons {
namespace {

std::string weights_of(training::Model& model) {
  std::string all;
  for (training::Trainer* trainer : model.trainers()) all += trainer->save(false);
  return all;
}

/// The gradient of the plan's first batch, in the order of the weights, then the loss.
std::vector<double> first_gradient(const training::Make& make, const training::Plan& plan) {
  training::Trainer trainer(make, plan);
  trainer.draw();
  trainer.compute(0, trainer.shards());
  trainer.update();
  std::vector<double> all;
  for (const nn::Parameter& one : trainer.trainee().parameters())
    for (Index i = 0; i < one.gradient.size(); ++i) all.push_back(static_cast<double>(one.gradient.data()[i]));
  all.push_back(static_cast<double>(trainer.loss()));
  return all;
}

class EveryTraining : public ::testing::TestWithParam<course::Entry> {
 protected:
  const course::Lesson& lesson = GetParam().lesson();
  std::unique_ptr<training::Model> model() const { return lesson.training.start(lesson.defaults().get()); }
};

TEST_P(EveryTraining, ShardsAddUpToTheWholeBatch) {
  if (!lesson.recipes) return;
  for (const training::Recipe& recipe : lesson.recipes().rows) {
    training::Plan whole = recipe.plan, cut = recipe.plan;
    cut.shards = 4;
    const std::vector<double> together = first_gradient(recipe.make, whole), apart = first_gradient(recipe.make, cut);
    ASSERT_EQ(together.size(), apart.size());
    double largest = 0, difference = 0;
    for (std::size_t i = 0; i < apart.size(); ++i) {
      largest = std::max(largest, std::abs(together[i]));
      difference = std::max(difference, std::abs(together[i] - apart[i]));
    }
    EXPECT_LT(difference, 2e-5 * largest) << recipe.name;
  }
}

TEST_P(EveryTraining, ATeamOfAnySizeGivesTheWeightsOfOneAlone) {
  if (!lesson.training) return;
  constexpr int kBefore = 2, kSteps = 3;
  const auto alone = model();
  for (int i = 0; i < kBefore + kSteps; ++i) alone->step();
  const std::string expected = weights_of(*alone);
  const std::vector<int> frames = alone->frames();
  alone->step();
  const std::string expected_next = weights_of(*alone);
  for (const int members : {1, 2, 3, 8}) {
    SCOPED_TRACE(members);
    const auto shown = model(), leading = model();
    for (int i = 0; i < kBefore; ++i) shown->step();
    std::vector<std::unique_ptr<training::Model>> helping;
    std::vector<training::Member> helpers;
    for (int i = 1; i < members; ++i) helpers.emplace_back(*helping.emplace_back(model()));
    training::Member leader(*leading);
    leader.lead(training::write_order(*shown, {.ticket = 7, .steps = kSteps}));
    for (training::Member& helper : helpers) helper.follow(leader.state());
    const auto member = [&](int i) -> training::Member& { return i == 0 ? leader : helpers[static_cast<std::size_t>(i - 1)]; };
    for (int step = 0; step < kSteps; ++step) {
      std::vector<std::string> sums;
      for (int i = 0; i < members; ++i) {
        member(i).draw();
        member(i).compute(i, members);
        sums.push_back(member(i).sums(i, members));
        if (step != i % 3) member(i).draw_ahead();
      }
      for (int i = 0; i < members; ++i) {
        for (int other = 0; other < members; ++other)
          if (other != i) member(i).put_sums(sums[static_cast<std::size_t>(other)], other, members);
        const bool more = member(i).update();
        if (i == 0) {
          EXPECT_EQ(more, step + 1 < kSteps);
        }
      }
    }
    const std::string total = leader.sums(0, 1);
    for (training::Member& helper : helpers) EXPECT_TRUE(helper.sums(0, 1) == total);
    ASSERT_TRUE(training::take_report(*shown, leader.report(), 7));
    EXPECT_TRUE(weights_of(*shown) == expected);
    EXPECT_EQ(shown->steps(), kBefore + kSteps);
    EXPECT_EQ(shown->frames(), frames);
    shown->step();
    EXPECT_TRUE(weights_of(*shown) == expected_next) << "moments and generators did not come back";
  }
}

TEST_P(EveryTraining, ThreadsGiveTheWeightsOfOneAlone) {
  if (!lesson.training) return;
  constexpr int kSteps = 30;  // beyond the first trial of helpers
  const auto alone = model(), shown = model();
  for (int i = 0; i < kSteps; ++i) alone->step();
  std::vector<std::unique_ptr<training::Model>> models;
  for (int i = 0; i < 3; ++i) models.push_back(model());
  training::Threads threads(std::move(models));
  threads.begin(training::write_order(*shown, {.ticket = 1, .steps = 5000}));
  threads.begin(training::write_order(*shown, {.ticket = 2, .steps = kSteps}));
  while (!threads.done())
    if (const std::string report = threads.report(1000); !report.empty()) {
      ASSERT_TRUE(training::take_report(*shown, report, 2));
    }
  EXPECT_EQ(shown->steps(), kSteps);
  EXPECT_TRUE(weights_of(*shown) == weights_of(*alone));
  threads.begin(training::write_order(*shown, {.ticket = 3, .steps = 5000}));
  threads.stop();
  EXPECT_TRUE(threads.done());
}

INSTANTIATE_TEST_SUITE_P(Course, EveryTraining, ::testing::ValuesIn(course::lessons()), test_name);

}  // namespace
}  // namespace attn::lessons
