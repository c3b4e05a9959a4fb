// The film of a training in a session: it shows earlier states, and disturbs neither training nor undo nor the address.
#include "session/film.h"

#include <gtest/gtest.h>

#include "session/session.h"
#include "session/training_buttons.h"
#include "unit/session/small_model.h"

namespace attn::session {
namespace {

using testing::small_lesson;

class FilmTest : public ::testing::Test {
 protected:
  FilmTest() {
    session.set_clock([this] { return now; });
    finish();
  }
  void finish() {
    while (session.busy()) session.work(5);
  }
  void train(int steps) {
    EXPECT_EQ(session.model().train(steps), "");
    finish();
  }
  double weight() { return static_cast<double>(session.results().read(*session.results().find("weight")).data[0]); }
  /// The weight of a session that has trained so far and never scrubbed.
  static double weight_after(int steps) {
    Session fresh{small_lesson()};
    fresh.model().train(steps);
    while (fresh.busy()) fresh.work(5);
    return static_cast<double>(fresh.results().read(*fresh.results().find("weight")).data[0]);
  }
  int last() const { return static_cast<int>(session.film().frames().size()) - 1; }

  double now = 0;
  Session session{small_lesson()};
};

TEST_F(FilmTest, ResultsShowTheFrameAndThenThePresentAgain) {
  EXPECT_FALSE(session.film().exists());
  EXPECT_NE(session.film().show(0), "");
  train(40);
  const double present = weight();
  EXPECT_EQ(session.film().at(), last());
  EXPECT_EQ(session.film().show(10), "");
  EXPECT_EQ(weight(), weight_after(session.film().frames()[10]));
  EXPECT_NE(weight(), present);
  EXPECT_EQ(session.film().show(last()), "");
  EXPECT_EQ(weight(), present);
  EXPECT_NE(session.film().show(last() + 1), "");
}

TEST_F(FilmTest, TrainingGoesOnFromThePresentToTheBit) {
  train(40);
  session.film().show(3);
  finish();  // measures what is shown
  train(30);
  EXPECT_EQ(session.film().at(), last());
  EXPECT_EQ(weight(), weight_after(70));
  session.film().show(0);
  EXPECT_EQ(session.model().run(true), "");
  EXPECT_EQ(session.film().at(), last()) << "Train begins where training was";
}

TEST_F(FilmTest, NeitherUndoNorTheAddressKnowsOfIt) {
  session.set("gain=2", Origin::kUi);
  train(40);
  const std::string query = session.query();
  session.document().take_change();
  session.film().show(5);
  EXPECT_EQ(session.query(), query);
  EXPECT_EQ(session.document().history().undo_steps(), 1);
  const Change change = session.document().take_change();
  EXPECT_TRUE(change.ids.empty());
  EXPECT_TRUE(change.view) << "the picture is another one";
  session.document().undo();
  EXPECT_EQ(session.film().at(), 5);
  EXPECT_EQ(session.model().status().step, 40);
}

TEST_F(FilmTest, IsSaidInWordsAndInTheCurve) {
  train(40);
  EXPECT_EQ(progress_text(session.model().status(), {}), "Training step 40");
  session.film().show(5);
  EXPECT_EQ(progress_text(session.model().status(), {}), "Training step 5 of 40");
  EXPECT_NE(session.describe().find("A look back. Train goes on from step 40."), std::string::npos) << session.describe();
  EXPECT_EQ(session.results().metrics().front().value, 5);
}

TEST_F(FilmTest, ARunGoesAtTheFiguresPaceAndACatchUpAsFastAsItCan) {
  const auto a_second = [this] {
    for (int frame = 0; frame < 60; ++frame, now += 1000.0 / 60) {
      session.model().set_pace(20);
      session.model().work(5);
    }
  };
  session.model().run(true);
  a_second();
  const int paced = session.model().status().step;
  EXPECT_NEAR(paced, 20, 5);
  session.model().run(false);
  session.model().train(60);
  session.model().set_pace(1);
  session.model().work(5);
  EXPECT_EQ(session.model().status().step, paced + 60);
}

TEST_F(FilmTest, ScrubbingPausesARun) {
  session.model().set_speed(Training::Speed::kSlow);
  session.model().run(true);
  for (int i = 0; i < 5; ++i) session.work(1), now += 1000;
  const int taken = session.model().status().step;
  ASSERT_EQ(taken, 5);
  ASSERT_TRUE(session.model().status().running);
  EXPECT_EQ(session.film().show(0), "");
  EXPECT_FALSE(session.model().status().running);
  finish();
  EXPECT_EQ(session.model().status().step, taken);
  EXPECT_EQ(session.film().at(), 0);
}

TEST_F(FilmTest, PlaysTheWholeRunInAboutFiveSecondsAndEndsInThePresent) {
  train(47);
  EXPECT_EQ(session.film().play(), "");
  EXPECT_EQ(session.film().at(), 0);
  EXPECT_FALSE(session.busy()) << "frames that pass by are not measured";
  int frames = 1;
  const double begun = now;
  while (session.film().playing()) {
    ASSERT_GE(session.rest_ms(), 0);
    now += session.rest_ms();
    frames += session.play_on();
    ASSERT_LT(now, begun + 20000);
  }
  EXPECT_NEAR(now - begun, Film::kWholeMs, 600);
  EXPECT_EQ(frames, last() + 1);
  EXPECT_EQ(session.film().at(), last());
  EXPECT_TRUE(session.busy()) << "the present is measured";
  EXPECT_EQ(session.rest_ms(), -1);
}

TEST_F(FilmTest, WhereDrawingIsSlowFramesAreLeftOut) {
  train(47);
  session.film().play();
  const double begun = now;
  while (session.film().playing()) now += 400, session.play_on();
  EXPECT_NEAR(now - begun, Film::kWholeMs, 900);
}

TEST_F(FilmTest, PlayingEndsWhenTheReaderDoesSomethingElse) {
  train(40);
  session.film().play();
  session.film().show(4);
  EXPECT_FALSE(session.film().playing());
  EXPECT_EQ(session.film().at(), 4);
  session.film().play();
  EXPECT_EQ(session.film().at(), 4) << "from where it stands";
  session.model().run(true);
  session.play_on();
  EXPECT_FALSE(session.film().playing());
  session.model().run(false);
  session.film().play();
  session.model().restart();
  session.play_on();
  EXPECT_FALSE(session.film().playing());
  EXPECT_FALSE(session.film().exists());
}

TEST_F(FilmTest, AKeptRunHasTheNumbersOfItsEndAndAFileThoseThatAreShown) {
  train(40);
  std::string present, shown;
  session.model().save_weights(&present);
  session.film().show(5);
  session.model().save_weights(&shown);
  EXPECT_NE(shown, present);
  EXPECT_NE(shown.find("\"steps\":\"" + std::to_string(session.film().frames()[5]) + "\""), std::string::npos) << shown;
  session.set("learning-rate=0.5", Origin::kUi);
  ASSERT_EQ(session.runs().all()->size(), 1u);
  EXPECT_EQ(session.runs().all()->front().steps, 40);
}

}  // namespace
}  // namespace attn::session
