// What the text of lesson 05 claims about the lamp that two networks have to remember, one claim per test.
#include <algorithm>
#include <cmath>

#include "lessons/lesson_by_hand.h"
#include "lessons/lesson_under_test.h"
#include "unit/lessons/05_recurrent/lamp_runs.h"

namespace attn {
namespace {

constexpr int kLast = 19;  // of the twenty steps

/// The lesson with the shipped networks, measured.
LessonUnderTest lamps() {
  LessonUnderTest lesson("recurrent");
  EXPECT_TRUE(lesson.load_weights());
  lesson.measure();
  return lesson;
}

TEST(Lamp, ThePlainNetworkForgetsItAndGatesKeepIt) {
  const auto lesson = lamps();
  const double lit = static_cast<double>(lesson.matrix("lamps")(0, 0));
  EXPECT_GT(lesson.at("lamp-answer", kPlain, 0), lit - 0.3);
  EXPECT_NEAR(lesson.at("lamp-answer", kPlain, kLast), 0.5, 0.05);
  for (int step = 0; step <= kLast; ++step) EXPECT_NEAR(lesson.at("lamp-answer", kGated, step), lit, 0.1) << step;
  EXPECT_GT(lesson.at("recalled-by-step", kPlain, 0), 0.6);
  EXPECT_LE(lesson.at("recalled-plain"), 0.22);
  EXPECT_GE(lesson.at("recalled"), 0.99);
}

TEST(Lamp, ARunIsDrawnBackAndForth) {
  lessons::recurrent::LampPair pair;
  constexpr int kSteps = 60;
  for (int step = 0; step < kSteps; ++step) pair.step();
  const auto weights = [&] { return Mat(pair.learner(lessons::recurrent::kGated).readout()); };
  const Mat present = weights();
  const auto last = static_cast<int>(pair.frames().size()) - 1;
  ASSERT_GT(last, 5);
  EXPECT_EQ(pair.frames().front(), 0);
  pair.show_frame(0);
  EXPECT_EQ(pair.metrics().front().value, 0);
  EXPECT_GT((weights() - present).cwiseAbs().maxCoeff(), 1e-3);
  EXPECT_TRUE(pair.measure()) << "what was measured is of other weights";
  EXPECT_EQ(pair.steps(), kSteps) << "the run goes on from its end";
  pair.show_frame(last);
  EXPECT_EQ((weights() - present).cwiseAbs().maxCoeff(), 0);
  pair.show_frame(1);
  pair.step();
  EXPECT_EQ(pair.metrics().front().value, kSteps + 1);
}

TEST(Lamp, PlayingShowsItStepByStep) {
  auto lesson = lamps();
  const auto& all = lesson.lesson();
  EXPECT_EQ(all.last_step(lesson.params(), lesson.result(), "time"), kLast + 1);
  const auto answers_drawn = [&](int time) {
    lesson.set("time=" + std::to_string(time));
    LessonByHand hand(&lesson, "lamp");
    int drawn = 0;
    for (int j = 0; j <= kLast; ++j) drawn += hand.rect("lamp-answer[0," + std::to_string(j) + "]").width > 0;
    return drawn;
  };
  for (const int time : {1, 7, kLast + 1}) EXPECT_EQ(answers_drawn(time), time);
}

TEST(Lamp, WhenTheFirstLampIsDraggedOnlyTheAnswerOfTheGatesFollows) {
  auto lesson = lamps();
  const double plain = lesson.at("lamp-answer", kPlain, kLast), gated = lesson.at("lamp-answer", kGated, kLast);
  LessonByHand hand(&lesson, "lamp");
  hand.drag_by("lamps[0,0]", {0, 80});
  EXPECT_NEAR(static_cast<double>(lesson.matrix("lamps")(0, 0)), 0.2, 0.05);
  EXPECT_NEAR(lesson.at("lamp-answer", kPlain, kLast), plain, 0.01);
  EXPECT_LT(lesson.at("lamp-answer", kGated, kLast), gated - 0.7);
}

TEST(Lamp, APressSwitchesALampAndTheMarkCanBeMoved) {
  auto lesson = lamps();
  LessonByHand hand(&lesson, "lamp");
  hand.click("lamps[0,3]");
  EXPECT_EQ(lesson.matrix("lamps")(0, 3), Real(1));
  hand.click("lamps[0,3]");
  EXPECT_EQ(lesson.matrix("lamps")(0, 3), Real(0));
  const float pitch = hand.rect("lamps[0,1]").x - hand.rect("lamps[0,0]").x;
  hand.drag_by("kept", {5 * pitch, 0});
  EXPECT_NEAR(lesson.at("lamp-answer", kGated, kLast), static_cast<double>(lesson.matrix("lamps")(0, 5)), 0.1);
}

TEST(Lamp, EveryLampRepaintsThePlainStateAndHardlyTheOtherOne) {
  const auto lesson = lamps();
  const auto change = [&](const char* state) {
    double sum = 0;
    for (int unit = 0; unit < 4; ++unit)
      for (int step = 1; step <= kLast; ++step) sum += std::abs(lesson.at(state, unit, step) - lesson.at(state, unit, step - 1));
    return sum;
  };
  EXPECT_GT(change("plain-state"), 20 * change("gates-state"));
}

TEST(Lamp, TheGateOpensForTheMarkedLampAndLetsLittleInElsewhere) {
  auto lesson = lamps();
  for (const int kept : {1, 6, 13}) {
    lesson.set("kept=" + std::to_string(kept));
    for (int step = 0; step <= kLast; ++step) {
      double most = 0, mean = 0;
      for (int unit = 0; unit < 4; ++unit) {
        most = std::max(most, lesson.at("lamp-gate", unit, step));
        mean += lesson.at("lamp-gate", unit, step) / 4;
      }
      if (step + 1 == kept)
        EXPECT_GT(most, 0.65) << kept;
      else
        EXPECT_LT(mean, 0.2) << kept << ", step " << step + 1;
    }
  }
}

TEST(Lamp, APhoneShowsWhatTheGateLetsInAndLampsThatAFingerCanTake) {
  auto lesson = lamps();
  for (const canvas::Size size : {canvas::Size{377, 319}, canvas::Size{377, 300}, canvas::Size{320, 240}}) {
    canvas::SvgCanvas phone(size, canvas::Theme());
    auto edit = lesson.lesson().copy(lesson.params());
    named("figure", "lamp", lesson.lesson().figures, kId).draw(phone, lesson.params(), lesson.result(), edit.get());
    EXPECT_GE(phone.rect_of("lamp-gate").height, 12) << size.height;
    EXPECT_GE(phone.rect_of("gates-state").height, 12) << size.height;
    EXPECT_GE(phone.rect_of("lamp-answer[1,19]").height, 20) << size.height;
    for (int j = 0; j < kLast; ++j) {
      const canvas::Rect lamp = phone.rect_of("lamps[0," + std::to_string(j) + "]");
      EXPECT_GE(lamp.height, 30) << size.height;
      EXPECT_NEAR(lamp.right(), phone.rect_of("lamps[0," + std::to_string(j + 1) + "]").x, 0.01);
    }
  }
}

TEST(Lamp, SomePlainNetworksKeepOnlyWhetherItWasBrightOrDark) {
  training::Trainer trainer = trained_from(1, kPlain);
  const auto& learner = static_cast<const lessons::recurrent::LampLearner&>(trainer.trainee());
  const auto last_answer = [&](Real brightness) {
    lessons::recurrent::LampChoices choices;
    choices.lamps(0, 0) = brightness;
    const Mat x = lessons::recurrent::lamp_inputs(choices.lamps, 1), w = learner.readout();
    const Mat h = kernels::recurrent(learner.cell(), x, learner.weights()).h;
    return static_cast<double>(h.row(kLast).dot(w.topRows(4).col(0).transpose()) + w(4, 0));
  };
  for (const double dark : {0.0, 0.1, 0.2}) EXPECT_NEAR(last_answer(static_cast<Real>(dark)), last_answer(0), 0.02) << dark;
  for (const double bright : {0.8, 0.9}) EXPECT_NEAR(last_answer(static_cast<Real>(bright)), last_answer(1), 0.02) << bright;
  EXPECT_GT(last_answer(1), last_answer(0) + 0.25);
}

TEST(Lamp, TrainedFromRandomWeightsTheyComeToTheSame) {
  LessonUnderTest lesson("recurrent");
  lesson.set("weights=seed").measure();
  EXPECT_LT(lesson.at("recalled"), 0.4);
  lesson.set("steps=1000").measure();
  const auto shipped = lamps();
  for (const int network : {kPlain, kGated})
    EXPECT_NEAR(lesson.at("lamp-answer", network, kLast), shipped.at("lamp-answer", network, kLast), 0.02);
  EXPECT_EQ(lesson.at("recalled"), shipped.at("recalled"));
}

TEST(Lamp, APlainNetworkWithAsManyWeightsDoesBetterAndStillMissesSome) {
  const auto count = [](Network network) { return trained_from(1, network, 1).trainee().parameters().count(); };
  EXPECT_EQ(count(kPlain), 37);
  EXPECT_EQ(count(kGated), 101);
  using lessons::recurrent::LampLearner;
  for (const int seed : {1, 4, 7}) {
    const training::Plan plan = lessons::recurrent::lamp_plan(static_cast<std::uint64_t>(seed));
    training::Trainer wide([](const training::Plan& p) { return std::make_unique<LampLearner>(kernels::Cell::rnn, p, 8); }, plan);
    EXPECT_EQ(wide.trainee().parameters().count(), 105);
    for (int step = 0; step < lessons::recurrent::kLampSteps; ++step) wide.step();
    const double recalled = wide.trainee().measure(lessons::recurrent::kLampRows).front().value;
    EXPECT_GT(recalled, recalled_from(seed, kPlain)) << seed;
    EXPECT_GT(recalled, 0.365) << seed;
    EXPECT_LT(recalled, 0.95) << seed;
  }
}

}  // namespace
}  // namespace attn
