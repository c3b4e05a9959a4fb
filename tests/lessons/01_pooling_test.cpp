// What the text of lesson 01 claims, one claim per test.
#include <cmath>
#include <set>

#include "canvas/svg_canvas.h"
#include "lesson_by_hand.h"
#include "lesson_under_test.h"
#include "live_claims.h"

namespace attn {
namespace {

constexpr int kPairs = 5;  // of the default dictionary

LessonUnderTest pooling() { return LessonUnderTest("pooling"); }

double sum_of_weights(const LessonUnderTest& lesson) {
  double sum = 0;
  for (const float w : lesson.read("weights").data) sum += static_cast<double>(w);
  return sum;
}

TEST(Pooling, NoWeightIsNegativeAndTheySumToOne) {
  auto lesson = pooling();
  for (const char* state : {"", "temperature=0.01", "temperature=100", "query=4,-4", "score=dot&query=-4,4", "keys=1,1"}) {
    lesson.set(state);
    for (const float w : lesson.read("weights").data) EXPECT_GE(w, 0) << state;
    EXPECT_NEAR(sum_of_weights(lesson), 1, 1e-5) << state;
  }
}

TEST(Pooling, TheOutputIsTheWeightedMeanOfTheValues) {
  const auto lesson = pooling();
  const Mat values = lesson.matrix("values");
  for (int c = 0; c < 2; ++c) {
    double mean = 0;
    for (int i = 0; i < kPairs; ++i) mean += lesson.at("weights", 0, i) * static_cast<double>(values(i, c));
    EXPECT_NEAR(lesson.at("output", 0, c), mean, 1e-5);
  }
}

TEST(Pooling, TheScoreIsMinusHalfTheSquaredDistance) {
  const auto lesson = pooling();
  const Mat q = lesson.matrix("query"), k = lesson.matrix("keys");
  for (int i = 0; i < kPairs; ++i) EXPECT_NEAR(lesson.at("scores", 0, i), -0.5 * static_cast<double>((k.row(i) - q).squaredNorm()), 1e-5);
}

TEST(Pooling, TheQueryOnAKeyGivesItNearlyEverythingAndLeavesTheOthersSome) {
  auto lesson = pooling();
  const Mat keys = lesson.matrix("keys");
  for (int k = 0; k < kPairs; ++k) {
    lesson.set_matrix("query", keys.row(k));
    EXPECT_GT(lesson.at("weights", 0, k), 0.95);
    for (int i = 0; i < kPairs; ++i) EXPECT_GT(lesson.at("weights", 0, i), 0);
  }
}

TEST(Pooling, AValueChangesTheOutputButNoWeight) {
  auto lesson = pooling();
  const course::Tensor before = lesson.read("weights");
  const double output = lesson.at("output", 0, 0);
  lesson.set("values=3,3;-1.2,2.8;3,1.4;1.4,-2.8;0.4,-0.4");
  EXPECT_EQ(lesson.read("weights").data, before.data);
  EXPECT_NE(lesson.at("output", 0, 0), output);
}

TEST(Pooling, AKeyChangesAllWeights) {
  auto lesson = pooling();
  const course::Tensor before = lesson.read("weights");
  lesson.set("keys=-1,1;0.2,2.6;2.4,0.8;1.4,-2.2;-1.8,-1.4");
  for (size_t i = 0; i < before.data.size(); ++i) EXPECT_NE(lesson.read("weights").data[i], before.data[i]);
}

TEST(Pooling, AKeyLosesWeightWhenAnotherOneComesNearer) {
  auto lesson = pooling();
  const double before = lesson.at("weights", 0, 2);
  lesson.set("keys=0.6,0.7;0.2,2.6;2.4,0.8;1.4,-2.2;-1.8,-1.4");
  EXPECT_LT(lesson.at("weights", 0, 2), before);
}

TEST(Pooling, ALowerTemperatureMakesTheLargestWeightLarger) {
  auto lesson = pooling();
  double last = 0;
  for (const char* state : {"temperature=100", "temperature=10", "temperature=1", "temperature=0.3", "temperature=0.1"}) {
    lesson.set(state);
    EXPECT_GT(lesson.at("largest"), last) << state;
    last = lesson.at("largest");
  }
}

TEST(Pooling, NearZeroTheBestKeyTakesEverythingAndTheOutputIsItsValue) {
  auto lesson = pooling();
  lesson.set("temperature=0.01&query=2,1");
  EXPECT_NEAR(lesson.at("weights", 0, 2), 1, 1e-5);
  EXPECT_NEAR(lesson.at("output", 0, 0), 3, 1e-4);
  EXPECT_NEAR(lesson.at("output", 0, 1), 1.4, 1e-4);
  EXPECT_NEAR(lesson.at("effective"), 1, 1e-4);
}

TEST(Pooling, AtAHighTemperatureTheOutputIsTheMeanAndTheQueryNoLongerMatters) {
  auto lesson = pooling();
  lesson.set("temperature=100");
  const Mat mean = lesson.matrix("values").colwise().mean();
  for (int i = 0; i < kPairs; ++i) EXPECT_NEAR(lesson.at("weights", 0, i), 0.2, 0.02);
  EXPECT_NEAR(lesson.at("output", 0, 0), static_cast<double>(mean(0, 0)), 0.1);
  EXPECT_NEAR(lesson.at("output", 0, 1), static_cast<double>(mean(0, 1)), 0.1);
  const double before = lesson.at("output", 0, 0);
  lesson.set("query=-2,-1");
  EXPECT_NEAR(lesson.at("output", 0, 0), before, 0.15);
}

TEST(Pooling, TheRatioOfTwoWeightsIsTheExponentialOfTheScoreDifference) {
  auto lesson = pooling();
  for (const char* state : {"temperature=1", "temperature=2.5"}) {
    lesson.set(state);
    const double difference = lesson.at("scores", 0, 1) - lesson.at("scores", 0, 2);
    const double temperature = state == std::string("temperature=1") ? 1 : 2.5;
    EXPECT_NEAR(lesson.at("weights", 0, 1) / lesson.at("weights", 0, 2), std::exp(difference / temperature), 1e-4);
  }
}

TEST(Pooling, TheEffectiveNumberIsTheExponentialOfTheEntropyFromOneToM) {
  auto lesson = pooling();
  for (const char* state : {"temperature=0.01", "temperature=0.2", "temperature=1", "temperature=5", "temperature=100"}) {
    lesson.set(state);
    EXPECT_NEAR(lesson.at("effective"), std::exp(lesson.at("entropy")), 1e-4) << state;
    EXPECT_GE(lesson.at("effective"), 1 - 1e-5) << state;
    EXPECT_LE(lesson.at("effective"), kPairs + 1e-4) << state;
  }
  EXPECT_GT(lesson.at("effective"), 4.9);
}

TEST(Pooling, TheOutputStaysInTheBoxOfTheValuesForEveryQuery) {
  auto lesson = pooling();
  for (const char* query : {"query=4,4", "query=-4,4", "query=4,-4", "query=-4,-4", "query=0,0"})
    for (const char* temperature : {"temperature=0.01", "temperature=1"}) {
      lesson.set(query).set(temperature);
      const Mat values = lesson.matrix("values");
      for (int c = 0; c < 2; ++c) {
        EXPECT_LE(lesson.at("output", 0, c), static_cast<double>(values.col(c).maxCoeff()) + 1e-5);
        EXPECT_GE(lesson.at("output", 0, c), static_cast<double>(values.col(c).minCoeff()) - 1e-5);
      }
    }
}

TEST(Pooling, ANewKeyLeavesTheRatiosOfTheOldWeights) {
  auto lesson = pooling();
  const double before = lesson.at("weights", 0, 1) / lesson.at("weights", 0, 2), weight = lesson.at("weights", 0, 1);
  lesson.set("keys=-2.4,1.6;0.2,2.6;2.4,0.8;1.4,-2.2;-1.8,-1.4;1,0.5");
  EXPECT_NEAR(lesson.at("weights", 0, 1) / lesson.at("weights", 0, 2), before, 1e-4);
  EXPECT_LT(lesson.at("weights", 0, 1), weight);
}

TEST(Pooling, AKeyLeftOutBeforeTheSoftmaxLeavesTheOthersAWholeOne) {
  auto lesson = pooling();
  double rest = 0;
  for (int i = 0; i < 4; ++i) rest += lesson.at("weights", 0, i);
  EXPECT_LT(rest, 0.9) << "crossed out after it";
  auto without = pooling();
  without.set("keys=-2.4,1.6;0.2,2.6;2.4,0.8;1.4,-2.2");
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(without.at("weights", 0, i), lesson.at("weights", 0, i) / rest, 1e-5) << i;
}

TEST(Pooling, ALookUpHasNoSlopeAndASoftAnswerHasOne) {
  const auto moved = [](const char* temperature) {
    auto lesson = pooling();
    lesson.set(std::string("query=0,2&temperature=") + temperature);
    const double before = lesson.at("output", 0, 0);
    return std::abs(lesson.set("query=0.1,2").at("output", 0, 0) - before);
  };
  EXPECT_LT(moved("0.01"), 1e-6);
  EXPECT_GT(moved("1"), 0.01);
}

TEST(Pooling, EveryKeyHasAValueHoweverManyKeysThereAre) {
  auto lesson = pooling();
  const Mat values = lesson.matrix("values");
  lesson.set("keys=1,1;2,2;3,3;-1,-1;-2,-2;-3,-3;0,0");
  ASSERT_EQ(lesson.matrix("values").rows(), 7);
  EXPECT_EQ(Mat(lesson.matrix("values").topRows(5)), values);
  EXPECT_EQ(lesson.read("weights").data.size(), 7u);
  lesson.set("keys=1,1;2,2");
  EXPECT_EQ(lesson.matrix("values"), Mat(values.topRows(2)));
}

TEST(Pooling, TwoEqualKeysShareTheirWeightAndNearZeroTheAnswerIsTheMeanOfTheirValues) {
  auto lesson = pooling();
  lesson.set("temperature=0.01&query=-0.4,0.6&keys=-2.4,1.6;0.2,2.6;2.4,0.8;1.4,-2.2;0.2,2.6");
  EXPECT_NEAR(lesson.at("weights", 0, 1), 0.5, 1e-5);
  EXPECT_NEAR(lesson.at("weights", 0, 4), 0.5, 1e-5);
  const Mat values = lesson.matrix("values");
  for (int c = 0; c < 2; ++c) EXPECT_NEAR(lesson.at("output", 0, c), static_cast<double>(values(1, c) + values(4, c)) / 2, 1e-4);
}

TEST(Pooling, FarAwayOrColdTheAnswerIsOneKeysValueWhichMayLieInsideTheHull) {
  auto lesson = pooling();
  const Mat values = lesson.matrix("values");
  lesson.set("temperature=0.01&query=-1.8,-1.4");  // at key 5, whose value is no corner
  for (int c = 0; c < 2; ++c) EXPECT_NEAR(lesson.at("output", 0, c), static_cast<double>(values(4, c)), 1e-4);
}

TEST(Pooling, TheSweepEndsInLookUpAndMean) {
  const auto lesson = pooling();
  const course::Tensor sweep = lesson.read("sweep");
  ASSERT_EQ(sweep.shape[1], kPairs);
  const int last = sweep.shape[0] - 1;
  double coldest = 0, hottest = 0;
  for (int j = 0; j < kPairs; ++j)
    coldest = std::max(coldest, lesson.at("sweep", 0, j)), hottest = std::max(hottest, lesson.at("sweep", last, j));
  EXPECT_GT(coldest, 0.99);
  EXPECT_LT(hottest, 0.22);
}

TEST(Pooling, TheDotProductIsADifferentScore) {
  auto lesson = pooling();
  lesson.set("score=dot");
  const Mat q = lesson.matrix("query"), k = lesson.matrix("keys");
  for (int i = 0; i < kPairs; ++i) EXPECT_NEAR(lesson.at("scores", 0, i), static_cast<double>(k.row(i).dot(q.row(0))), 1e-5);
}

TEST(Pooling, TwoNeighboursComeToFortyAlongTheirBisector) {
  auto lesson = pooling();
  const Mat keys = lesson.matrix("keys");
  const Mat middle = (keys.row(0) + keys.row(1)) / 2;
  Mat along(1, 2);
  along << keys(0, 1) - keys(1, 1), keys(1, 0) - keys(0, 0);
  bool solved = false;
  for (int i = -100; i <= 100 && !solved; ++i) {
    const Mat query = middle + static_cast<Real>(i) / 100 * along;
    if (query.cwiseAbs().maxCoeff() > 4) continue;
    lesson.set_matrix("query", query);
    EXPECT_NEAR(lesson.at("weights", 0, 0), lesson.at("weights", 0, 1), 1e-5);
    solved = lesson.check("forty").correct;
  }
  EXPECT_TRUE(solved);
}

TEST(Pooling, TwoTimesForty) {
  auto lesson = pooling();
  EXPECT_FALSE(lesson.check("forty").correct) << "solved before anything was done";
  // The query is moved over the plane, as a reader would move it, until the exercise says yes; the temperature is left alone.
  bool solved = false;
  for (int i = -80; i <= 80 && !solved; ++i)
    for (int j = -80; j <= 80 && !solved; ++j) {
      Mat query(1, 2);
      query << static_cast<Real>(i) / 20, static_cast<Real>(j) / 20;
      solved = lesson.set_matrix("query", query).check("forty").correct;
    }
  ASSERT_TRUE(solved);
  int near = 0;
  for (const float w : lesson.read("weights").data) near += std::abs(w - 0.4f) <= 0.021f;
  EXPECT_EQ(near, 2);
}

TEST(Pooling, ACopyGetsMoreButNotTwiceAsMuch) {
  const auto lesson = pooling();
  EXPECT_TRUE(lesson.check("copy", 2).correct);
  EXPECT_FALSE(lesson.check("copy", 0).correct);
  EXPECT_FALSE(lesson.check("copy", 1).correct);
}

TEST(Pooling, TheCopyOfTheExplanationHasWhatTheExerciseSays) {
  auto lesson = pooling();
  const double alone = lesson.at("weights", 0, 0);
  lesson.set("keys=-2.4,1.6;0.2,2.6;2.4,0.8;1.4,-2.2;-1.8,-1.4;-2.4,1.6&values=-2.8,-1.2;-1.2,2.8;3,1.4;1.4,-2.8;0.4,-0.4;-2.8,-1.2");
  EXPECT_NEAR(alone, 0.30, 0.005);
  for (const int copy : {0, 5}) EXPECT_NEAR(lesson.at("weights", 0, copy), 0.23, 0.005);
}

TEST(Pooling, ACopyOfAKeyThatHasEverythingChangesNothingAndOneThatHasNearlyNothingGetsTwiceAsMuch) {
  auto lesson = pooling();
  lesson.set("query=-2.4,1.6&temperature=0.01");  // key 1 has everything already
  EXPECT_TRUE(lesson.check("copy", 0).correct);
  lesson.set("query=4,-4&temperature=0.5");  // key 1 has next to nothing
  EXPECT_TRUE(lesson.check("copy", 1).correct);
}

TEST(Pooling, NothingBringsTheOutputOutOfTheHull) {
  const auto lesson = pooling();
  EXPECT_TRUE(lesson.check("hull", 0).correct) << lesson.check("hull", 0).message;
  EXPECT_FALSE(lesson.check("hull", 1).correct);
  EXPECT_FALSE(lesson.check("hull", 2).correct);
}

TEST(Pooling, TheQueryFollowsTheHandAndTheWeightsFollowTheQuery) {
  auto lesson = pooling();
  LessonByHand hand(&lesson, "pairs");
  const double before = lesson.at("weights", 0, 2);
  const canvas::Rect query = hand.rect("query"), key = hand.rect("key[2]");
  hand.drag(query.center(), key.center());
  EXPECT_NEAR(lesson.matrix("query")(0, 0), 2.4, 0.02);
  EXPECT_NEAR(lesson.matrix("query")(0, 1), 0.8, 0.02);
  EXPECT_GT(lesson.at("weights", 0, 2), before + 0.3);
}

TEST(Pooling, KeysAndValuesFollowTheHand) {
  auto lesson = pooling();
  LessonByHand hand(&lesson, "pairs");
  const Mat keys = lesson.matrix("keys"), values = lesson.matrix("values");
  hand.drag_by("key[3]", {20, -30});
  EXPECT_GT(lesson.matrix("keys")(3, 0), keys(3, 0));
  EXPECT_GT(lesson.matrix("keys")(3, 1), keys(3, 1));
  hand.drag_by("value[0]", {40, 0});
  EXPECT_GT(lesson.matrix("values")(0, 0), values(0, 0));
  EXPECT_EQ(lesson.matrix("keys").row(0), keys.row(0));
}

TEST(Pooling, AKeyDraggedOntoAnotherBecomesEqualToIt) {
  auto lesson = pooling();
  LessonByHand hand(&lesson, "pairs");
  const canvas::Point there = hand.rect("key[1]").center();
  hand.drag(hand.rect("key[4]").center(), {there.x + 3, there.y - 2});
  EXPECT_EQ(lesson.matrix("keys").row(4), lesson.matrix("keys").row(1));
  EXPECT_EQ(lesson.at("weights", 0, 4), lesson.at("weights", 0, 1));
}

TEST(Pooling, PairsAreAddedAndRemovedByTheirButtons) {
  auto lesson = pooling();
  LessonByHand hand(&lesson, "pairs");
  hand.click("add");
  EXPECT_EQ(lesson.matrix("keys").rows(), 6);
  EXPECT_EQ(lesson.matrix("values").rows(), 6);
  for (int i = 0; i < 3; ++i) hand.click("remove");
  EXPECT_EQ(lesson.matrix("keys").rows(), 3);
  for (int i = 0; i < 15; ++i) hand.click("add");
  EXPECT_EQ(lesson.matrix("keys").rows(), 12);
  for (int i = 0; i < 15; ++i) hand.click("remove");
  EXPECT_EQ(lesson.matrix("keys").rows(), 1);
}

TEST(Pooling, ArrowKeysMoveTheQuery) {
  auto lesson = pooling();
  LessonByHand hand(&lesson, "pairs");
  hand.click("query");
  const Mat before = lesson.matrix("query");
  hand.tap(ImGuiKey_RightArrow);
  hand.tap(ImGuiKey_UpArrow);
  EXPECT_NEAR(lesson.matrix("query")(0, 0), before(0, 0) + 0.1, 1e-3);
  EXPECT_NEAR(lesson.matrix("query")(0, 1), before(0, 1) + 0.1, 1e-3);
}

TEST(Pooling, TheTemperatureIsDraggedAlongItsAxis) {
  auto lesson = pooling();
  LessonByHand hand(&lesson, "temperature-sweep");
  hand.drag_by("temperature", {-150, 0});
  EXPECT_LT(lesson.at("effective"), 2);
}

TEST(Pooling, TheDescriptionSaysTheNumbers) {
  const auto lesson = pooling();
  EXPECT_NE(lesson.describe().find("5 keys at temperature 1"), std::string::npos) << lesson.describe();
}

TEST(Pooling, FiguresDrawAtEverySizeWithEverythingInside) {
  for (const char* state : {"", "view=colours", "keys=1,1;1,1;2,2;3,3;4,4;-4,-4;-3,2;0,3;0,0;2,-3;-1,-1;3,-1", "keys=1,1"})
    for (const canvas::Size size :
         {canvas::Size{320, 240}, canvas::Size{320, 300}, canvas::Size{820, 600}, canvas::Size{1280, 800}, canvas::Size{1600, 1000}}) {
      auto lesson = pooling();
      lesson.set(state);
      for (const auto& figure : lesson.lesson().figures) {
        canvas::SvgCanvas canvas(size, canvas::Theme(false));
        auto edit = lesson.lesson().copy(lesson.params());
        figure.draw(canvas, lesson.params(), lesson.result(), edit.get());
        for (const auto& row : lesson.lesson().rows) EXPECT_TRUE(params::equal(row, lesson.params(), edit.get())) << row.id;
        EXPECT_GT(canvas.regions().all().size(), 2u);
        for (const auto& region : canvas.regions().all()) {
          EXPECT_GE(region.rect.x, -1) << region.id << " at " << size.width;
          EXPECT_GE(region.rect.y, -1) << region.id << " at " << size.width;
          EXPECT_LE(region.rect.right(), size.width + 1) << region.id << " at " << size.width;
          EXPECT_LE(region.rect.bottom(), size.height + 1) << region.id << " at " << size.width << "x" << size.height;
        }
      }
    }
}

const LiveClaims kLive({
    {"{largest}"},
    {"{output[0,0]}"},
    {"{temperature}"},
    {"{effective}", [](const LiveNumbers& live) { return std::abs(std::exp(live("entropy")) - live("effective")) < 1e-3; }},
});

}  // namespace
}  // namespace attn
