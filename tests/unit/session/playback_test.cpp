// A process that plays: one step at a time in a readable tempo, to its end, until a hand comes.
#include <gtest/gtest.h>

#include "course/definition.h"
#include "session/session.h"

namespace attn::session {
namespace {

struct P {
  int step = 3, words = 6;
  Real tale = 0;

  static params::Table<P> table() {
    return params::Table<P>{}
        .integer(&P::step, {.id = "step", .label = "Step", .help = "h", .min = 1, .max = 40, .step = 1, .walked = true})
        .integer(&P::words, {.id = "words", .label = "Words", .help = "h", .min = 1, .max = 40, .step = 1})
        .number(&P::tale, {.id = "tale", .label = "Tale", .help = "h", .min = 0, .max = 3, .step = 0.05, .walked = true});
  }
};
struct R {};

void settle(const P&, P&) {}
R compute(const P&, const compute::Backend&) { return {}; }
std::string describe(const P&, const R&) { return "It walks."; }

void draw(canvas::Canvas&, const P&, const R&, P&) {}

/// `words` words to go through by `step`.
const course::Lesson& walked_lesson() {
  static const course::Lesson lesson = course::define<P, R>({
      .about = {"walked", "Walked", "For tests."},
      .results = {},
      .figures = {{"walk", "Walk", {"step", "words"}, 1, draw}, {"other", "Other", {"words"}, 1, draw}},
      .exercises = {},
      .last_step = [](const P& p, const R&, std::string_view id) { return id == "tale" ? 3 : p.words; },
  });
  return lesson;
}

class PlayTest : public ::testing::Test {
 protected:
  PlayTest() {
    session.set_clock([this] { return now; });
    session.document().take_change();
  }
  int step() const { return static_cast<const P*>(session.document().params())->step; }
  /// Waits for the step that is due, as a window does.
  bool wait() {
    now += session.playback().rest_ms();
    return session.playback().play_on();
  }

  double now = 0;
  Session session{walked_lesson()};
};

TEST_F(PlayTest, GoesOnByOneInTempoAndStopsAtTheEndOfTheProcess) {
  EXPECT_EQ(session.playback().rest_ms(), -1);
  EXPECT_EQ(session.playback().play("step"), "");
  EXPECT_EQ(step(), 4) << "a press is answered at once";
  EXPECT_FALSE(session.playback().play_on());
  EXPECT_GE(session.playback().rest_ms(), 500) << "six words are read, not rushed through";
  EXPECT_LE(session.playback().rest_ms(), 1500);
  EXPECT_TRUE(wait());
  EXPECT_EQ(step(), 5);
  EXPECT_EQ(session.playback().playing(), "step");
  EXPECT_TRUE(wait());
  EXPECT_EQ(step(), 6);
  EXPECT_EQ(session.playback().playing(), "") << "there is no seventh word";
  EXPECT_EQ(session.playback().rest_ms(), -1);
}

TEST_F(PlayTest, APressAtTheEndPlaysFromTheBeginning) {
  session.set("step=6", Origin::kApi);
  session.playback().play("step");
  EXPECT_EQ(step(), 1);
  EXPECT_TRUE(wait());
  EXPECT_EQ(step(), 2);
}

TEST_F(PlayTest, AnyHandOnTheClockPausesIt) {
  session.playback().play("step");
  session.set("step=2", Origin::kUi);
  EXPECT_EQ(session.playback().playing(), "");
  session.playback().play("step");
  EXPECT_TRUE(session.document().undo());
  EXPECT_EQ(session.playback().playing(), "");
}

TEST_F(PlayTest, AHandElsewhereDoesNot) {
  session.playback().play("step");
  session.set("words=9", Origin::kUi);
  EXPECT_EQ(session.playback().playing(), "step");
  EXPECT_TRUE(wait());
  EXPECT_EQ(step(), 5);
}

TEST_F(PlayTest, AnotherFigureOrSceneStopsIt) {
  session.playback().play("step");
  session.figures().show("other");
  EXPECT_EQ(session.playback().playing(), "");
  session.figures().show("walk");
  session.playback().play("step");
  session.scenes().go_to("top", Way::kPress);
  EXPECT_EQ(session.playback().playing(), "");
  EXPECT_EQ(step(), 3);
}

TEST_F(PlayTest, AllThatPlaysAtAStretchIsOneStepOfUndo) {
  session.playback().play("step");
  while (!session.playback().playing().empty()) wait();
  EXPECT_EQ(step(), 6);
  session.document().undo();
  EXPECT_EQ(step(), 3);
  EXPECT_EQ(session.document().history().undo_steps(), 0);
}

TEST_F(PlayTest, StartAndEndAreTold) {
  session.playback().play("step");
  EXPECT_FALSE(session.document().take_change().empty());
  session.playback().stop();
  EXPECT_TRUE(session.document().take_change().view);
}

TEST_F(PlayTest, WhatIsNoTimeOrLockedDoesNotPlay) {
  EXPECT_NE(session.playback().play("words"), "");
  EXPECT_NE(session.playback().play("nothing"), "");
  session.document().lock("step");
  EXPECT_NE(session.playback().play("step"), "");
  EXPECT_EQ(step(), 3);
}

class StoryTest : public PlayTest {
 protected:
  double at() const { return static_cast<const P*>(session.document().params())->tale; }
  void play_to_the_stop() {
    session.playback().play("tale");
    while (!session.playback().playing().empty()) wait();
  }
};

TEST_F(StoryTest, PlaysOnToTheNextStopAndRestsThere) {
  play_to_the_stop();
  EXPECT_EQ(at(), 1);
  EXPECT_GE(now, 1000) << "slowly enough to be followed";
  EXPECT_LE(now, 2500);
  play_to_the_stop();
  EXPECT_EQ(at(), 2);
  session.document().undo();
  EXPECT_EQ(at(), 1) << "a stop is a step of undo";
}

TEST_F(StoryTest, APressOnTheWayIsThereAtOnce) {
  const params::Row& clock = *params::find(session.lesson().rows, "tale");
  session.playback().go_on(clock);
  wait(), wait();
  EXPECT_GT(at(), 0);
  EXPECT_LT(at(), 1);
  session.playback().go_on(clock);
  EXPECT_EQ(at(), 1);
  EXPECT_EQ(session.playback().playing(), "");
}

TEST_F(StoryTest, WithoutMotionItGoesFromStopToStop) {
  session.playback().set_jumps(true);
  session.playback().play("tale");
  EXPECT_EQ(at(), 1);
  EXPECT_EQ(session.playback().playing(), "");
}

TEST_F(StoryTest, AtItsEndItIsToldFromTheBeginning) {
  session.set("tale=3", Origin::kApi);
  play_to_the_stop();
  EXPECT_EQ(at(), 1);
}

TEST_F(StoryTest, ALinkToItsBeginningBeginsIt) {
  const params::Row* clock = params::find(session.lesson().rows, "tale");
  session.playback().begin_story(nullptr);
  session.set("tale=2", Origin::kUi);
  session.playback().begin_story(clock);
  EXPECT_TRUE(session.playback().playing().empty()) << "a link into its middle shows what it says";
  session.set("tale=0", Origin::kUi);
  session.playback().begin_story(clock);
  EXPECT_EQ(session.playback().playing(), "tale");
}

TEST_F(StoryTest, IsBeingToldUntilItsEnd) {
  const params::Row* clock = params::find(session.lesson().rows, "tale");
  session.set("tale=0", Origin::kUi);
  EXPECT_TRUE(session.playback().is_telling(clock));
  session.set("tale=" + std::to_string(static_cast<int>(clock->max)), Origin::kUi);
  EXPECT_FALSE(session.playback().is_telling(clock));
  EXPECT_FALSE(session.playback().is_telling(nullptr));
}

TEST_F(StoryTest, AnyHandTakesOver) {
  session.playback().play("tale");
  session.set("words=9", Origin::kUi);
  EXPECT_EQ(session.playback().playing(), "");
}

}  // namespace
}  // namespace attn::session
