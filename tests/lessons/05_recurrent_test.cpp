// What the text of lesson 05 claims, one claim per test.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "base/text.h"
#include "lesson_by_hand.h"
#include "lesson_under_test.h"
#include "live_claims.h"

namespace attn {
namespace {

enum Unit { kKeeps, kLeaks, kAdds, kNow };
enum CellRow { kRnn, kGru, kLstm };
constexpr int kSteps = 8;  // of the default sequence

LessonUnderTest recurrent() { return LessonUnderTest("recurrent"); }

double value_at(const LessonUnderTest& lesson, int step) { return static_cast<double>(lesson.matrix("x")(0, step)); }

LessonUnderTest& set_input(LessonUnderTest& lesson, int row, int step, Real value) {
  Mat x = lesson.matrix("x");
  x(row, step) = value;
  return lesson.set_matrix("x", x);
}

TEST(Recurrent, TheLstmsFirstUnitKeepsTheFlaggedValue) {
  const auto lesson = recurrent();
  EXPECT_NEAR(lesson.at("cell-state", kKeeps, 0), std::tanh(value_at(lesson, 0)), 0.01);
  EXPECT_GT(lesson.at("cell-state", kKeeps, kSteps - 1), 0.98 * lesson.at("cell-state", kKeeps, 0));
  EXPECT_EQ(fixed(lesson.at("hidden-state", kKeeps, 0), 3), "0.580");
  EXPECT_EQ(fixed(lesson.at("hidden-state", kKeeps, kSteps - 1), 3), "0.577");
}

TEST(Recurrent, WhenTheFlagMovesAnotherValueIsKept) {
  auto lesson = recurrent();
  set_input(lesson, 1, 0, 0), set_input(lesson, 1, 3, 1);
  EXPECT_NEAR(lesson.at("cell-state", kKeeps, kSteps - 1), std::tanh(value_at(lesson, 3)), 0.02);
}

TEST(Recurrent, TheForgetGateIsShutWhereTheFlagIsAndOpenEverAfter) {
  const auto lesson = recurrent();
  EXPECT_LT(lesson.at("forget-gate", kKeeps, 0), 0.01);
  for (int t = 1; t < kSteps; ++t) EXPECT_GT(lesson.at("forget-gate", kKeeps, t), 0.99);
}

TEST(Recurrent, TheSecondUnitLeaksTheThirdAddsUpTheFourthKnowsThePresentOnly) {
  const auto lesson = recurrent();
  double leak = 0, sum = 0;
  for (int t = 0; t < kSteps; ++t) {
    const double now = std::tanh(value_at(lesson, t));
    leak = 0.5 * leak + 0.5 * now, sum += now;
    EXPECT_NEAR(lesson.at("cell-state", kLeaks, t), leak, 1e-3);
    EXPECT_NEAR(lesson.at("cell-state", kAdds, t), sum, 0.02);
    EXPECT_NEAR(lesson.at("cell-state", kNow, t), now, 0.01);
  }
}

TEST(Recurrent, TheRnnsFirstUnitIsOverwrittenByLaterInputsAndTheLstmsIsNot) {
  const auto change_by_a_late_input = [](const char* cell) {
    auto lesson = recurrent();
    lesson.set(std::string("cell=") + cell);
    const double before = lesson.at("hidden-state", kKeeps, kSteps - 1);
    set_input(lesson, 0, 5, Real(1.5));
    return std::abs(lesson.at("hidden-state", kKeeps, kSteps - 1) - before);
  };
  EXPECT_GT(change_by_a_late_input("rnn"), 0.1);
  EXPECT_LT(change_by_a_late_input("lstm"), 0.002);
  EXPECT_LT(change_by_a_late_input("gru"), 0.002);
}

TEST(Recurrent, TheRnnsFirstUnitHasChangedItsSignAtStepFour) {
  auto lesson = recurrent();
  lesson.set("cell=rnn&cell-weights=purpose");
  EXPECT_GT(lesson.at("hidden-state", kKeeps, 0), 0.5);
  EXPECT_LT(lesson.at("hidden-state", kKeeps, 3), -0.3);
}

TEST(Recurrent, InThisGruZIsTheShareOfTheOldState) {
  auto lesson = recurrent();
  lesson.set("cell=gru&cell-weights=random");
  for (int i = 0; i < 4; ++i)
    for (int t = 1; t < kSteps; ++t) {
      const double z = lesson.at("update-gate", i, t);
      EXPECT_NEAR(lesson.at("hidden-state", i, t), (1 - z) * lesson.at("candidate", i, t) + z * lesson.at("hidden-state", i, t - 1), 1e-5);
    }
}

TEST(Recurrent, AndTheResetGateIsAppliedAfterTheProduct) {
  auto lesson = recurrent();
  lesson.set("cell=gru&cell-weights=random");
  for (int i = 0; i < 4; ++i) {
    const double p = lesson.at("input-product", 4, 8 + i), q = lesson.at("recurrent-product", 4, 8 + i);
    EXPECT_NEAR(lesson.at("candidate", i, 4), std::tanh(p + lesson.at("reset-gate", i, 4) * q), 1e-5);
  }
}

TEST(Recurrent, TheRnnsGradientVanishesBelowRadiusOne) {
  auto lesson = recurrent();
  const auto far = [&](const char* query) { return lesson.set(query).at("gradient", kRnn, 59); };
  const double low = far("radius=0.7"), middle = far("radius=0.9"), one = far("radius=1");
  EXPECT_LT(low, 1e-3 * middle);
  EXPECT_LT(middle, 0.1 * one);
}

double longest_gradient(const LessonUnderTest& lesson, int cell) {
  double longest = 0;
  for (int k = 0; k < 60; ++k) longest = std::max(longest, lesson.at("gradient", cell, k));
  return longest;
}

TEST(Recurrent, AboveRadiusOneItExplodesFarMoreSlowlyThanTheLineOrNotAtAll) {
  auto lesson = recurrent();
  lesson.set("radius=1.5&input=0.05&keep-bias=4&length=60&seed=1");
  EXPECT_GT(longest_gradient(lesson, kRnn), 10);
  EXPECT_LT(longest_gradient(lesson, kRnn), 1e-6 * lesson.at("theory", 0, 59));
  lesson.set("seed=2");
  EXPECT_NEAR(longest_gradient(lesson, kRnn), 1, 1e-5);
}

TEST(Recurrent, WithoutInputsItExplodesAsTheLineDoesAndSmallInputsStopIt) {
  auto lesson = recurrent();
  lesson.set("radius=1.15&input=0&keep-bias=4&length=60&seed=1");
  const double line = lesson.at("theory", 0, 59);
  EXPECT_GT(line, 1000);
  EXPECT_GT(longest_gradient(lesson, kRnn), 0.1 * line);
  for (int step = 40; step < 59; ++step) EXPECT_GT(lesson.at("gradient", kRnn, step + 1), lesson.at("gradient", kRnn, step)) << step;
  lesson.set("input=0.05");
  EXPECT_LT(longest_gradient(lesson, kRnn), 10);
}

TEST(Recurrent, AGruStaysBetweenItsCandidatesAndAnLstmCounts) {
  auto lesson = recurrent();
  for (const char* cell : {"gru", "lstm"}) {
    lesson.set(std::string("cell-weights=purpose&x=2,2,2,2,2,2,2,2,2,2,2,2;0,0,0,0,0,0,0,0,0,0,0,0&cell=") + cell);
    const bool counts = std::string_view(cell) == "lstm";
    const double last = lesson.at(counts ? "cell-state" : "hidden-state", kAdds, 11);
    if (counts)
      EXPECT_GT(last, 10);
    else
      EXPECT_LT(last, 1);
  }
}

TEST(Recurrent, TheGruHasThreeBlocksOfWeightsAndTheLstmFour) {
  auto lesson = recurrent();
  EXPECT_EQ(4 * lesson.matrix("gru-weights").cols(), 3 * lesson.matrix("lstm-weights").cols());
}

TEST(Recurrent, EveryFigureHasASceneOfItsOwn) {
  const auto lesson = recurrent();
  for (const auto& figure : lesson.lesson().figures) {
    const auto& scenes = course::scenes_of(lesson.lesson());
    EXPECT_TRUE(std::any_of(scenes.begin(), scenes.end(), [&](const course::Scene& scene) {
      return ("&" + std::string(scene.query) + "&").find("&figure=" + std::string(figure.id) + "&") != std::string::npos;
    })) << figure.id;
  }
}

/// The sizes of all text in a picture.
std::vector<double> text_sizes(const std::string& svg) {
  std::vector<double> sizes;
  constexpr std::string_view kSize = "font-size=\"";
  for (size_t at = svg.find(kSize); at != std::string::npos; at = svg.find(kSize, at + 1))
    sizes.push_back(std::atof(&svg[at + kSize.size()]));
  return sizes;
}

TEST(Recurrent, NoNumberIsTooSmallToBeReadAndPhonesShowTheGates) {
  auto lesson = recurrent();
  for (const char* state : {"", "cell=gru", "cell=rnn", "x=1,0,1,0,1,0,1,0,1,0,1,0;0,0,0,0,0,0,0,0,0,0,0,0"}) {
    lesson.set(state);
    for (const canvas::Size size : {canvas::Size{320, 300}, canvas::Size{374, 346}, canvas::Size{640, 400}, canvas::Size{820, 600}})
      for (const auto& figure : lesson.lesson().figures) {
        canvas::SvgCanvas canvas(size, canvas::Theme());
        auto edit = lesson.lesson().copy(lesson.params());
        figure.draw(canvas, lesson.params(), lesson.result(), edit.get());
        const std::vector<double> sizes = text_sizes(canvas.svg());
        EXPECT_GE(*std::min_element(sizes.begin(), sizes.end()), 10) << figure.id << " " << size.width << " " << state;
        // The LSTM's six blocks of 4 x 8, nearly all of them numbers.
        if (figure.id == "gates" && *state == 0 && size.width > 320) {
          EXPECT_GT(sizes.size(), 150u) << size.width;
        }
      }
  }
}

TEST(Recurrent, TanhTakesTheRnnBelowTheLine) {
  const auto lesson = recurrent();
  EXPECT_LT(lesson.at("gradient", kRnn, 59), lesson.at("theory", 0, 59));
}

TEST(Recurrent, LargeInputsKillTheGradientEvenAtRadiusOne) {
  auto lesson = recurrent();
  EXPECT_GT(lesson.set("radius=1&input=0.05").at("gradient", kRnn, 40), 0.01);
  EXPECT_LT(lesson.set("radius=1&input=2").at("gradient", kRnn, 40), 1e-6);
}

TEST(Recurrent, OpenGatesHardlyCareAboutTheRadius) {
  auto lesson = recurrent();
  const double rnn = lesson.set("radius=0.5").at("gradient", kRnn, 59), gru = lesson.at("gradient", kGru, 59),
               lstm = lesson.at("gradient", kLstm, 59);
  lesson.set("radius=1");
  EXPECT_LT(rnn, 1e-8 * lesson.at("gradient", kRnn, 59));
  EXPECT_GT(gru, 0.3 * lesson.at("gradient", kGru, 59));
  EXPECT_GT(lstm, 0.3 * lesson.at("gradient", kLstm, 59));
}

TEST(Recurrent, WithABiasOfZeroTheyForgetFasterThanTheRnn) {
  auto lesson = recurrent();
  lesson.set("keep-bias=0&radius=0.9");
  EXPECT_LT(lesson.at("gradient", kGru, 59), 0.01 * lesson.at("gradient", kRnn, 59));
  EXPECT_LT(lesson.at("gradient", kLstm, 59), 0.01 * lesson.at("gradient", kRnn, 59));
  for (const int cell : {kGru, kLstm}) EXPECT_EQ(fixed(lesson.at("rate", cell), 2), "0.71") << "the gate is one half";
  lesson.set("radius=0.3");
  for (const int cell : {kGru, kLstm}) EXPECT_LT(lesson.at("rate", cell), 0.57) << "less goes through the recurrent weights";
  lesson.set("keep-bias=4&radius=0.9");
  EXPECT_GT(lesson.at("gradient", kLstm, 59), 100 * lesson.at("gradient", kRnn, 59));
}

TEST(Recurrent, TheFactorPerStepOfTheLstmIsAboutItsForgetGate) {
  auto lesson = recurrent();
  EXPECT_EQ(fixed(lesson.at("rate", kLstm), 2), "0.98");
  EXPECT_EQ(fixed(1 / (1 + std::exp(-4.0)), 2), "0.98");
  for (const char* bias : {"3", "4", "5"}) {
    const double forget = 1 / (1 + std::exp(-std::atof(bias)));
    EXPECT_NEAR(lesson.set(std::string("length=100&keep-bias=") + bias).at("rate", kLstm), forget, 0.3 * (1 - forget)) << bias;
  }
}

TEST(Recurrent, ClippingShortensWhatIsLongAndLeavesWhatIsShort) {
  auto lesson = recurrent();
  lesson.set("radius=1.5&clip=1");
  EXPECT_GT(lesson.at("length-before", kRnn), 1);
  EXPECT_NEAR(lesson.at("length-after", kRnn), 1, 1e-5);
  lesson.set("clip=1000&radius=0.5");
  for (int cell : {kRnn, kGru, kLstm}) EXPECT_EQ(lesson.at("length-after", cell), lesson.at("length-before", cell));
}

TEST(Recurrent, APatternSaysWhichStepsHaveInputsAndOutputs) {
  auto lesson = recurrent();
  const std::pair<const char*, std::vector<int>> shapes[] = {{"pattern=one-to-one", {1, 1}},
                                                             {"pattern=one-to-many", {kSteps, 1}},
                                                             {"pattern=many-to-one", {1, kSteps}},
                                                             {"pattern=aligned", {kSteps, kSteps}},
                                                             {"pattern=summary", {kSteps / 2, kSteps / 2}}};
  for (const auto& [query, shape] : shapes) EXPECT_EQ(lesson.set(query).read("influence").shape, shape) << query;
}

TEST(Recurrent, OutputsInStepSeeNoLaterInput) {
  auto lesson = recurrent();
  lesson.set("pattern=aligned&cell-weights=random");
  for (int i = 0; i < kSteps; ++i)
    for (int j = 0; j < kSteps; ++j) EXPECT_EQ(lesson.at("influence", i, j) > 0, j <= i) << i << " " << j;
}

TEST(Recurrent, AfterASummaryEveryOutputSeesAllInputs) {
  auto lesson = recurrent();
  lesson.set("pattern=summary&cell-weights=random");
  for (int i = 0; i < kSteps / 2; ++i)
    for (int j = 0; j < kSteps / 2; ++j) EXPECT_GT(lesson.at("influence", i, j), 0);
}

TEST(Recurrent, WhatTheLastInputsStepHandsOnDecidesAllLaterOutputs) {
  auto lesson = recurrent();
  for (const char* cell : {"cell=rnn", "cell=gru", "cell=lstm"}) {
    lesson.set("cell-weights=random&pattern=summary").set(cell);
    EXPECT_EQ(lesson.read("pattern-state").shape, (std::vector<int>{4, kSteps})) << "four numbers, in the LSTM as many again in c";
    EXPECT_EQ(lesson.read("cell-state").shape[0], std::string_view(cell) == "cell=lstm" ? 4 : 0);
  }
}

TEST(Recurrent, ForwardKnowsThePastBackwardTheFutureAndBothEverything) {
  auto lesson = recurrent();
  for (const char* cell : {"rnn", "gru", "lstm"}) {
    lesson.set(std::string("cell-weights=random&cell=") + cell);
    for (int i = 0; i < kSteps; ++i)
      for (int j = 0; j < kSteps; ++j) {
        EXPECT_EQ(lesson.at("forward-influence", i, j) > 0, j <= i);
        EXPECT_EQ(lesson.at("backward-influence", i, j) > 0, j >= i);
        EXPECT_GT(lesson.at("both-influence", i, j), 0);
      }
  }
}

/// As the text's link brings it.
LessonUnderTest scene(std::string_view exercise) {
  auto lesson = recurrent();
  return lesson.set(course::scene_of(lesson.lesson(), exercise));
}

TEST(Recurrent, FiftyStepsIsComputedOnItsScene) {
  const auto lesson = scene("vanish");
  EXPECT_EQ(lesson.read("gradient").shape, (std::vector<int>{3, 20})) << "the picture does not show the answer";
  EXPECT_TRUE(lesson.check("vanish", 1).correct) << lesson.check("vanish", 1).message;
  EXPECT_FALSE(lesson.check("vanish", 0).correct);
  EXPECT_FALSE(lesson.check("vanish", 2).correct);
}

TEST(Recurrent, FiftyStepsStayBelowTheLine) {
  auto lesson = scene("vanish");
  lesson.set("length=51");
  EXPECT_LT(lesson.at("gradient", kRnn, 50), lesson.at("theory", 0, 50));
  EXPECT_NEAR(lesson.at("gradient", kRnn, 50), 0.001, 0.0001) << "where the curve ends";
}

TEST(Recurrent, TwentyStepsAskForAnOpenForgetGate) {
  auto lesson = scene("survive");
  EXPECT_FALSE(lesson.check("survive").correct) << "on arrival";
  EXPECT_FALSE(lesson.set("keep-bias=2.5").check("survive").correct);
  EXPECT_TRUE(lesson.set("keep-bias=3.3").check("survive").correct) << lesson.check("survive").message;
  EXPECT_FALSE(lesson.set("radius=0.8").check("survive").correct) << "the radius is to stay";
}

TEST(Recurrent, WhoReachesStepThreeIsComputedOnItsScene) {
  const auto lesson = scene("reaches");
  EXPECT_TRUE(lesson.check("reaches", 1).correct);
  EXPECT_FALSE(lesson.check("reaches", 0).correct);
  EXPECT_FALSE(lesson.check("reaches", 2).correct);
}

TEST(Recurrent, WhatTheReaderSetIsExplained) {
  auto lesson = recurrent();
  EXPECT_EQ(lesson.explain("x", 1, 2).title, "Flag at step 3");
  EXPECT_EQ(lesson.explain("readout", 0, 3).title, "Weight of unit 4 in the output");
  EXPECT_EQ(lesson.explain("lstm-weights", 1, 4).title, "Weight of the flag in f of unit 1");
  EXPECT_EQ(lesson.explain("lstm-weights", 1, 4).value, -14) << "set by hand, as the figure shows it";
  EXPECT_EQ(lesson.explain("gru-weights", 3, 11).title, "Weight of the state of unit 1 in n of unit 4");
  EXPECT_NEAR(lesson.explain("gru-weights", 3, 11).value, static_cast<double>(lesson.matrix("gru-weights")(3, 11)), 1e-6);
}

TEST(Recurrent, FiguresStayWithinTheirBoundsAtEverySizeAndChangeNothing) {
  auto lesson = recurrent();
  for (const char* state : {"", "cell=gru&pattern=aligned", "cell=rnn&pattern=one-to-one&radius=2", "length=10&radius=0.3&x=1;0"}) {
    lesson.set(state);
    expect_figures_within_bounds(lesson);
  }
}

TEST(RecurrentByHand, AnInputIsDraggedAndTheStatesFollow) {
  for (const char* figure : {"step", "gates", "patterns", "bidirectional"}) {
    auto lesson = recurrent();
    LessonByHand hand(&lesson, figure);
    const double before = lesson.at("hidden-state", kAdds, 1);
    hand.drag_by("x[0,1]", {0, -24});
    EXPECT_NEAR(lesson.matrix("x")(0, 1), Real(0.3), 0.11) << figure;
    EXPECT_GT(lesson.at("hidden-state", kAdds, 1), before + 0.1) << figure;
  }
}

TEST(RecurrentByHand, AStepIsChosenByPressingIt) {
  auto lesson = recurrent();
  LessonByHand hand(&lesson, "step");
  hand.click("at[4]");
  EXPECT_NE(lesson.describe().find("step 5 of 8"), std::string::npos);
  hand.tap(ImGuiKey_RightArrow);
  EXPECT_NE(lesson.describe().find("step 6 of 8"), std::string::npos);
}

TEST(RecurrentByHand, AColumnOfTheGatesIsAStepToo) {
  auto lesson = recurrent();
  LessonByHand hand(&lesson, "gates");
  hand.click("forget-gate[2,6]");
  EXPECT_NE(lesson.describe().find("step 7 of 8"), std::string::npos);
}

TEST(RecurrentByHand, ADraggedWeightIsTheReadersOwn) {
  auto lesson = recurrent();
  LessonByHand hand(&lesson, "weights");
  hand.drag_by("lstm-weights[2,4]", {0, 60});
  EXPECT_NEAR(lesson.matrix("lstm-weights")(2, 4), Real(5), 0.11);
  EXPECT_NEAR(lesson.matrix("lstm-weights")(1, 4), Real(-14), 1e-5);  // the others are what was shown
  EXPECT_LT(lesson.at("forget-gate", kKeeps, 3), 0.995);
}

TEST(RecurrentByHand, TheLineOfTheRadiusAndTheThresholdAreDragged) {
  auto lesson = recurrent();
  LessonByHand hand(&lesson, "gradient");
  const double before = lesson.at("theory", 0, 1);
  hand.drag_by("radius", {0, -60});
  EXPECT_GT(lesson.at("theory", 0, 1), before + 0.01);
  hand.drag_by("clip", {-60, 0});
  EXPECT_LT(lesson.at("length-after", kRnn), 0.9);
}

const LiveClaims kLive({
    {"{recalled-by-step[0,0]} at once, and on {recalled-plain} after twenty steps",
     [](const LiveNumbers& live) { return live("recalled-by-step[0,0]") > live("recalled-plain") + 0.4; }},
    {"with gates is right on {recalled}", [](const LiveNumbers& live) { return live("recalled") > 0.98; }},
    {"{rate[0,0]}"},
    {"{rate[2,0]}"},
});

}  // namespace
}  // namespace attn
