// Claims of lesson 13, through its public verbs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lesson_by_hand.h"
#include "lesson_under_test.h"
#include "lessons/13_vision-transformer/study.h"
#include "live_claims.h"

namespace attn {
namespace {

using namespace lessons::vision_transformer;

LessonUnderTest trained(const std::string& query) {
  LessonUnderTest lesson("vision-transformer");
  lesson.set(query);
  EXPECT_TRUE(lesson.load_weights()) << query;
  return lesson;
}

const Result& result_of(const LessonUnderTest& lesson) { return *static_cast<const Result*>(lesson.result()); }

int answer_of(const LessonUnderTest& lesson) { return result_of(lesson).answer.best(); }

// ---- what it says
// --------------------------------------------------------------------------------------------------------------------------

TEST(Looking, AHiddenPatchMakesANineAFour) {
  auto lesson = trained("example=23");
  EXPECT_EQ(answer_of(lesson), 9);
  lesson.set("seen=1101;1111;1111;1111");
  EXPECT_EQ(answer_of(lesson), 4);
  EXPECT_EQ(lesson.at("over", 0, 3), 0) << "what is hidden has no weight";
}

TEST(Looking, AnEmptyPatchMatters) {
  auto lesson = trained("example=3");
  EXPECT_EQ(answer_of(lesson), 2);
  EXPECT_LT(lesson.at("patch", 14), 0.08) << "it is as good as empty";
  EXPECT_LT(lesson.at("over", 0, 15), 0.1) << "and hardly looked at";
  lesson.set("seen=0111;1111;1111;1111");
  EXPECT_EQ(answer_of(lesson), 2);
  lesson.set("seen=1111;1111;1111;1101");
  EXPECT_EQ(answer_of(lesson), 4);
}

TEST(Looking, WeightsAreASoftmaxOfScaledProducts) {
  auto lesson = trained("example=3&asks=7&seen=1011;1111;1111;1110");
  const Result& r = result_of(lesson);
  for (int h = 0; h < 8; ++h) {
    double all = 0, sum = 0;
    for (int j = 0; j <= 16; ++j)
      if (r.row_of(j) >= 0) all += std::exp(lesson.at("scores", h, j));
    for (int j = 0; j <= 16; ++j) {
      const double weight = lesson.at("weights", h, j);
      EXPECT_NEAR(weight, r.row_of(j) < 0 ? 0 : std::exp(lesson.at("scores", h, j)) / all, 1e-5);
      sum += weight;
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST(Looking, RollOutLeavesAtLeastAQuarter) {
  for (const char* task : {"digits", "relation"})
    for (int example = 1; example < 20; ++example) {
      auto lesson = trained("over=rollout&task=" + std::string(task) + "&example=" + std::to_string(example));
      EXPECT_GE(lesson.at("over", 0, 0), 0.25);
      double sum = 0;
      for (int j = 0; j <= 16; ++j) sum += lesson.at("over", 0, j);
      EXPECT_NEAR(sum, 1, 1e-5);
    }
}

TEST(Looking, NothingLeftButTheClassToken) {
  auto lesson = trained("seen=0000;0000;0000;0000");
  for (int h = 0; h < 8; ++h) EXPECT_NEAR(lesson.at("weights", h, 0), 1, 1e-6);
  EXPECT_FALSE(lesson.describe("look").empty());
}

// ---- the drawing
// ---------------------------------------------------------------------------------------------------------------------------

TEST(Drawing, OfAnotherSizeIsBroughtToOurs) {
  auto lesson = trained("example=2");
  Mat large = Mat::Zero(48, 48), small = Mat::Zero(12, 12);
  large.block(10, 20, 20, 8).setOnes();
  lesson.set_matrix("drawing", large);
  EXPECT_EQ(lesson.matrix("drawing").rows(), 24);
  EXPECT_EQ(lesson.at("drawing", 5, 10), 1);
  EXPECT_EQ(lesson.at("drawing", 4, 10), 0);
  EXPECT_EQ(lesson.at("drawing", 14, 13), 1);
  EXPECT_EQ(lesson.at("drawing", 15, 13), 0);
  small(3, 4) = 1;
  lesson.set_matrix("drawing", small);
  EXPECT_EQ(lesson.at("drawing", 6, 8), 1);
  EXPECT_EQ(lesson.at("drawing", 7, 9), 1);
  EXPECT_EQ(lesson.matrix("drawing").sum(), 4);
  lesson.set_matrix("drawing", Mat::Constant(28, 28, Real(0.5)));
  EXPECT_NEAR(lesson.at("drawing", 11, 3), 0.5, 1e-6);
  EXPECT_NE(lesson.describe("look").find("Your drawing"), std::string::npos);
  lesson.set("example=4");
  EXPECT_EQ(lesson.matrix("drawing").rows(), 0) << "another example takes its place";
}

TEST(Drawing, OfInkOutOfRangeIsRefused) {
  LessonUnderTest lesson("vision-transformer");
  const params::Row* row = params::find(lesson.lesson().rows, "drawing");
  EXPECT_NE(params::validate(*row, Mat(Mat::Constant(24, 24, 2))), "");
  EXPECT_NE(params::validate(*row, Mat(Mat::Zero(65, 24))), "");
  EXPECT_NE(params::validate(*row, std::string("a cat")), "");
  EXPECT_EQ(params::validate(*row, Mat(Mat::Zero(24, 24))), "");
}

// ---- positions
// -----------------------------------------------------------------------------------------------------------------------------

/// The mean cosine of the positions of patches that stand so many rows and columns apart.
double mean_cosine(const LessonUnderTest& lesson, int rows, int cols) {
  double sum = 0;
  int pairs = 0;
  for (int a = 0; a < 16; ++a)
    for (int b = 0; b < 16; ++b)
      if (std::abs(a / 4 - b / 4) == rows && std::abs(a % 4 - b % 4) == cols)
        sum += lesson.at("similarity", a / 4 * 4 + b / 4, a % 4 * 4 + b % 4), ++pairs;
  return sum / pairs;
}

TEST(Positions, OfDigitsAreAlikeAlongARow) {
  auto lesson = trained("");
  EXPECT_NEAR(mean_cosine(lesson, 0, 0), 1, 1e-5);
  EXPECT_GT(mean_cosine(lesson, 0, 1), 0.2) << "to the left and right";
  EXPECT_LT(mean_cosine(lesson, 1, 0), 0.05) << "above and below";
}

TEST(Positions, OfTheRelationAreOfColumns) {
  auto lesson = trained("task=relation");
  double least_in_column = 1, most_between = -1;
  for (int a = 0; a < 16; ++a)
    for (int b = 0; b < 16; ++b) {
      const double cosine = lesson.at("similarity", a / 4 * 4 + b / 4, a % 4 * 4 + b % 4);
      (a % 4 == b % 4 ? least_in_column : most_between) =
          a % 4 == b % 4 ? std::min(least_in_column, cosine) : std::max(most_between, cosine);
    }
  EXPECT_GT(least_in_column, most_between + 0.15);
}

TEST(Positions, WithoutThemTheOrderDoesNotMatter) {
  auto lesson = trained("network=unordered&order=5");
  for (int c = 0; c < 10; ++c) EXPECT_NEAR(lesson.at("logits", c), static_cast<double>(result_of(lesson).plain.logits(0, c)), 1e-4);
  auto with = trained("order=5");
  EXPECT_GT((result_of(with).answer.logits - result_of(with).plain.logits).cwiseAbs().maxCoeff(), 1);
}

TEST(Networks, AreAsGoodAsTheTextSays) {
  auto digits = trained("");
  digits.measure();
  EXPECT_GE(digits.at("right", 0, 0), 0.97);
  EXPECT_GE(digits.at("right", 0, 1), 0.9);
  EXPECT_LE(digits.at("right", 0, 2), 0.4) << "the model with positions is lost";
  EXPECT_GE(digits.at("right", 1, 0), 0.9) << "the bag of patches";
  EXPECT_NEAR(digits.at("right", 1, 2), digits.at("right", 1, 0), 1e-6);
  EXPECT_GE(digits.at("right", 2, 0), 0.97);
  auto relation = trained("task=relation");
  relation.measure();
  EXPECT_GE(relation.at("right", 0, 0), 0.97);
  EXPECT_NEAR(relation.at("right", 1, 0), 0.64, 0.03);
  EXPECT_NEAR(relation.at("right", 2, 0), 0.935, 0.015);
  for (const char* patch : {"4", "8", "12"}) {
    auto sized = trained("patch=" + std::string(patch));
    sized.measure();
    EXPECT_GE(sized.at("right", 0, 0), 0.98) << patch;
  }
}

TEST(Heads, EqualWeightsWouldLookTwelvePixelsFar) {
  auto lesson = trained("");
  const models::VisionSettings& s = result_of(lesson).settings;
  double sum = 0;
  for (int a = 0; a < 16; ++a)
    for (int b = 0; b < 16; ++b) sum += static_cast<double>(distance_between(s, a, b));
  EXPECT_NEAR(sum / 256, 12.0, 0.05);
  for (int h = 0; h < 8; ++h) EXPECT_GT(lesson.at("distance", h), 9) << "even the first layer looks across the sheet";
}

TEST(Heads, ThatAreCutChangeTheAnswer) {
  auto lesson = trained("cut=2,1;2,2;2,3;2,4");
  EXPECT_GT((result_of(lesson).answer.logits - result_of(lesson).plain.logits).cwiseAbs().maxCoeff(), 0.5);
}

TEST(Costs, GrowWithTheSquareOfTheTokens) {
  LessonUnderTest lesson("vision-transformer");
  EXPECT_EQ(lesson.at("cost", 0, 0), 37);
  EXPECT_EQ(lesson.at("cost", 3, 0), 5);
  EXPECT_EQ(lesson.at("cost", 1, 1), 2 * 4 * 17 * 17);
}

TEST(Networks, HaveAsManyWeights) {
  for (const Network network : {Network::transformer, Network::no_positions, Network::convolution}) {
    const VisionLearner learner({.network = network}, training::Plan{});
    EXPECT_NEAR(static_cast<double>(const_cast<VisionLearner&>(learner).parameters().count()), 41000, 1500);
  }
}

// ---- exercises
// -----------------------------------------------------------------------------------------------------------------------------

TEST(Exercises13, AreSolvedByWhatTheirTextSays) {
  auto seven = trained("example=4");
  EXPECT_FALSE(seven.check("draw-a-seven").correct);
  Mat ink = Mat::Zero(24, 24);
  tasks::add_stroke({{6, 5}, {17, 5}, {11, 20}}, 2.5, &ink);
  seven.set_matrix("drawing", ink);
  EXPECT_TRUE(seven.check("draw-a-seven").correct) << seven.check("draw-a-seven").message;
  auto eight = trained("example=28");
  EXPECT_FALSE(eight.check("hide-the-proof").correct);
  eight.set("seen=1111;1001;1111;1111");
  EXPECT_TRUE(eight.check("hide-the-proof").correct) << eight.check("hide-the-proof").message;
  eight.set("seen=1111;1001;0111;1111");
  EXPECT_FALSE(eight.check("hide-the-proof").correct) << "three are too many";
  auto bag = trained("network=unordered&example=3&order=7");
  EXPECT_TRUE(bag.check("shuffled-bag", 0).correct);
  EXPECT_FALSE(bag.check("shuffled-bag", 1).correct);
  EXPECT_TRUE(trained("").check("smaller-patches", 2).correct);
  EXPECT_FALSE(trained("").check("smaller-patches", 1).correct);
  EXPECT_TRUE(trained("").check("looking-far", 2).correct) << trained("").check("looking-far", 2).message;
}

const LiveClaims kLive({
    {"the first head looks {distance[0,0]}", nullptr, kWhereThereIsOne},
    {"here it is {rollout[0,0]}", [](const LiveNumbers& live) { return !(live("rollout[0,0]") < 0.25); }, kWhereThereIsOne},
    {"it gets {right[0,2]} right", nullptr, kWhereThereIsOne},
    {"this bag gets {right[1,0]} of held-out digits right", nullptr, kWhereThereIsOne},
    {"{right[0,0]}", nullptr, kWhereThereIsOne},
    {"{right[0,1]}", nullptr, kWhereThereIsOne},
    {"{right[0,2]}", nullptr, kWhereThereIsOne},
});

}  // namespace
}  // namespace attn
