// Claims of lesson 08, through its public verbs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/positions.h"
#include "lesson_by_hand.h"
#include "lesson_under_test.h"
#include "lessons/08_positions/shipped.h"
#include "lessons/08_positions/study.h"
#include "live_claims.h"
#include "unit/canvas/recording_canvas.h"

namespace attn {
namespace {

using namespace lessons::positions;

LessonUnderTest positions() { return LessonUnderTest("positions"); }

double largest_change_along_diagonals(const course::Tensor& t) {
  const int n = t.shape[0];
  double worst = 0;
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < n; ++j) worst = std::max(worst, std::abs(static_cast<double>(t.at(i, j) - t.at(i - 1, j - 1))));
  return worst;
}

TEST(Positions, NumbersOfTheFourKindsStandInLinesOfTheirOwn) {
  auto lesson = positions();
  lesson.set("figure=kinds&shift=8");
  for (const canvas::Size size : {canvas::Size{318, 216}, canvas::Size{374, 296}, canvas::Size{640, 400}}) {
    canvas::RecordingCanvas canvas(size);
    auto edit = lesson.lesson().copy(lesson.params());
    for (const auto& figure : lesson.lesson().figures)
      if (figure.id == "kinds") figure.draw(canvas, lesson.params(), lesson.result(), edit.get());
    std::vector<canvas::Rect> lines;
    for (const auto& text : canvas.texts)
      if (text.text == "words" || text.text == "places" || text.text == "score" || text.text.starts_with("moved"))
        lines.push_back(text.box);
    EXPECT_GE(lines.size(), 8u) << "of each kind the score, and the one after the move";
    for (const canvas::Rect& a : lines)
      for (const canvas::Rect& b : lines)
        if (a.x == b.x && a.y < b.y) {
          EXPECT_GE(b.center().y - a.center().y, 11) << size.width;
        }
  }
}

TEST(Positions, TheEncodingIsSinesAndCosinesOfTheHands) {
  auto lesson = positions();
  lesson.set("position=11&width=16&base=10000");
  for (int k = 0; k < 8; ++k) {
    const double angle = 11 / std::pow(10000, 2.0 * k / 16);
    EXPECT_NEAR(lesson.at("encoding", 0, 2 * k), std::sin(angle), 1e-5);
    EXPECT_NEAR(lesson.at("encoding", 0, 2 * k + 1), std::cos(angle), 1e-5);
    EXPECT_NEAR(lesson.at("hand", k), angle, 1e-5);
  }
}

TEST(Positions, AtWholePositionsTheHandsShowAColumnOfTheTable) {
  auto lesson = positions();
  for (const char* width : {"4", "16", "64"})
    for (int at : {0, 1, 11, 63}) {
      lesson.set("width=" + std::string(width) + "&position=" + std::to_string(at));
      const int d = lesson.read("encoding").shape[1];
      for (int c = 0; c < d; ++c) EXPECT_NEAR(lesson.at("encoding", 0, c), lesson.at("waves", c, at), 1e-5);
    }
}

TEST(Positions, TheFastHandTellsElevenFromTwelveAndIsBackAfterSix) {
  auto lesson = positions();
  EXPECT_GT(std::abs(lesson.at("waves", 0, 11) - lesson.at("waves", 0, 12)), 0.4);
  for (int c : {0, 1}) EXPECT_LT(std::abs(lesson.at("waves", c, 11) - lesson.at("waves", c, 17)), 0.3);
}

TEST(Positions, TheFastHandDoesNotTellElevenFromFiftyFiveAndSlowerOnesDo) {
  auto lesson = positions();
  lesson.set("width=16&base=10000");
  for (int c : {0, 1}) EXPECT_LT(std::abs(lesson.at("waves", c, 11) - lesson.at("waves", c, 55)), 0.02);
  EXPECT_NEAR(44 - 7 * 2 * 3.14159265, 3.14159265 / 180, 0.001) << "seven turns and a degree";
  for (int hand : {1, 2, 3, 4}) {
    const double along = lesson.at("waves", 2 * hand, 11) - lesson.at("waves", 2 * hand, 55),
                 up = lesson.at("waves", 2 * hand + 1, 11) - lesson.at("waves", 2 * hand + 1, 55);
    EXPECT_GT(std::hypot(along, up), 0.3) << hand;
  }
}

TEST(Positions, WithBaseOneAllHandsTurnAlike) {
  auto lesson = positions();
  lesson.set("base=1&position=11");
  for (int k = 1; k < 8; ++k) EXPECT_NEAR(lesson.at("hand", k), lesson.at("hand", 0), 1e-6);
}

TEST(Positions, WithBaseOneHundredTheLastHandTurnsWithinTheRow) {
  auto lesson = positions();
  lesson.set("base=100&position=63");
  EXPECT_GT(lesson.at("hand", 7), 1);
  lesson.set("base=10000");
  EXPECT_LT(lesson.at("hand", 7), 0.05);
}

TEST(Positions, TheDotProductOfSinusoidalPositionsKnowsTheOffsetAlone) {
  auto lesson = positions();
  for (const char* state : {"width=16&base=10000", "width=64&base=100", "width=4&base=7"}) {
    lesson.set(state);
    EXPECT_LT(largest_change_along_diagonals(lesson.read("similarity")), 2e-5) << state;
  }
  lesson.set("table=random");
  EXPECT_GT(largest_change_along_diagonals(lesson.read("similarity")), 1);
}

TEST(Positions, TheDotProductIsTheSumOfTheCosinesBetweenTheHands) {
  auto lesson = positions();
  lesson.set("query-at=17&key-at=4");
  double sum = 0;
  for (int k = 0; k < 8; ++k) sum += lesson.at("shares", 0, k);
  EXPECT_NEAR(lesson.at("product"), sum, 1e-5);
}

TEST(Positions, EveryEncodingHasTheSameLength) {
  auto lesson = positions();
  for (int i = 0; i < 24; ++i) EXPECT_NEAR(lesson.at("similarity", i, i), 8, 1e-5);
}

TEST(Positions, OnlyRelativeAndRotaryScoresStayWhenBothWordsMoveOn) {
  auto lesson = positions();
  for (const char* state : {"", "query-at=3&key-at=9&shift=11&base=100", "query-at=20&key-at=20&shift=-7"}) {
    lesson.set(state);
    EXPECT_EQ(lesson.at("staying"), 2) << state;
    for (Kind kind : {kRelative, kRotary}) EXPECT_NEAR(lesson.at("score", kind), lesson.at("moved-score", kind), 1e-5) << state;
    for (Kind kind : {kSinusoidal, kLearned}) EXPECT_GT(std::abs(lesson.at("score", kind) - lesson.at("moved-score", kind)), 0.01);
  }
  EXPECT_LT(largest_change_along_diagonals(lesson.read("scores-rotary")), 1e-5);
  EXPECT_LT(largest_change_along_diagonals(lesson.read("scores-relative")), 1e-5);
  EXPECT_GT(largest_change_along_diagonals(lesson.read("scores-sinusoidal")), 0.1);
}

TEST(Positions, TheAddedPositionsComeApartIntoFourProducts) {
  auto lesson = positions();
  const Mat table = kernels::sinusoidal_positions(24, 8), words = lesson.matrix("content");
  const Mat q = words.row(0), k = words.row(1), at_i = table.row(12), at_j = table.row(7);
  const auto dot = [](const Mat& a, const Mat& b) { return static_cast<double>((a * b.transpose())(0, 0)); };
  EXPECT_NEAR(lesson.at("score", kSinusoidal), (dot(q, k) + dot(q, at_j) + dot(at_i, k) + dot(at_i, at_j)) / std::sqrt(8.0), 1e-5);
}

TEST(Positions, ARotaryScoreAtTheSamePlaceIsThatOfTheWordsAlone) {
  auto lesson = positions();
  lesson.set("query-at=9&key-at=9");
  EXPECT_NEAR(lesson.at("score", kRotary), lesson.at("content-part", kRotary), 1e-5);
}

TEST(Positions, FarOffsetsShareOneNumber) {
  auto lesson = positions();
  EXPECT_EQ(lesson.at("scores-relative", 0, 4), lesson.at("scores-relative", 0, 20));
  EXPECT_NE(lesson.at("scores-relative", 0, 3), lesson.at("scores-relative", 0, 4));
  EXPECT_NEAR(lesson.at("scores-relative", 5, 6) - lesson.at("content-part", kRelative), static_cast<double>(lesson.matrix("bias")(0, 5)),
              1e-5);
}

TEST(Positions, TheShiftKeepsBothWordsAmongThePlaces) {
  auto lesson = positions();
  lesson.set("query-at=20&key-at=5&shift=23");
  EXPECT_NE(lesson.describe().find("moved by 3 places"), std::string::npos) << lesson.describe();
}

TEST(Positions, SixRadiansAreNearlyAWholeTurn) {
  auto lesson = positions();
  lesson.set("query-at=12&key-at=6&base=1");
  EXPECT_NEAR(lesson.at("product") / 8, 0.96, 0.005);
  EXPECT_TRUE(lesson.check("alike").correct);
  lesson.set("base=10000");
  EXPECT_FALSE(lesson.check("alike").correct);
  lesson.set("base=1&key-at=12");
  EXPECT_FALSE(lesson.check("alike").correct);
  lesson.set("base=1000&width=4&key-at=6");
  EXPECT_TRUE(lesson.check("alike").correct);
}

TEST(Positions, RelativeAndRotaryScoresForgetWhereTheyAreAndTheSinusoidalOneDoesNot) {
  auto lesson = positions();
  lesson.set("figure=kinds&query-at=4&key-at=6&shift=0&base=1000");
  for (int prediction = 0; prediction < 3; ++prediction) EXPECT_EQ(lesson.check("which-stay", prediction).correct, prediction == 0);
}

const OrderResult& order_of(const LessonUnderTest& lesson) { return static_cast<const Result*>(lesson.result())->order; }

TEST(PositionsTrained, AllFourKindsKnowTheLetterBefore) {
  for (const char* kind : {"sinusoidal", "learned", "relative", "rotary"}) {
    auto lesson = positions();
    lesson.set("task=before&positions=" + std::string(kind));
    ASSERT_TRUE(lesson.load_weights()) << kind;
    lesson.measure();
    EXPECT_GE(lesson.at("exact-match"), 0.99) << kind;
    EXPECT_NEAR(lesson.at("rival-places-right"), lesson.at("places-by-chance"), 0.03);
  }
}

TEST(PositionsTrained, SortingWantsToKnowWhereOneStands) {
  for (const char* kind : {"sinusoidal", "learned", "rotary"}) {
    auto lesson = positions();
    lesson.set("task=in-order&positions=" + std::string(kind));
    ASSERT_TRUE(lesson.load_weights()) << kind;
    lesson.measure();
    EXPECT_GE(lesson.at("exact-match"), 0.99) << kind;
  }
  auto lesson = positions();
  lesson.set("task=in-order&positions=relative");
  ASSERT_TRUE(lesson.load_weights());
  lesson.measure();
  EXPECT_LT(lesson.at("places-right"), 0.6);
  EXPECT_EQ(lesson.at("exact-match"), 0);
  EXPECT_LT(lesson.at("accuracy", 0), 0.35) << "of four letters, whose offsets all have a number of their own";
  EXPECT_GT(lesson.at("places-right"), lesson.at("rival-places-right") + 0.2);
}

TEST(PositionsTrained, WithoutPositionsNobodyBeatsOnePlaceInN) {
  for (const char* task : {"before", "in-order"}) {
    auto lesson = positions();
    lesson.set("positions=none&task=" + std::string(task));
    ASSERT_TRUE(lesson.load_weights());
    lesson.measure();
    for (int k = 0; k < 13; ++k) {
      EXPECT_NEAR(lesson.at("chance", k), 1.0 / (4 + k), 1e-6);
      const double spread = std::sqrt((1.0 / (4 + k)) / (64.0 * (4 + k)));  // of a share of so many places
      EXPECT_LT(lesson.at("accuracy", k), lesson.at("chance", k) + 5 * spread) << task << " " << 4 + k;
    }
    EXPECT_NEAR(lesson.at("places-right"), lesson.at("places-by-chance"), 0.02) << task;
  }
}

TEST(PositionsTrained, WithoutPositionsEachLetterTakesItsAnswerAlong) {
  auto lesson = positions();
  lesson.set("positions=none&letters=h c m a f j b k");
  ASSERT_TRUE(lesson.load_weights());
  const Tokens source = order_of(lesson).source, said = order_of(lesson).model.said, with = order_of(lesson).rival.said;
  lesson.set("letters=j k a h b c f m");
  int followed = 0;
  for (size_t t = 0; t < source.size(); ++t) {
    const Tokens& now = order_of(lesson).source;
    const auto place = static_cast<size_t>(std::find(now.begin(), now.end(), source[t]) - now.begin());
    EXPECT_EQ(order_of(lesson).model.said[place], said[t]) << t;
    followed += order_of(lesson).rival.said[place] != with[t];
  }
  EXPECT_EQ(order_of(lesson).rival.right, 8);
  EXPECT_EQ(followed, 8);
}

TEST(PositionsTrained, TheSecondHeadLooksAtThePlaceBefore) {
  auto lesson = positions();
  lesson.set("head=2");
  ASSERT_TRUE(lesson.load_weights());
  for (int t = 1; t < 8; ++t) EXPECT_GT(lesson.at("attention", t, t - 1), 0.9) << t;
}

TEST(PositionsTrained, TrainingSeesNoHeldOutSentenceAndBeginsAnewFromItsSeed) {
  for (const tasks::PairTask& task : tasks::order_tasks()) {
    OrderLearner learner(task, settings_of(task, models::PositionKind::rotary), training::Plan());
    learner.draw(0);
    const PairBatch first = learner.drawn();
    for (const Tokens& source : first.sources) EXPECT_EQ(tasks::split_of(source), tasks::Split::kTraining);
    learner.draw(1);
    EXPECT_NE(learner.drawn().sources, first.sources);
    learner.rewind();
    learner.draw(0);
    EXPECT_EQ(learner.drawn().sources, first.sources);
  }
}

TEST(PositionsTrained, LettersThatCannotBeReadLeaveTheSentence) {
  auto lesson = positions();
  lesson.set("letters=a b a");
  EXPECT_NE(lesson.complaint("letters").find("appears twice"), std::string::npos);
  EXPECT_EQ(order_of(lesson).source.size(), 8u);
  lesson.set("letters=z y x");
  EXPECT_EQ(lesson.complaint("letters"), "");
  EXPECT_EQ(order_of(lesson).source.size(), 3u);
}

TEST(PositionsByHand, ALetterIsDraggedToAnotherPlace) {
  auto lesson = positions();
  LessonByHand hand(&lesson, "order");
  hand.drag(hand.rect("letter[0]").center(), hand.rect("letter[3]").center());
  EXPECT_NE(lesson.describe().find("\"c m a h f j b k\""), std::string::npos) << lesson.describe();
}

TEST(PositionsByHand, AHeadIsChosenByPressingIt) {
  auto lesson = positions();
  ASSERT_TRUE(lesson.load_weights());
  LessonByHand hand(&lesson, "order");
  const double second = lesson.at("attention", 1, 0);
  hand.click("head[0]");
  EXPECT_NE(lesson.at("attention", 1, 0), second);
}

TEST(PositionsByHand, TurningTheFirstHandTurnsAllOthers) {
  auto lesson = positions();
  LessonByHand hand(&lesson, "hands");
  const canvas::Rect face = hand.rect("hand[0]");
  const float r = 0.4f * face.width;
  const double before = lesson.at("hand", 0), slow = lesson.at("hand", 1);
  // An eighth of a turn clockwise, from noon.
  hand.drag(face.center() + canvas::Point{0, -r}, face.center() + canvas::Point{0.7071f * r, -0.7071f * r});
  EXPECT_NEAR(lesson.at("hand", 0) - before, 0.785, 0.02);
  EXPECT_NEAR((lesson.at("hand", 1) - slow) / (lesson.at("hand", 0) - before), std::pow(10000, -0.125), 0.01);
}

TEST(PositionsByHand, ThePositionIsDraggedAlongTheRow) {
  auto lesson = positions();
  LessonByHand hand(&lesson, "hands");
  hand.drag_by("position", {100, 0});
  EXPECT_GT(lesson.at("hand", 0), 15);
  hand.drag_by("position", {-900, 0});
  EXPECT_EQ(lesson.at("hand", 0), 0);
}

TEST(PositionsByHand, TheOffsetsLabelMovesBothMarks) {
  auto lesson = positions();
  LessonByHand hand(&lesson, "similarity");
  const double before = lesson.at("product");
  hand.drag_by("pair", {120, 0});
  EXPECT_NE(lesson.describe().find("positions 16 and 11"), std::string::npos) << lesson.describe();
  EXPECT_NEAR(lesson.at("product"), before, 1e-5);
  hand.drag_by("pair", {900, 0});
  EXPECT_NE(lesson.describe().find("positions 23 and 18"), std::string::npos) << lesson.describe();
}

TEST(PositionsByHand, TheHeatMapTakesThePair) {
  auto lesson = positions();
  LessonByHand hand(&lesson, "similarity");
  hand.drag(hand.rect("similarity[2,3]").center(), hand.rect("similarity[9,20]").center());
  EXPECT_NE(lesson.describe().find("positions 9 and 20"), std::string::npos) << lesson.describe();
}

TEST(PositionsByHand, TheCurvesHandleMovesTheKey) {
  auto lesson = positions();
  LessonByHand hand(&lesson, "similarity");
  hand.drag_by("offset", {60, 0});
  EXPECT_NE(lesson.describe().find("positions 12 and"), std::string::npos);
  EXPECT_EQ(lesson.describe().find("positions 12 and 7 "), std::string::npos) << lesson.describe();
}

TEST(PositionsByHand, WordsAreDraggedAndBothMoveOn) {
  auto lesson = positions();
  LessonByHand hand(&lesson, "kinds");
  const Real before = lesson.matrix("content")(0, 0);
  hand.drag_by("content[0,0]", {0, 30});
  EXPECT_LT(lesson.matrix("content")(0, 0), before);
  hand.drag_by("shift", {-130, 0});
  EXPECT_EQ(lesson.describe().find("moved by 8 places"), std::string::npos) << lesson.describe();
}

const LiveClaims kLive({
    {"{encoding[0,0]} and {encoding[0,1]}",
     [](const LiveNumbers& live) { return std::abs(std::hypot(live("encoding[0,0]"), live("encoding[0,1]")) - 1) < 1e-4; }},
    {"{product}"},
    {"{moved-score[0,0]}"},
    {"so the score knows the offset alone: {score[3,0]}",
     [](const LiveNumbers& live) { return std::abs(live("score[3,0]") - live("moved-score[3,0]")) < 1e-3; }},
    {"{staying} stay"},
    {"{places-right}"},
    {"{rival-places-right}"},
    {"{places-by-chance}"},
});

}  // namespace
}  // namespace attn
