// The Vision Transformer beside a convolution: the recorded shares, measured again.
#include "lessons/13_vision-transformer/beside.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "lessons/13_vision-transformer/shipped.h"
#include "lessons/lesson_under_test.h"
#include "training/trainer.h"

namespace attn::lessons::vision_transformer {
namespace {

constexpr std::array kTasks{Task::digits, Task::relation};

/// The shipped model of a task.
training::Trainer shipped_of(Task task, Network network) {
  const training::Recipe& recipe = *shipped_model({.task = task, .network = network});
  training::Trainer trainer(recipe.make, recipe.plan);
  std::string bytes;
  EXPECT_TRUE(LessonUnderTest::read_weights(recipe.name, &bytes) && trainer.load(bytes).empty()) << recipe.name;
  return trainer;
}

double strained(Strain strain, Task task, Rival rival, int amount) {
  const training::Trainer trainer = shipped_of(task, rival == Rival::convolution ? Network::convolution : Network::transformer);
  return count_strained(learner_of(trainer), strain, amount, rival == Rival::left_out).share();
}

TEST(Beside, TheShippedModelsAreAsRecorded) {
  for (const Task task : kTasks)
    for (const Strain strain : {Strain::shift, Strain::cover}) {
      const Mat recorded = recorded_shares(strain, task);
      for (const Index k : {Index(0), Index(3), Index(6)})
        for (const Rival rival : {Rival::transformer, Rival::convolution, Rival::left_out}) {
          const double share = static_cast<double>(recorded(static_cast<Index>(rival), k));
          if (std::isnan(share)) continue;
          // The C libraries' exp differs in a last bit now and then, which may turn a drawing on the edge.
          EXPECT_NEAR(strained(strain, task, rival, abscissas(strain)[static_cast<std::size_t>(k)]), share, 0.011)
              << rival_name(rival) << ", " << static_cast<int>(strain) << ", " << k;
        }
    }
}

TEST(Beside, WithoutAStrainTheyAreTheShippedOnes) {
  for (const Task task : kTasks) {
    const Mat shift = recorded_shares(Strain::shift, task), cover = recorded_shares(Strain::cover, task);
    for (Index i = 0; i < 2; ++i) EXPECT_EQ(shift(i, 0), cover(i, 0));
    EXPECT_EQ(cover(0, 0), cover(2, 0)) << "nothing is left out";
  }
}

TEST(Beside, MoreDrawingsAreBetter) {
  for (const Task task : kTasks) {
    const Mat shares = recorded_shares(Strain::images, task);
    for (Index i = 0; i < 2; ++i) EXPECT_GT(shares(i, 5), shares(i, 0) + Real(0.2));
  }
}

TEST(Beside, TheTextSaysWhatWasRecorded) {
  const auto of_100 = [](Strain strain, Task task, Rival rival, Index k) {
    return std::lround(100 * static_cast<double>(recorded_shares(strain, task)(static_cast<Index>(rival), k)));
  };
  EXPECT_EQ(of_100(Strain::images, Task::digits, Rival::transformer, 0), 23);
  EXPECT_EQ(of_100(Strain::images, Task::digits, Rival::convolution, 0), 46);
  EXPECT_EQ(of_100(Strain::shift, Task::digits, Rival::transformer, 6), 73);
  EXPECT_NEAR(of_100(Strain::shift, Task::digits, Rival::convolution, 6), 79, 1);
  EXPECT_NEAR(of_100(Strain::shift, Task::relation, Rival::transformer, 6), 54, 1);
  EXPECT_EQ(of_100(Strain::shift, Task::relation, Rival::convolution, 6), 82);
  EXPECT_EQ(of_100(Strain::cover, Task::digits, Rival::convolution, 5), 47);
  EXPECT_NEAR(of_100(Strain::cover, Task::digits, Rival::transformer, 5), 62, 1);
  EXPECT_NEAR(of_100(Strain::cover, Task::digits, Rival::left_out, 5), 70, 1);
}

TEST(Beside, AMovedDrawingIsTheSameInkFurtherRight) {
  Mat image = Mat::Zero(24, 24);
  image(3, 4) = 1, image(5, 22) = 1;
  const Mat moved = moved_right(image, 3);
  EXPECT_EQ(moved(3, 7), 1);
  EXPECT_EQ(moved.sum(), 1) << "what leaves the sheet is gone";
  EXPECT_EQ(moved_right(image, 0), image);
  const std::vector<int> patches = covered_patches(4, 3);
  EXPECT_EQ(covered(Mat::Ones(24, 24), patches).sum(), 24 * 24 - 3 * 36);
  EXPECT_EQ(covered_patches(4, 6)[2], patches[2]) << "more are covered in addition";
}

}  // namespace
}  // namespace attn::lessons::vision_transformer
