#include "lessons/06_encoder-decoder/study.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "course/lesson.h"
#include "training/recipe.h"

namespace attn::lessons::encoder_decoder {

const course::Lesson& lesson();

namespace {

Params settled(Params p) {
  const Params before;
  settle(before, p);
  return p;
}

Params small(std::string source = "a b c") {
  Params p;
  p.model.hidden = 16;
  p.weights = translation::TrainingChoices::Weights::seed;
  p.source = std::move(source);
  return settled(p);
}

TEST(EncoderDecoderParams, ASourceLeftBehindByAChangeOfTaskIsReplaced) {
  for (int from = 0; from < 4; ++from)
    for (int to = 0; to < 4; ++to) {
      Params before = settled({});
      before.task = from, before.source = tasks::pair_tasks()[static_cast<size_t>(from)].sample;
      before = settled(before);
      Params after = before;
      after.task = to;
      settle(before, after);
      EXPECT_EQ(after.source, tasks::pair_tasks()[static_cast<size_t>(to)].sample) << from << " to " << to;
      EXPECT_TRUE(after.problem.empty());
      Params again = after;
      settle(after, again);
      EXPECT_EQ(again.source, after.source);
      EXPECT_EQ(again.shown, after.shown);
    }
}

TEST(EncoderDecoderParams, ASourceThatCameWithTheTaskStays) {
  const Params before = settled({});
  Params after = before;
  after.task = 2, after.source = "March";
  settle(before, after);
  EXPECT_EQ(after.source, "March");
}

TEST(EncoderDecoderParams, ASourceOfNoTaskStaysWithItsMessageAndTheLastGoodOneIsShown) {
  Params p = small("d a d");
  const Params before = p;
  p.source = "d a d ?";
  settle(before, p);
  EXPECT_EQ(p.source, "d a d ?");
  EXPECT_EQ(p.shown, before.shown);
  EXPECT_FALSE(p.problem.empty());
  Params again = p;
  settle(p, again);
  EXPECT_EQ(again.problem, p.problem);
  EXPECT_EQ(again.shown, p.shown);
}

TEST(EncoderDecoderParams, NumbersThatTheVectorDoesNotHaveAreDropped) {
  Params p = small();
  p.moved = Mat{{0, 3, Real(0.5)}, {0, 40, 1}, {2, 1, 1}, {0, 5, 63}};
  p = settled(p);
  ASSERT_EQ(p.moved.rows(), 2);
  EXPECT_EQ(p.moved(1, 1), 5);
  EXPECT_EQ(p.moved(1, 2), 1) << "within what a state can be";
}

TEST(EncoderDecoderParams, ANumberMovedTwiceHasOneRow) {
  Params p = small();
  move_number(p, 0, 4, Real(0.25));
  move_number(p, 0, 4, Real(-0.5));
  move_number(p, 0, 2, 1);
  ASSERT_EQ(p.moved.rows(), 2);
  EXPECT_EQ(p.moved(0, 2), Real(-0.5));
}

TEST(EncoderDecoderStudy, AMovedNumberIsInUseAndTheEncodersOwnIsKept) {
  Params p = small();
  const auto state = translation::start(setup_of(p), p);
  const Result before = compute(p, *state, compute::cpu());
  move_number(p, 0, 4, Real(0.9));
  const Result after = compute(p, *state, compute::cpu());
  EXPECT_EQ(after.bottleneck.used(0, 4), Real(0.9));
  EXPECT_EQ(after.bottleneck.made, before.bottleneck.used);
  EXPECT_NE(after.run.translation.steps[0].probabilities, before.run.translation.steps[0].probabilities);
}

TEST(EncoderDecoderStudy, TeacherForcingGivesTheRightWordsAndFreeRunningTheSaidOnes) {
  const Params p = small();
  const auto state = translation::start(setup_of(p), p);
  const Result r = compute(p, *state, compute::cpu());
  ASSERT_EQ(r.forced.words.size(), 4u);
  for (size_t i = 1; i < r.forced.words.size(); ++i) EXPECT_EQ(r.forced.words[i].input, r.answer[i - 1]);
  for (size_t i = 1; i < r.free.words.size(); ++i) EXPECT_EQ(r.free.words[i].input, r.free.words[i - 1].token);
}

TEST(EncoderDecoderStudy, TheBeamsAnswerIsRunStepByStep) {
  Params p = small("a b c d e");
  p.decoding = Decoding::kBeam;
  const auto state = translation::start(setup_of(p), p);
  const Result r = compute(p, *state, compute::cpu());
  EXPECT_EQ(r.run.tokens(), r.beam.tokens());
  EXPECT_NEAR(r.run.log_probability(), static_cast<double>(r.beam.nodes[static_cast<size_t>(r.beam.best)].log_probability), 1e-3);
  EXPECT_TRUE(r.beam.on_best[static_cast<size_t>(r.beam.best)]);
  EXPECT_TRUE(r.beam.on_best[0]);
}

TEST(TranslationLesson, AnAccuracyIsOfThePresentWeightsOrThereIsNone) {
  const auto state = translation::start(setup_of(small()), small());
  const auto points = [&state] {
    const translation::TranslationNumbers n = translation::numbers_of(*state);
    EXPECT_EQ(n.measured, n.within.total + n.beyond.total > 0) << "shares are of all sources";
    const auto shown = (n.accuracy.accuracy.array() == n.accuracy.accuracy.array()).count();  // numbers
    EXPECT_EQ(shown, n.points);
    return n.points;
  };
  const auto all = static_cast<int>(translation::numbers_of(*state).accuracy.lengths.rows());
  while (state->measure()) {
  }
  EXPECT_TRUE(translation::numbers_of(*state).measured);
  EXPECT_EQ(points(), all);
  for (int i = 0; i < 5; ++i) state->trainer.step();
  EXPECT_EQ(points(), 0) << "of the weights before the steps";
  state->measure();
  EXPECT_EQ(points(), 0) << "of some of the sources of a length";
  while (points() == 0) state->measure();
  EXPECT_LT(points(), all) << "length by length";
  while (state->measure()) {
  }
  EXPECT_EQ(points(), all);
}

TEST(TranslationLesson, WeightsAreWantedWhereTheyAreShippedAndAskedFor) {
  const course::Lesson& own = lesson();
  Params p = settled({});
  ASSERT_NE(own.training.weights(&p), nullptr);
  EXPECT_EQ(own.training.weights(&p)->name, "reversal-none-16");
  p.weights = translation::TrainingChoices::Weights::seed;
  EXPECT_EQ(own.training.weights(&p), nullptr);
  EXPECT_TRUE(translation::has_weights(setup_of(p)));
  p.weights = translation::TrainingChoices::Weights::shipped, p.model.hidden = 32;
  EXPECT_EQ(own.training.weights(&p), nullptr);
}

}  // namespace
}  // namespace attn::lessons::encoder_decoder
