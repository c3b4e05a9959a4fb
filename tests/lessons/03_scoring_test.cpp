// What the text of lesson 03 claims, one claim per test.
#include <algorithm>
#include <cmath>

#include "lesson_by_hand.h"
#include "lesson_under_test.h"
#include "live_claims.h"

namespace attn {
namespace {

constexpr int kKeys = 5;  // of the default picture
enum Score { kDot, kScaledDot, kDistance, kBilinear, kAdditive };
enum Scale { kNone, kInverseRoot, kRoot };
constexpr int kWidest = 9;  // column of width 512 in the curves, when the width is a power of two

LessonUnderTest scoring() { return LessonUnderTest("scoring"); }

/// The lesson as its text brings it before an exercise.
LessonUnderTest on_scene_of(std::string_view exercise) {
  auto lesson = scoring();
  lesson.set(course::scene_of(lesson.lesson(), exercise));
  return lesson;
}

/// The one prediction of three that is called right on the exercise's scene; -1 where not exactly one is.
int right_of_three(std::string_view exercise) {
  const auto lesson = on_scene_of(exercise);
  int right = -1;
  for (int k = 0; k < 3; ++k)
    if (lesson.check(exercise, k).correct) right = right < 0 ? k : 3;
  return right == 3 ? -1 : right;
}

double row_maximum(const LessonUnderTest& lesson, std::string_view name) {
  const course::Tensor t = lesson.read(name);
  return static_cast<double>(*std::max_element(t.data.begin(), t.data.end()));
}

TEST(Scoring, TheThreeTermsAddUpToMinusHalfTheSquaredDistance) {
  const auto lesson = scoring();
  const Mat q = lesson.matrix("queries").row(0), k = lesson.matrix("keys");
  for (int j = 0; j < kKeys; ++j) {
    const double sum = lesson.at("terms", j, 0) + lesson.at("terms", j, 1) + lesson.at("terms", j, 2);
    EXPECT_NEAR(sum, -0.5 * static_cast<double>((k.row(j) - q).squaredNorm()), 1e-5);
    EXPECT_NEAR(sum, lesson.at("terms", j, 3), 1e-5);
    EXPECT_NEAR(sum, lesson.at("compared-scores", kDistance, j), 1e-5);
  }
}

TEST(Scoring, TheQuerysOwnLengthIsTheSameInEveryRow) {
  const auto lesson = scoring();
  for (int j = 1; j < kKeys; ++j) EXPECT_EQ(lesson.at("terms", j, 2), lesson.at("terms", 0, 2));
}

TEST(Scoring, KeysOfDifferentLengthSeparateTheTwoAndKeysOfEqualLengthUniteThem) {
  auto lesson = scoring();
  EXPECT_GT(lesson.at("difference"), 0.3);
  lesson.set("normalise=true");
  for (const char* query : {"queries=1,0", "queries=-2.2,0.3", "queries=3,3", "queries=0,0"})
    EXPECT_LT(lesson.set(query).at("difference"), 1e-5) << query;
}

TEST(Scoring, ByDotProductALongKeyWinsAlthoughItIsFarAway) {
  auto lesson = scoring();
  lesson.set("queries=1,0&keys=1,0;3,0");
  EXPECT_GT(lesson.at("dot-weights", 0, 1), lesson.at("dot-weights", 0, 0));
  EXPECT_LT(lesson.at("distance-weights", 0, 1), lesson.at("distance-weights", 0, 0));
}

TEST(Scoring, TheVarianceOfADotProductIsItsWidth) {
  auto lesson = scoring();
  lesson.set("draws=128&random-keys=32&scale=none");
  for (int width : {1, 4, 64, 512}) EXPECT_NEAR(lesson.set("width=" + std::to_string(width)).at("variance") / width, 1, 0.12) << width;
}

TEST(Scoring, TheScaleKeepsTheVarianceAtOne) {
  auto lesson = scoring();
  lesson.set("scale=inverse-root");
  for (int width : {4, 64, 512}) EXPECT_NEAR(lesson.set("width=" + std::to_string(width)).at("variance"), 1, 0.15) << width;
}

TEST(Scoring, WithoutTheScaleAWideSoftmaxSaturates) {
  const auto lesson = scoring();
  EXPECT_LT(lesson.at("entropy-curve", kNone, kWidest), 0.2 * lesson.at("entropy-curve", kInverseRoot, kWidest));
  EXPECT_GT(lesson.at("largest-curve", kNone, kWidest), 0.85);
  EXPECT_LT(lesson.at("largest-curve", kInverseRoot, kWidest), 0.4);
}

TEST(Scoring, AndItsGradientDies) {
  const auto lesson = scoring();
  EXPECT_LT(lesson.at("gradient-curve", kNone, kWidest), 0.5 * lesson.at("gradient-curve", kInverseRoot, kWidest));
  EXPECT_LT(lesson.at("gradient-curve", kNone, kWidest), 0.5 * lesson.at("gradient-curve", kNone, 2));
}

TEST(Scoring, TheMisprintMakesItWorse) {
  auto lesson = scoring();
  lesson.set("width=64&scale=none");
  const double plain = lesson.at("variance");
  EXPECT_GT(lesson.set("scale=root").at("variance"), 30 * plain);
}

TEST(Scoring, AtWidth512TheStandardDeviationIsAboutTwentyThreeAndNearlyAllGoesToOneKey) {
  auto lesson = scoring();
  EXPECT_NEAR(std::sqrt(lesson.set("width=512&scale=none").at("variance")), 23, 1.5);
  EXPECT_GT(lesson.at("largest"), 0.9);
}

TEST(Scoring, AtWidth4NothingIsLostWithoutTheScale) {
  auto lesson = scoring();
  EXPECT_LT(lesson.set("width=4&scale=none").at("largest"), 0.5);
  EXPECT_GE(lesson.at("gradient"), lesson.set("scale=inverse-root").at("gradient"));
}

TEST(Scoring, ManyQueriesAreOneMatrixProduct) {
  auto lesson = scoring();
  lesson.set("score=dot");
  const Mat product = lesson.matrix("queries") * lesson.matrix("keys").transpose();
  for (int i = 0; i < product.rows(); ++i)
    for (int j = 0; j < product.cols(); ++j) EXPECT_NEAR(lesson.at("scores", i, j), static_cast<double>(product(i, j)), 1e-5);
}

TEST(Scoring, BilinearWithTheIdentityIsTheDotProduct) {
  auto lesson = scoring();
  lesson.set("m=1,0;0,1");
  for (int j = 0; j < kKeys; ++j) EXPECT_NEAR(lesson.at("compared-scores", kBilinear, j), lesson.at("compared-scores", kDot, j), 1e-5);
}

TEST(Scoring, AQuarterTurnLooksForKeysToTheLeft) {
  auto lesson = scoring();
  lesson.set("m=0,1;-1,0&queries=1,0&keys=0,1;1,0;0,-1");
  EXPECT_GT(lesson.at("bilinear-scores", 0, 0), 0);
  EXPECT_EQ(lesson.at("bilinear-scores", 0, 1), 0);
  EXPECT_LT(lesson.at("bilinear-scores", 0, 2), 0);
}

TEST(Scoring, WiderKeysLeaveOnlyTheScoresWithLearnedParts) {
  auto lesson = scoring();
  lesson.set("keys=1.1,0.3,0.5;2.5,1.6,-1;-1.3,1,0.5");
  EXPECT_EQ(lesson.read("compared-weights").rows, (std::vector<std::string>{"Bilinear", "Additive"}));
  EXPECT_EQ(lesson.matrix("m").cols(), 3);
  EXPECT_EQ(lesson.matrix("wk").rows(), 3);
  EXPECT_EQ(lesson.read("scores").shape, (std::vector<int>{3, 3}));
  EXPECT_TRUE(lesson.read("difference").data.empty()) << "there is nothing to differ";
  lesson.set("keys=1,0;0,1");
  EXPECT_EQ(lesson.read("compared-weights").shape[0], 5);
}

TEST(Scoring, TheAdditiveScoreIsBoundedByItsWeights) {
  auto lesson = scoring();
  const Real bound = lesson.matrix("w").cwiseAbs().sum();
  for (const char* keys : {"keys=3,3;-3,3", "keys=3,-3;-3,-3"}) {
    lesson.set(keys);
    for (int j = 0; j < 2; ++j) EXPECT_LE(std::abs(lesson.at("additive-scores", j, 0)), static_cast<double>(bound));
  }
}

TEST(Scoring, OnlyTheAdditiveScoreNeedsATanhForEveryPairAndHiddenUnit) {
  const auto lesson = scoring();
  for (int s = 0; s < 5; ++s) EXPECT_EQ(lesson.at("cost", s, 2), s == kAdditive ? 3 * kKeys * 3 : 0);
  EXPECT_EQ(lesson.at("cost", kDot, 0), 0);
  EXPECT_EQ(lesson.at("cost", kBilinear, 0), 4);
  EXPECT_EQ(lesson.at("cost", kAdditive, 0), 6 + 6 + 3);
}

TEST(Scoring, TheHalfOfTheDistanceIsAProductLikeTheScale) {
  const auto lesson = scoring();
  EXPECT_EQ(lesson.at("cost", kDot, 1), 3 * kKeys * 2);
  for (const Score score : {kScaledDot, kDistance}) EXPECT_EQ(lesson.at("cost", score, 1), 3 * kKeys * (2 + 1)) << score;
}

TEST(Scoring, EachFieldHasItsNameAndItsCostsOnAPhoneToo) {
  auto lesson = scoring();
  const auto picture = [&lesson](canvas::Size size) {
    canvas::SvgCanvas canvas(size, canvas::Theme());
    auto edit = lesson.lesson().copy(lesson.params());
    for (const auto& figure : lesson.lesson().figures)
      if (figure.id == "compare") figure.draw(canvas, lesson.params(), lesson.result(), edit.get());
    return canvas.svg();
  };
  for (const canvas::Size size : {canvas::Size{374, 230}, canvas::Size{374, 296}, canvas::Size{374, 380}, canvas::Size{660, 400}}) {
    const std::string svg = picture(size);
    const bool table = svg.find(">Costs<") != std::string::npos, words = svg.find(">93 multiply-adds<") != std::string::npos;
    for (const char* text : {">Distance<", ">Bilinear<", ">Additive<", table ? ">mul.<" : words ? ">45 tanh<" : ">93 mul.<"})
      EXPECT_NE(svg.find(text), std::string::npos) << text << " " << size.width << " x " << size.height;
  }
}

TEST(Scoring, EveryFigureIsBroughtByAScene) {
  const auto lesson = scoring();
  const std::vector<course::Scene>& scenes = course::scenes_of(lesson.lesson());
  for (const auto& figure : lesson.lesson().figures)
    EXPECT_TRUE(std::any_of(scenes.begin(), scenes.end(), [&](const course::Scene& scene) {
      return scene.exercise.empty() && (std::string(scene.query) + "&").find("figure=" + std::string(figure.id) + "&") != std::string::npos;
    })) << figure.id;
}

TEST(Scoring, TheRightPrintingIsTheFirst) { EXPECT_EQ(right_of_three("signs"), 0); }

TEST(Scoring, ASlipOfSignsShowsWhereQueryAndKeyAreEqualOrElsewhereByASumAboveZero) {
  auto lesson = scoring();
  const auto terms = [&] { return std::vector<double>{lesson.at("terms", 0, 0), lesson.at("terms", 0, 1), lesson.at("terms", 0, 2)}; };
  lesson.set("queries=1,2&keys=1,2;0,1");
  EXPECT_EQ(terms()[0] + terms()[1] + terms()[2], 0);
  EXPECT_NE(terms()[0] - terms()[1] - terms()[2], 0) << "the second printing";
  lesson.set("keys=2,-1;0,1");
  EXPECT_LT(terms()[0] + terms()[1] + terms()[2], 0);
  EXPECT_GT(-terms()[0] - terms()[1] - terms()[2], 0) << "the third printing";
}

TEST(Scoring, ALongerQueryStillAgreesAndIsSharper) {
  EXPECT_EQ(right_of_three("longer-query"), 1);
  auto lesson = on_scene_of("longer-query");
  const double before = row_maximum(lesson, "dot-weights");
  lesson.set("queries=2.4,1.4;-1,1.2;0.5,-1.4");
  EXPECT_LT(lesson.at("difference"), 1e-4);
  EXPECT_GT(row_maximum(lesson, "dot-weights"), before);
}

TEST(Scoring, MultipliedByTheRootOfSixteenTheLargestWeightIsAboveSevenTenths) {
  EXPECT_EQ(right_of_three("saturation"), 2);
  auto lesson = on_scene_of("saturation");
  EXPECT_NEAR(lesson.set("scale=root").at("largest"), 0.91, 0.005);
  for (int seed : {1, 2, 3, 4, 5}) EXPECT_TRUE(lesson.set("seed=" + std::to_string(seed)).check("saturation", 2).correct) << seed;
  EXPECT_LT(lesson.set("scale=inverse-root").at("largest"), 0.3) << "the first prediction is what dividing gives";
  EXPECT_LT(lesson.set("scale=none").at("largest"), 0.7) << "the second is what no scale gives";
  const double multiplied = lesson.set("scale=root").at("variance"), wider = lesson.set("width=256&scale=none").at("variance");
  EXPECT_NEAR(multiplied, wider, 40) << "as at width 256 without any scale";
}

TEST(Scoring, TheDescriptionFollowsTheLearnedScores) {
  auto lesson = scoring();
  const std::string before = lesson.describe();
  EXPECT_NE(lesson.set("m=1,0;0,1").describe(), before);
}

TEST(Scoring, MinusTheIdentityTurnsTheOrderRound) {
  auto lesson = on_scene_of("turn");
  for (int j = 0; j < kKeys; ++j) EXPECT_NEAR(lesson.at("bilinear-scores", 0, j), lesson.at("compared-scores", kDot, j), 1e-5);
  EXPECT_FALSE(lesson.check("turn").correct) << "not solved before the reader has done anything";
  EXPECT_TRUE(lesson.set("m=-1,0;0,-1").check("turn").correct);
}

TEST(Scoring, WhereAllKeysTieNoneIsTurnedRound) {
  auto lesson = on_scene_of("turn");
  EXPECT_FALSE(lesson.set("m=0,0;0,0&keys=-1,-1;1,1").check("turn").correct) << "M gives the last key no more than the other";
  EXPECT_FALSE(lesson.set("m=-1,0;0,-1&keys=1,1").check("turn").correct) << "a single key is first and last";
  EXPECT_FALSE(lesson.set("queries=0,0&keys=-1,-1;1,1").check("turn").correct);
}

TEST(Scoring, LookingAtAQueryThatIsNotThereMovesToTheLastOne) {
  auto lesson = scoring();
  lesson.set("query=6");
  EXPECT_NEAR(row_maximum(lesson, "dot-weights"), lesson.at("dot-weights", 0, 3), 1e-6);
}

TEST(Scoring, FiguresStayWithinTheirBoundsAtEverySize) {
  auto lesson = scoring();
  for (const char* state :
       {"", "keys=1.1,0.3,0.5,1;2.5,1.6,-1,1", "queries=1,0;1,1;0,1;2,2;1,2;2,1&keys=1,0;1,1;0,1;2,2;1,2;2,1;0,0;3,3&scale=root"}) {
    lesson.set(state);
    expect_figures_within_bounds(lesson);
  }
}

TEST(ScoringByHand, WeightsFollowTheDraggedQuery) {
  auto lesson = scoring();
  LessonByHand hand(&lesson, "geometry");
  const double before = lesson.at("distance-weights", 0, 3);
  hand.drag(hand.rect("query").center(), hand.rect("key[3]").center());
  EXPECT_GT(lesson.at("distance-weights", 0, 3), before + 0.5);
}

TEST(ScoringByHand, AnotherQueryIsLookedAtOnceItIsMoved) {
  auto lesson = scoring();
  LessonByHand hand(&lesson, "geometry");
  hand.drag_by("another-query[2]", {0, -30});
  EXPECT_NE(lesson.matrix("queries")(2, 1), Real(-1.4));
  EXPECT_NEAR(lesson.at("terms", 0, 2), -0.5 * static_cast<double>(lesson.matrix("queries").row(2).squaredNorm()), 1e-5);
}

TEST(ScoringByHand, KeysOfEqualLengthAreTurnedByTheHand) {
  auto lesson = scoring();
  lesson.set("normalise=true");
  LessonByHand hand(&lesson, "geometry");
  const double before = lesson.at("terms", 0, 0);
  hand.drag_by("key[0]", {-60, -60});
  EXPECT_NE(lesson.at("terms", 0, 0), before);
  EXPECT_NEAR(lesson.at("terms", 0, 1), -2, 1e-4);
}

TEST(ScoringByHand, TheWidthIsDraggedAlongItsAxis) {
  auto lesson = scoring();
  LessonByHand hand(&lesson, "width");
  const double before = lesson.at("variance");
  hand.drag_by("width", {40, 0});
  EXPECT_GT(lesson.at("variance"), 1.5 * before);
}

TEST(ScoringByHand, EveryLearnedMatrixIsEditedByDraggingACell) {
  auto lesson = scoring();
  const std::pair<const char*, const char*> cells[] = {
      {"bilinear", "m"}, {"additive", "wq"}, {"additive", "wk"}, {"additive", "w"}, {"product", "queries"}};
  for (const auto& [figure, id] : cells) {
    LessonByHand hand(&lesson, figure);
    const Real before = lesson.matrix(id)(0, 0);
    hand.drag_by(std::string(id) + "[0,0]", {0, 30});
    EXPECT_NEAR(lesson.matrix(id)(0, 0), before - Real(1), 0.11) << id;
  }
}

TEST(ScoringByHand, KeysGrowWiderAndHiddenUnitsMore) {
  auto lesson = scoring();
  LessonByHand(&lesson, "bilinear").click("wider");
  EXPECT_EQ(lesson.matrix("keys").cols(), 3);
  EXPECT_EQ(lesson.matrix("m").cols(), 3);
  LessonByHand(&lesson, "bilinear").click("narrower");
  EXPECT_EQ(lesson.matrix("keys").cols(), 2);
  LessonByHand(&lesson, "additive").click("more-units");
  EXPECT_EQ(lesson.read("hidden").shape, (std::vector<int>{kKeys, 4}));
}

const LiveClaims kLive({
    {"{width}"},
});

}  // namespace
}  // namespace attn
