// Going through the scenes of a text: what they set, what they leave alone, and the way back to the reader's own picture.
#include <gtest/gtest.h>

#include "session/session.h"
#include "unit/session/sample_lesson.h"
#include "unit/session/trained_sample.h"

namespace attn::session {
namespace {

using testing::sample_lesson;
using testing::SampleParams;
using testing::trained_sample;
using testing::TrainedParams;
using testing::WorkClock;

class ScenesTest : public ::testing::Test {
 protected:
  ScenesTest() {
    session.scenes().add({{"sharp", "Sharp", "", "figure=second&temperature=0.2"},
                          {"wide", "Wide", "", "temperature=5"},
                          {"exercise-a-state", "Exercise: a state", "state", "temperature=3"},
                          {"broken", "Broken", "", "figure=second&temperature=1000"}});
  }
  Session session{sample_lesson()};
  const SampleParams& now() const { return *static_cast<const SampleParams*>(session.document().params()); }
  std::string read(std::string_view id) { return session.scenes().go_to(id, Way::kReading); }
};

TEST_F(ScenesTest, TheFirstIsTheLessonAsItOpens) {
  EXPECT_EQ(session.scenes().all()[0].id, "top");
  EXPECT_EQ(session.scenes().all()[0].title, "A sample");
  EXPECT_EQ(session.scenes().place(), "top");
  read("sharp");
  EXPECT_EQ(read("top"), "");
  EXPECT_FLOAT_EQ(now().temperature, 1);
  EXPECT_EQ(session.figures().index(), 0);
}

TEST_F(ScenesTest, ASceneSetsItsFigureAndValuesAndDefaultsElsewhere) {
  read("sharp");
  EXPECT_EQ(session.figures().current().id, "second");
  EXPECT_FLOAT_EQ(now().temperature, 0.2f);
  EXPECT_EQ(session.scenes().place(), "sharp");
  EXPECT_EQ(session.query(), "temperature=0.2&figure=second");
  session.set("scaled=false", Origin::kUi);
  read("wide");
  EXPECT_EQ(session.figures().index(), 0);
  EXPECT_FLOAT_EQ(now().temperature, 5);
  EXPECT_TRUE(now().scaled);
}

TEST_F(ScenesTest, AnUnknownOrIllegalSceneChangesNothing) {
  EXPECT_NE(read("none").find("top, sharp, wide"), std::string::npos);
  EXPECT_NE(read("broken"), "");
  EXPECT_EQ(session.figures().index(), 0);
  EXPECT_FLOAT_EQ(now().temperature, 1);
  EXPECT_EQ(session.scenes().place(), "top");
}

TEST_F(ScenesTest, ReadingOnIsNoStepOfUndoWhereNothingOfTheReadersIsLost) {
  read("sharp"), read("wide"), read("sharp");
  EXPECT_EQ(session.document().history().undo_steps(), 0);
  EXPECT_FALSE(session.scenes().has_own());
}

TEST_F(ScenesTest, APressIsAStepOfUndo) {
  EXPECT_EQ(session.scenes().go_to("sharp", Way::kPress), "");
  EXPECT_EQ(session.document().history().undo_steps(), 1);
  session.document().undo();
  EXPECT_FLOAT_EQ(now().temperature, 1);
}

TEST_F(ScenesTest, WhatTheReaderChangedIsKeptWhenTheyMoveOnAndComesBack) {
  read("sharp");
  session.set("temperature=2&words=mine", Origin::kUi);
  read("wide");
  EXPECT_TRUE(session.scenes().has_own());
  EXPECT_EQ(now().words, "to be");
  EXPECT_EQ(session.document().history().undo_steps(), 2) << "the change and its loss";
  read("sharp");
  EXPECT_TRUE(session.scenes().has_own()) << "wherever they read on to";
  EXPECT_EQ(session.scenes().bring_own(), "");
  EXPECT_FLOAT_EQ(now().temperature, 2);
  EXPECT_EQ(now().words, "mine");
  EXPECT_EQ(session.figures().current().id, "second");
  EXPECT_FALSE(session.scenes().has_own());
  EXPECT_NE(session.scenes().bring_own(), "");
  read("wide");
  EXPECT_TRUE(session.scenes().has_own()) << "it is theirs again";
}

TEST_F(ScenesTest, BringingTheirOwnBackPutsLaterChangesAway) {
  session.set("words=first", Origin::kUi);
  read("wide");
  session.set("words=second", Origin::kUi);
  session.scenes().bring_own();
  EXPECT_EQ(now().words, "first");
  session.scenes().bring_own();
  EXPECT_EQ(now().words, "second");
}

TEST_F(ScenesTest, UndoBringsBackWhatReadingOnTookAway) {
  session.set("words=mine", Origin::kUi);
  read("wide");
  session.document().undo();
  EXPECT_EQ(now().words, "mine");
}

TEST_F(ScenesTest, ALinkThatOpenedAPictureIsTheReadersOwn) {
  session.open(sample_lesson(), "words=linked");
  session.scenes().add({{"wide", "Wide", "", "temperature=5"}});
  read("wide");
  EXPECT_TRUE(session.scenes().has_own());
}

TEST_F(ScenesTest, ReadingOnLeavesLockedParametersAsTheyAre) {
  session.set("temperature=4&words=mine", Origin::kUi);
  session.document().lock("temperature");
  EXPECT_EQ(read("sharp"), "");
  EXPECT_FLOAT_EQ(now().temperature, 4);
  EXPECT_EQ(now().words, "to be");
}

TEST_F(ScenesTest, AnExerciseIsBegunByReadingOnToItAndKeepsItsAnswer) {
  EXPECT_EQ(read("exercise-a-state"), "");
  EXPECT_TRUE(session.exercises().find("state")->begun);
  course::Verdict verdict;
  session.set("temperature=6", Origin::kUi);
  EXPECT_EQ(session.check("state", &verdict), "");
  read("wide"), read("exercise-a-state");
  EXPECT_TRUE(session.exercises().find("state")->answered);
  EXPECT_EQ(session.scenes().go_to("exercise-a-state", Way::kPress), "");
  EXPECT_FALSE(session.exercises().find("state")->answered) << "a press begins anew";
  EXPECT_EQ(session.scenes().place(), "exercise-a-state");
}

TEST_F(ScenesTest, WhatAnotherSceneOrResetBringsAnswersNoExercise) {
  const auto begun = [&] { return session.scenes().is_begun("state"); };
  read("exercise-a-state");
  read("sharp");
  EXPECT_FALSE(begun()) << "the picture is that scene's, not the reader's";
  course::Verdict verdict;
  EXPECT_FALSE(session.distance("state", &verdict));
  read("exercise-a-state");
  session.set("temperature=6", Origin::kUi);
  EXPECT_TRUE(begun());
  session.reset("", Origin::kUi);
  EXPECT_FALSE(begun());
  EXPECT_EQ(session.scenes().begin("state"), "");
  EXPECT_EQ(session.scenes().begin("guess"), "");
  EXPECT_FALSE(begun()) << "another exercise's picture";
}

TEST_F(ScenesTest, AnswersThatComeBackAreJudgedAgain) {
  course::Verdict verdict;
  read("exercise-a-state");
  session.set("temperature=6", Origin::kUi);
  EXPECT_EQ(session.scenes().begin("state"), "") << "Try again";
  EXPECT_TRUE(session.distance("state", &verdict));
  EXPECT_FALSE(verdict.correct);
  EXPECT_TRUE(session.document().undo());
  EXPECT_TRUE(session.distance("state", &verdict));
  EXPECT_TRUE(verdict.correct) << "the picture solves it, whatever was pressed before";
  read("sharp");
  EXPECT_FALSE(session.distance("state", &verdict)) << "that section's picture";
  EXPECT_EQ(session.scenes().bring_own(), "");
  EXPECT_TRUE(session.distance("state", &verdict));
  EXPECT_TRUE(verdict.correct);
  EXPECT_EQ(session.check("state", &verdict), "");
  EXPECT_TRUE(verdict.correct);
}

TEST_F(ScenesTest, TheExerciseThatTheReaderTakesUpIsTheLiveOne) {
  read("exercise-a-state");
  EXPECT_EQ(session.exercises().live(), "state");
  session.set("temperature=6", Origin::kUi);
  read("sharp");
  EXPECT_EQ(session.exercises().live(), "");
  EXPECT_EQ(session.scenes().take_up("state"), "");
  EXPECT_EQ(session.exercises().live(), "state");
  EXPECT_FLOAT_EQ(now().temperature, 3) << "the picture was another section's";
  session.set("temperature=6", Origin::kUi);
  read("wide");
  session.scenes().bring_own();
  EXPECT_EQ(session.scenes().take_up("state"), "");
  EXPECT_EQ(session.scenes().place(), "exercise-a-state");
  EXPECT_FLOAT_EQ(now().temperature, 6) << "the picture was the reader's";
  EXPECT_NE(session.scenes().take_up("none").find("guess, state"), std::string::npos);
}

class TrainedScenesTest : public ::testing::Test {
 protected:
  TrainedScenesTest() {
    WorkClock::now = 0, WorkClock::step_ms = 4, WorkClock::measure_ms = 2;
    session.set_clock([] { return WorkClock::now; });
    session.scenes().add({{"gain", "Gain", "", "gain=2"}, {"fast", "Fast", "", "figure=plain&rate=0.5"}});
    session.set("rate=0.3", Origin::kUi);
    session.model().train(20);
    finish();
  }
  void finish() {
    for (int slices = 0; session.busy() && slices < 10000; ++slices) session.work(10);
  }
  Session session{trained_sample()};
  const TrainedParams& now() const { return *static_cast<const TrainedParams*>(session.document().params()); }
  int taken() { return session.model().status().step; }
};

TEST_F(TrainedScenesTest, ASceneLeavesTheModelAlone) {
  const int restarts = session.model().status().restarts;
  for (const Way way : {Way::kReading, Way::kPress}) {
    EXPECT_EQ(session.scenes().go_to("gain", way), "");
    finish();
    EXPECT_FLOAT_EQ(now().gain, 2);
    EXPECT_FLOAT_EQ(now().rate, 0.3f);
    EXPECT_EQ(taken(), 20);
    session.scenes().go_to("top", way);
  }
  EXPECT_EQ(session.model().status().restarts, restarts);
}

TEST_F(TrainedScenesTest, ASceneThatSaysSoBeginsItAnew) {
  EXPECT_EQ(session.scenes().go_to("fast", Way::kReading), "");
  finish();
  EXPECT_FLOAT_EQ(now().rate, 0.5f);
  EXPECT_EQ(taken(), 0);
  EXPECT_TRUE(session.scenes().has_own());
}

TEST_F(TrainedScenesTest, AModelThatASceneBroughtGoesWithIt) {
  for (const Way way : {Way::kReading, Way::kPress}) {
    session.scenes().go_to("fast", way);
    finish();
    session.scenes().go_to("gain", way);
    EXPECT_FLOAT_EQ(now().rate, TrainedParams{}.rate) << "the lesson's own";
    session.scenes().go_to("fast", way);
    session.model().train(5);
    finish();
    session.scenes().go_to("gain", way);
    EXPECT_FLOAT_EQ(now().rate, 0.5f) << "the reader has trained it";
    session.scenes().go_to("top", way);
    EXPECT_FLOAT_EQ(now().rate, 0.5f);
    EXPECT_EQ(taken(), 5);
    session.model().restart();
  }
}

TEST_F(TrainedScenesTest, StepsThatASceneAskedForDoNotHoldTheReader) {
  session.scenes().add({{"steps", "Steps", "", "rate=0.7&steps=100"}, {"slow", "Slow", "", "rate=0.2"}});
  EXPECT_EQ(session.scenes().go_to("steps", Way::kReading), "");
  session.work(10);
  ASSERT_EQ(session.model().status().phase, Training::Phase::kTraining);
  EXPECT_EQ(session.scenes().go_to("slow", Way::kReading), "");
  EXPECT_FLOAT_EQ(now().rate, 0.2f);
  EXPECT_EQ(session.scenes().go_to("steps", Way::kReading), "");
  session.work(10);
  EXPECT_EQ(session.model().run(true), "");
  EXPECT_NE(session.scenes().go_to("slow", Way::kReading), "") << "the reader has pressed Train";
}

TEST_F(TrainedScenesTest, ReadingOnDoesNotStopTraining) {
  session.model().run(true);
  session.work(10);
  const int before = taken();
  EXPECT_NE(session.scenes().go_to("fast", Way::kReading), "");
  EXPECT_EQ(session.figures().index(), 0) << "nothing of it is done";
  EXPECT_EQ(session.scenes().go_to("gain", Way::kReading), "");
  EXPECT_FLOAT_EQ(now().gain, 2);
  session.work(10);
  EXPECT_GT(taken(), before);
  EXPECT_TRUE(session.model().status().running);
  EXPECT_EQ(session.scenes().go_to("fast", Way::kPress), "");
  EXPECT_FLOAT_EQ(now().rate, 0.5f) << "a press does";
}

}  // namespace
}  // namespace attn::session
