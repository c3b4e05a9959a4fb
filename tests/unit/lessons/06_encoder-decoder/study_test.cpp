#include "lessons/06_encoder-decoder/study.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

namespace attn::lessons::encoder_decoder {
namespace {

Params settled(Params p) {
  const Params before;
  settle(before, p);
  return p;
}

Params small(std::string source = "a b c") {
  Params p;
  p.size = 0;
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
  const auto state = translation::start(setup_of(p));
  const Result before = study(p, *state);
  move_number(p, 0, 4, Real(0.9));
  const Result after = study(p, *state);
  EXPECT_EQ(after.bottleneck(0, 4), Real(0.9));
  EXPECT_EQ(after.own_bottleneck, before.bottleneck);
  EXPECT_NE(after.run.translation.steps[0].probabilities, before.run.translation.steps[0].probabilities);
}

TEST(EncoderDecoderStudy, TeacherForcingGivesTheRightWordsAndFreeRunningTheSaidOnes) {
  const Params p = small();
  const auto state = translation::start(setup_of(p));
  const Result r = study(p, *state);
  ASSERT_EQ(r.forced.words.size(), 4u);
  for (size_t i = 1; i < r.forced.words.size(); ++i) EXPECT_EQ(r.forced.words[i].input, r.answer[i - 1]);
  for (size_t i = 1; i < r.free.words.size(); ++i) EXPECT_EQ(r.free.words[i].input, r.free.words[i - 1].token);
}

TEST(EncoderDecoderStudy, TheBeamsAnswerIsRunStepByStep) {
  Params p = small("a b c d e");
  p.decoding = Decoding::kBeam;
  const auto state = translation::start(setup_of(p));
  const Result r = study(p, *state);
  EXPECT_EQ(r.run.tokens(), r.beam.tokens());
  EXPECT_NEAR(r.run.log_probability(), static_cast<double>(r.beam.nodes[static_cast<size_t>(r.beam.best)].log_probability), 1e-3);
  EXPECT_TRUE(r.on_best[static_cast<size_t>(r.beam.best)]);
  EXPECT_TRUE(r.on_best[0]);
}

TEST(TranslationLesson, ThinnedCurvesAreMeansOfTheLastStepsAndEndAtTheLastOne) {
  const Mat all = translation::thinned({1, 2, 3}, 10);
  ASSERT_EQ(all.rows(), 3);
  EXPECT_EQ(all(2, 0), 3);
  EXPECT_EQ(all(0, 1), 1);
  EXPECT_EQ(all(2, 1), 2);
  std::vector<float> many(1000);
  for (size_t i = 0; i < many.size(); ++i) many[i] = static_cast<float>(i);
  const Mat few = translation::thinned(many, 10);
  ASSERT_EQ(few.rows(), 10);
  EXPECT_EQ(few(9, 0), 1000);
  EXPECT_NEAR(few(0, 1), 89.5, 1e-4);
  EXPECT_NEAR(few(9, 1), 989.5, 1e-4);
}

TEST(TranslationLesson, TheCurveOfTheLossEndsAtTheLossThatIsTold) {
  const auto state = translation::start(setup_of(small()));
  for (int i = 0; i < 23; ++i) translation::step(*state);
  const Mat curve = translation::thinned(state->translator.losses());
  EXPECT_FLOAT_EQ(static_cast<float>(curve(22, 1)), state->translator.loss());
}

TEST(TranslationLesson, ChecksAreMadeEverySoManySteps) {
  const auto state = translation::start(setup_of(small()));
  for (int i = 0; i < 2 * translation::kCheckEvery; ++i) translation::step(*state);
  ASSERT_EQ(state->checks.size(), 2u);
  EXPECT_EQ(state->checks[1].step, 2 * translation::kCheckEvery);
  EXPECT_FALSE(translation::converged(*state));
  state->checks.assign(3, {1, 1.0});
  EXPECT_TRUE(translation::converged(*state));
}

TEST(TranslationLesson, AStudyBeginsAnewWhenTheWeightsHaveChanged) {
  const auto state = translation::start(setup_of(small()));
  while (translation::measure(*state)) {
  }
  EXPECT_TRUE(translation::numbers_of(*state).measured);
  translation::step(*state);
  EXPECT_FALSE(translation::numbers_of(*state).measured);
  EXPECT_TRUE(translation::measure(*state));
  EXPECT_LT(state->study.progress(), 1);
}

TEST(TranslationLesson, AnAccuracyIsOfThePresentWeightsOrThereIsNone) {
  const auto state = translation::start(setup_of(small()));
  const auto count = [&state](std::string_view name) {
    const auto all = translation::metrics(*state);
    return std::count_if(all.begin(), all.end(), [name](const auto& metric) { return metric.first == name; });
  };
  const auto has_none = [&state] {
    const translation::TranslationNumbers n = translation::numbers_of(*state);
    return n.within.total == 0 && n.beyond.total == 0 && n.accuracy.lengths.rows() > 0 && n.accuracy.accuracy.array().isNaN().all();
  };
  while (translation::measure(*state)) {
  }
  EXPECT_EQ(count("exact-match"), 1);
  EXPECT_FALSE(has_none());
  for (int i = 0; i < 5; ++i) translation::step(*state);
  EXPECT_EQ(count("exact-match") + count("exact-match-long"), 0) << "of the weights before the steps";
  EXPECT_TRUE(has_none());
  while (state->study.progress() < 0.6 || state->study_steps != 5) translation::measure(*state);
  EXPECT_EQ(count("exact-match") + count("exact-match-long"), 0) << "of half the sources";
  EXPECT_TRUE(has_none());
  while (translation::measure(*state)) {
  }
  EXPECT_EQ(count("exact-match"), 1);
}

TEST(TranslationLesson, WeightsAreWantedWhereTheyAreShippedAndAskedFor) {
  Params p = settled({});
  EXPECT_EQ(translation::weights_name(setup_of(p)), "reversal-none");
  p.weights = translation::TrainingChoices::Weights::seed;
  EXPECT_EQ(translation::weights_name(setup_of(p)), "");
  EXPECT_TRUE(translation::has_weights(setup_of(p)));
  p.weights = translation::TrainingChoices::Weights::shipped, p.size = 0;
  EXPECT_EQ(translation::weights_name(setup_of(p)), "");
}

}  // namespace
}  // namespace attn::lessons::encoder_decoder
