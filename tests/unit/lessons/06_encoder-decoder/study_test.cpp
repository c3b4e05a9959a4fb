#include "lessons/06_encoder-decoder/encoder_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lessons/06_encoder-decoder/encoder_decoder_words.h"

namespace attn::lessons::encoder_decoder {
namespace {

EncoderDecoderSettings small(std::string source = "a b c") {
  EncoderDecoderSettings p;
  p.size = 0;
  p.weights = lessons::translation::TrainingChoices::Weights::seed;
  p.source = std::move(source);
  settle(p);
  return p;
}

TEST(EncoderDecoderSettings, ASourceLeftBehindByAChangeOfTaskIsReplaced) {
  EncoderDecoderSettings p = small();
  p.task = 1;
  settle(p);
  EXPECT_EQ(p.source, tasks::pair_tasks()[1].sample);
  EXPECT_TRUE(p.problem.empty());
  EXPECT_EQ(p.shown_task, 1);
}

TEST(EncoderDecoderSettings, ASourceOfNoTaskStaysWithItsMessageAndTheLastGoodOneIsShown) {
  EncoderDecoderSettings p = small("d a d");
  const Tokens before = p.shown;
  p.source = "d a d ?";
  settle(p);
  EXPECT_EQ(p.source, "d a d ?");
  EXPECT_EQ(p.shown, before);
  EXPECT_FALSE(p.problem.empty());
  EncoderDecoderSettings again = p;
  settle(again);
  EXPECT_EQ(again.problem, p.problem);
  EXPECT_EQ(again.shown, p.shown);
}

TEST(EncoderDecoderSettings, NumbersThatTheVectorDoesNotHaveAreDropped) {
  EncoderDecoderSettings p = small();
  p.moved = Mat{{0, 3, Real(0.5)}, {0, 40, 1}, {2, 1, 1}, {0, 5, 63}};
  settle(p);
  ASSERT_EQ(p.moved.rows(), 2);
  EXPECT_EQ(p.moved(1, 1), 5);
  EXPECT_EQ(p.moved(1, 2), 1) << "within what a state can be";
}

TEST(EncoderDecoderSettings, ANumberMovedTwiceHasOneRow) {
  EncoderDecoderSettings p = small();
  move_number(p, 0, 4, Real(0.25));
  move_number(p, 0, 4, Real(-0.5));
  move_number(p, 0, 2, 1);
  ASSERT_EQ(p.moved.rows(), 2);
  EXPECT_EQ(p.moved(0, 2), Real(-0.5));
}

TEST(EncoderDecoderView, AMovedNumberIsInUseAndTheEncodersOwnIsKept) {
  EncoderDecoderSettings p = small();
  const auto state = lessons::translation::start(setup_of(p));
  const EncoderDecoderView before = view(p, *state);
  move_number(p, 0, 4, Real(0.9));
  const EncoderDecoderView after = view(p, *state);
  EXPECT_EQ(after.bottleneck(0, 4), Real(0.9));
  EXPECT_EQ(after.own_bottleneck, before.bottleneck);
  EXPECT_NE(after.run.translation.steps[0].probabilities, before.run.translation.steps[0].probabilities);
}

TEST(EncoderDecoderView, TeacherForcingGivesTheRightWordsAndFreeRunningTheSaidOnes) {
  const EncoderDecoderSettings p = small();
  const auto state = lessons::translation::start(setup_of(p));
  const EncoderDecoderView r = view(p, *state);
  ASSERT_EQ(r.forced.words.size(), 4u);
  for (size_t i = 1; i < r.forced.words.size(); ++i) EXPECT_EQ(r.forced.words[i].input, r.answer[i - 1]);
  for (size_t i = 1; i < r.free.words.size(); ++i) EXPECT_EQ(r.free.words[i].input, r.free.words[i - 1].token);
}

TEST(EncoderDecoderView, TheBeamsAnswerIsRunStepByStep) {
  EncoderDecoderSettings p = small("a b c d e");
  p.decoding = Decoding::kBeam;
  const auto state = lessons::translation::start(setup_of(p));
  const EncoderDecoderView r = view(p, *state);
  EXPECT_EQ(r.output(), r.beam.tokens());
  EXPECT_NEAR(log_probability(r), static_cast<double>(r.beam.nodes[static_cast<size_t>(r.beam.best)].log_probability), 1e-3);
  EXPECT_TRUE(r.on_best[static_cast<size_t>(r.beam.best)]);
  EXPECT_TRUE(r.on_best[0]);
}

TEST(TranslationLesson, ThinnedCurvesAreMeansOfTheLastStepsAndEndAtTheLastOne) {
  const Mat all = lessons::translation::thinned({1, 2, 3}, 10);
  ASSERT_EQ(all.rows(), 3);
  EXPECT_EQ(all(2, 0), 3);
  EXPECT_EQ(all(0, 1), 1);
  EXPECT_EQ(all(2, 1), 2);
  std::vector<float> many(1000);
  for (size_t i = 0; i < many.size(); ++i) many[i] = static_cast<float>(i);
  const Mat few = lessons::translation::thinned(many, 10);
  ASSERT_EQ(few.rows(), 10);
  EXPECT_EQ(few(9, 0), 1000);
  EXPECT_NEAR(few(0, 1), 89.5, 1e-4);
  EXPECT_NEAR(few(9, 1), 989.5, 1e-4);
}

TEST(TranslationLesson, TheCurveOfTheLossEndsAtTheLossThatIsTold) {
  const auto state = lessons::translation::start(setup_of(small()));
  for (int i = 0; i < 23; ++i) lessons::translation::step(*state);
  const Mat curve = lessons::translation::thinned(state->translator.losses());
  EXPECT_FLOAT_EQ(static_cast<float>(curve(22, 1)), state->translator.loss());
}

TEST(TranslationLesson, ChecksAreMadeEverySoManySteps) {
  const auto state = lessons::translation::start(setup_of(small()));
  for (int i = 0; i < 2 * lessons::translation::kCheckEvery; ++i) lessons::translation::step(*state);
  ASSERT_EQ(state->checks.size(), 2u);
  EXPECT_EQ(state->checks[1].step, 2 * lessons::translation::kCheckEvery);
  EXPECT_FALSE(lessons::translation::converged(*state));
  state->checks.assign(3, {1, 1.0});
  EXPECT_TRUE(lessons::translation::converged(*state));
}

TEST(TranslationLesson, AStudyBeginsAnewWhenTheWeightsHaveChanged) {
  const auto state = lessons::translation::start(setup_of(small()));
  while (lessons::translation::measure(*state)) {
  }
  EXPECT_TRUE(lessons::translation::numbers_of(*state).measured);
  lessons::translation::step(*state);
  EXPECT_FALSE(lessons::translation::numbers_of(*state).measured);
  EXPECT_TRUE(lessons::translation::measure(*state));
  EXPECT_LT(state->study.progress(), 1);
}

TEST(TranslationLesson, AnAccuracyIsOfThePresentWeightsOrThereIsNone) {
  const auto state = lessons::translation::start(setup_of(small()));
  const auto count = [&state](std::string_view name) {
    const auto all = lessons::translation::metrics(*state);
    return std::count_if(all.begin(), all.end(), [name](const auto& metric) { return metric.first == name; });
  };
  const auto has_none = [&state] {
    const lessons::translation::TranslationNumbers n = lessons::translation::numbers_of(*state);
    return n.within.total == 0 && n.beyond.total == 0 && n.accuracy.lengths.rows() > 0 && n.accuracy.accuracy.array().isNaN().all();
  };
  while (lessons::translation::measure(*state)) {
  }
  EXPECT_EQ(count("exact-match"), 1);
  EXPECT_FALSE(has_none());
  for (int i = 0; i < 5; ++i) lessons::translation::step(*state);
  EXPECT_EQ(count("exact-match") + count("exact-match-long"), 0) << "of the weights before the steps";
  EXPECT_TRUE(has_none());
  while (state->study.progress() < 0.6 || state->study_steps != 5) lessons::translation::measure(*state);
  EXPECT_EQ(count("exact-match") + count("exact-match-long"), 0) << "of half the sources";
  EXPECT_TRUE(has_none());
  while (lessons::translation::measure(*state)) {
  }
  EXPECT_EQ(count("exact-match"), 1);
}

TEST(TranslationLesson, WeightsAreWantedWhereTheyAreShippedAndAskedFor) {
  EncoderDecoderSettings p;
  settle(p);
  EXPECT_EQ(lessons::translation::weights_name(setup_of(p)), "reversal-none");
  p.weights = lessons::translation::TrainingChoices::Weights::seed;
  EXPECT_EQ(lessons::translation::weights_name(setup_of(p)), "");
  EXPECT_TRUE(lessons::translation::has_weights(setup_of(p)));
  p.weights = lessons::translation::TrainingChoices::Weights::shipped, p.size = 0;
  EXPECT_EQ(lessons::translation::weights_name(setup_of(p)), "");
}

}  // namespace
}  // namespace attn::lessons::encoder_decoder
