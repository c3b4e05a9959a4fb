// The film of a training: what it shows, what it leaves alone, and how much it keeps.
#include "training/film.h"

#include <gtest/gtest.h>

#include "training/models.h"
#include "training/trainer.h"
#include "unit/training/small_trainee.h"

namespace attn::training {
namespace {

using testing::make_small;
using testing::small_of;

const Plan kFilmPlan{.learning_rate = Real(0.01), .warm_up = 0, .check_every = 25};

Trainer recorded(int steps) {
  Trainer trainer(make_small(), kFilmPlan);
  trainer.record();
  for (int i = 0; i < steps; ++i) trainer.step();
  return trainer;
}

double weight_of_a_fresh_run(int steps) { return small_of(recorded(steps)).weight(); }

TEST(Film, AFrameHasTheWeightsOfAFreshRunAfterSoManySteps) {
  Trainer trainer = recorded(203);
  const std::vector<int> frames = trainer.frames();
  EXPECT_EQ(frames.front(), 0);
  EXPECT_EQ(frames.back(), 203);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    trainer.show_frame(static_cast<int>(i));
    EXPECT_EQ(small_of(trainer).weight(), weight_of_a_fresh_run(frames[i])) << frames[i];
    EXPECT_EQ(trainer.steps(), frames[i]);
    EXPECT_EQ(trainer.shown_frame(), static_cast<int>(i));
  }
}

TEST(Film, TrainingGoesOnFromThePresentWhateverIsShownToTheBit) {
  const Trainer never = recorded(300);
  Trainer scrubbed = recorded(150);
  for (const int frame : {0, 7, 3}) {
    scrubbed.show_frame(frame);
    while (scrubbed.measure()) {
    }
  }
  EXPECT_EQ(scrubbed.taken(), 150);
  for (int i = 0; i < 150; ++i) {
    scrubbed.step();
    if (i == 60) scrubbed.show_frame(2), scrubbed.show_frame(static_cast<int>(scrubbed.frames().size()) - 1);
  }
  EXPECT_EQ(scrubbed.save(false), never.save(false));
  EXPECT_EQ(scrubbed.losses(), never.losses());
  EXPECT_EQ(scrubbed.frames(), never.frames());
}

TEST(Film, WhatIsToldIsOfTheShownStep) {
  Trainer trainer = recorded(200);
  trainer.show_frame(static_cast<int>(trainer.frames().size()) / 2);
  const int step = trainer.steps();
  Trainer fresh = recorded(step);
  EXPECT_EQ(trainer.loss(), fresh.loss());
  EXPECT_EQ(trainer.metrics()[2].value, fresh.metrics()[2].value) << "gradient norm";
  EXPECT_EQ(trainer.metrics()[3].value, fresh.metrics()[3].value) << "held-out";
  EXPECT_EQ(trainer.check()->step, fresh.check()->step);
  EXPECT_EQ(trainer.curves().shown, step);
  EXPECT_EQ(trainer.curves().losses.rows(), recorded(200).curves().losses.rows()) << "the whole curve stays";
  EXPECT_EQ(trainer.provenance(), "from the seed, " + std::to_string(step) + " of 200 steps");
  EXPECT_FALSE(trainer.measured());
  while (trainer.measure()) {
  }
  EXPECT_TRUE(trainer.measured()) << "an earlier frame is measured too";
}

TEST(Film, KeepsNoMoreThanItMayHoweverLongTheRun) {
  Trainer trainer = recorded(5000);
  const std::vector<int> frames = trainer.frames();
  EXPECT_LE(frames.size(), static_cast<std::size_t>(Film::kMost));
  EXPECT_GT(frames.size(), static_cast<std::size_t>(Film::kMost / 2));
  for (std::size_t i = 1; i + 1 < frames.size(); ++i) EXPECT_EQ(frames[i], static_cast<int>(i) * frames[1]) << "even distances";
  nn::Parameters large;
  large.add("weights", Mat::Zero(1000, 1000));
  Film film;
  for (int step = 0; step < 1000; ++step) film.take(large, step);
  EXPECT_LE(film.bytes(), Film::kLeast * 4e6) << "of large models fewer frames are kept";
  EXPECT_GT(film.bytes(), 0u);
}

TEST(Film, ThereIsNoneBeforeTheFirstStepAndAfterWeightsAreLoaded) {
  Trainer trainer = recorded(0);
  EXPECT_TRUE(trainer.frames().empty());
  EXPECT_EQ(trainer.shown_frame(), -1);
  trainer.step();
  EXPECT_EQ(trainer.frames(), (std::vector<int>{0, 1}));
  trainer.show_frame(0);
  EXPECT_EQ(trainer.load(recorded(9).save(false)), "");
  EXPECT_TRUE(trainer.frames().empty());
  EXPECT_EQ(small_of(trainer).weight(), weight_of_a_fresh_run(9));
  Trainer unrecorded(make_small(), kFilmPlan);
  unrecorded.step();
  EXPECT_TRUE(unrecorded.frames().empty());
}

TEST(Film, ARunThatDivergedCanBeDrawnBack) {
  Trainer trainer(make_small(), {.method = Method::sgd, .learning_rate = 5, .clip = 0});
  trainer.record();
  while (!trainer.diverged()) trainer.step();
  trainer.show_frame(0);
  EXPECT_FALSE(trainer.diverged());
  EXPECT_EQ(small_of(trainer).weight(), 0);
  const int steps = trainer.taken();
  trainer.step();
  EXPECT_EQ(trainer.taken(), steps) << "it takes no further step";
}

TEST(Film, ModelsShowTheirTrainersAndCountAllSteps) {
  Models models(make_small(), kFilmPlan);
  EXPECT_TRUE(models.frames().empty());
  for (int i = 0; i < 10; ++i) models.step();
  models.show_frame(4);
  EXPECT_EQ(models.shown_frame(), 4);
  EXPECT_EQ(models.steps(), 10);
  EXPECT_EQ(models.metrics().front().value, 4);
  models.step();
  EXPECT_EQ(models.steps(), 11);
  EXPECT_EQ(models.shown_frame(), 11);
}

TEST(Film, ATwinTakesEveryStepAndIsShownBesideInEveryFrame) {
  Models models(make_small(), kFilmPlan, {make_small()});
  ASSERT_EQ(models.twins.size(), 1u);
  for (int i = 0; i < 10; ++i) models.step();
  EXPECT_EQ(models.twins.front().taken(), 10);
  models.show_frame(4);
  EXPECT_EQ(models.twins.front().steps(), 4);
  EXPECT_EQ(small_of(models.twins.front()).weight(), weight_of_a_fresh_run(4));
  EXPECT_TRUE(Models(make_small(), kFilmPlan).twins.empty());
}

TEST(Film, SeveralTwinsAreMeasuredInTurn) {
  Models models(make_small(), kFilmPlan, {make_small(), make_small(), make_small()});
  for (int i = 0; i < 3; ++i) models.step();
  while (models.measure()) {
  }
  EXPECT_TRUE(models.trainer.measured());
  for (const Trainer& twin : models.twins) {
    EXPECT_EQ(twin.taken(), 3);
    EXPECT_TRUE(twin.measured());
    EXPECT_EQ(twin.frames(), models.frames());
  }
}

TEST(Film, ThatIsKeptBesideOthersHasFewerFrames) {
  nn::Parameters weights;
  weights.add("w", Mat::Zero(100, 1000));
  Film alone, beside;
  beside.leave_room(900'000);
  for (Film* film : {&alone, &beside}) film->begin(weights);
  for (int step = 1; step <= 500; ++step)
    for (Film* film : {&alone, &beside}) film->take(weights, step);
  EXPECT_LT(beside.steps().size(), Film::kLeast);
  EXPECT_GT(alone.steps().size(), 2u * Film::kLeast);
}

TEST(Film, HandedOverItIsTheSameWhereverItWasTaken) {
  nn::Parameters weights;
  weights.add("w", Mat::Zero(1, 2));
  for (const int here : {0, 1, 6, 47, 60})
    for (const int report : {1, 7, 50, 400}) {
      Film whole, shown, away;
      whole.begin(weights), shown.begin(weights);
      for (int step = 1; step <= 130; ++step) {
        whole.take(weights, step);
        if (step <= here) shown.take(weights, step);
      }
      std::string place;
      Packing out(&place);
      shown.pack_place(out);
      Packing in{std::string_view(place)};
      away.pack_place(in);
      for (int step = here + 1; step <= 130; ++step) {
        away.take(weights, step);
        if (step % report != 0 && step != 130) continue;
        std::string frames;
        Packing sent(&frames);
        away.hand_over(sent, weights);
        Packing taken{std::string_view(frames)};
        shown.hand_over(taken, weights);
      }
      EXPECT_EQ(shown.steps(), whole.steps()) << here << " steps here, reports of " << report;
    }
}

}  // namespace
}  // namespace attn::training
