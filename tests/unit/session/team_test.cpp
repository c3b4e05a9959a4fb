// Long trainings are left to a team: what it is asked for, and which of its reports are taken.
#include <gtest/gtest.h>

#include "session/session.h"
#include "training/team.h"
#include "unit/session/small_model.h"

namespace attn::session {
namespace {

using testing::small_lesson;

class TeamTest : public ::testing::Test {
 protected:
  TeamTest() {
    session.open(small_lesson(), "weights=seed");
    rest();
    session.model().set_team(true);
  }
  void rest() {
    while (session.busy()) session.work(10);
  }
  /// A member's report after so many steps of the session's order, or after all.
  std::string report(int most = 100000) {
    leading = small_lesson().training.start(session.document().params());
    training::Member leader(*leading);
    leader.lead(session.model().order());
    for (int i = 0; i < most && leader.step(); ++i) {
    }
    return leader.report();
  }
  int step() { return session.model().status().step; }

  Session session{small_lesson()};
  std::unique_ptr<training::Model> leading;
};

TEST_F(TeamTest, IsAskedForAllThatIsWantedButNotForASingleStep) {
  EXPECT_EQ(session.model().ordered_steps(), 0);
  ASSERT_EQ(session.model().train(1), "");
  EXPECT_EQ(session.model().ordered_steps(), 0);
  rest();
  EXPECT_EQ(step(), 1);
  ASSERT_EQ(session.model().train(30), "");
  EXPECT_EQ(session.model().ordered_steps(), 30);
  EXPECT_FALSE(session.busy());
  EXPECT_EQ(session.model().status().phase, Training::Phase::kTraining);
  EXPECT_FALSE(session.work(10));
  EXPECT_EQ(step(), 1) << "nothing is computed here meanwhile";
  ASSERT_TRUE(session.model().take_report(report()));
  EXPECT_EQ(step(), 31);
  EXPECT_EQ(session.model().ordered_steps(), 0);
  EXPECT_TRUE(session.busy()) << "the model is measured here";
}

TEST_F(TeamTest, ARunIsOrderedToItsEndAndItsStepsAreToldAsTheyCome) {
  ASSERT_EQ(session.model().run(true), "");
  EXPECT_EQ(session.model().ordered_steps(), session.model().status().limit);
  const std::string early = report(5);
  ASSERT_TRUE(session.model().take_report(early));
  EXPECT_EQ(step(), 5);
  EXPECT_EQ(session.model().status().target, 5);
  EXPECT_TRUE(session.model().status().running);
  EXPECT_FALSE(session.model().take_report(early)) << "it does not begin where the model stands";
}

TEST_F(TeamTest, GivesTheModelOfStepsTakenHere) {
  ASSERT_EQ(session.model().train(30), "");
  ASSERT_TRUE(session.model().take_report(report()));
  Session other(small_lesson());
  other.open(small_lesson(), "weights=seed&steps=30");
  while (other.busy()) other.work(10);
  std::string here, there;
  ASSERT_EQ(other.model().save_weights(&here), "");
  ASSERT_EQ(session.model().save_weights(&there), "");
  EXPECT_TRUE(here == there);
  EXPECT_EQ(session.film().frames(), other.film().frames());
}

TEST_F(TeamTest, EndsARunAtConvergenceToTheStep) {
  Session other(small_lesson());
  other.open(small_lesson(), "weights=seed");
  while (other.busy()) other.work(10);
  other.model().run(true);
  while (other.busy()) other.work(10);
  ASSERT_EQ(other.model().status().halt, course::Halt::kConverged);
  ASSERT_EQ(session.model().run(true), "");
  ASSERT_TRUE(session.model().take_report(report()));
  EXPECT_EQ(session.model().status().halt, course::Halt::kConverged);
  EXPECT_EQ(step(), other.model().status().step);
  EXPECT_EQ(session.model().ordered_steps(), 0);
}

TEST_F(TeamTest, APauseARestartOrAStepTakenHereMakesItsReportsVoid) {
  const auto refuses = [this](const auto& act) {
    session.model().restart();
    rest();
    EXPECT_EQ(session.model().run(true), "");
    const std::string late = report(5);
    act();
    EXPECT_FALSE(session.model().take_report(late));
    rest();
    EXPECT_FALSE(session.model().take_report(late));
  };
  refuses([this] { session.model().run(false); });
  EXPECT_EQ(step(), 0) << "a pause stays where the picture is";
  refuses([this] { session.model().run(false), session.model().run(true); });
  refuses([this] { session.model().restart(), session.model().run(true); });
  refuses([this] { session.set("learning-rate=0.01", Origin::kUi), session.model().run(true); });
  refuses([this] { session.model().set_speed(Training::Speed::kSlow), session.work(10), session.model().run(false); });
}

TEST_F(TeamTest, StepsToWatchAreTakenHere) {
  session.model().set_speed(Training::Speed::kSlow);
  ASSERT_EQ(session.model().run(true), "");
  EXPECT_EQ(session.model().ordered_steps(), 0);
  session.work(10);
  EXPECT_EQ(step(), 1);
}

TEST_F(TeamTest, WithoutOneEverythingGoesOnHere) {
  ASSERT_EQ(session.model().train(30), "");
  session.model().set_team(false);
  EXPECT_TRUE(session.busy());
  rest();
  EXPECT_EQ(step(), 30);
}

}  // namespace
}  // namespace attn::session
