// Whoever lets a lesson's model train is told how long the rest takes: as long as it takes at the pace so far, and less and less.
#include <gtest/gtest.h>

#include "lessons/suite/lesson_text.h"
#include "session/session.h"
#include "unit/course/print_entry.h"

namespace attn::lessons {
namespace {

constexpr double kReadMs = 40;  ///< by which the clock goes on whenever it is read, so that a slice is a step
constexpr int kSlices = 4;

class TrainingEstimate : public ::testing::TestWithParam<course::Entry> {
 protected:
  TrainingEstimate() {
    session.set_clock([this] { return now += kReadMs; });
  }
  /// Some slices of work. Returns the seconds for each step of these.
  double pace_of_slices() {
    const double since = now;
    const int from = session.model().status().step;
    for (int i = 0; i < kSlices; ++i) session.work(1);
    const int taken = session.model().status().step - from;
    EXPECT_GT(taken, 0);
    return (now - since) / 1000 / taken;
  }

  double now = 0;
  session::Session session{GetParam().lesson()};
};

TEST_P(TrainingEstimate, SaysHowLongAsManyStepsAsTheShippedWeightsTookWillTake) {
  const course::Lesson::Training& training = session.lesson().training;
  if (!training || !training.weights(session.document().params())) return;  // nothing is shipped here that took its steps
  ASSERT_TRUE(session.set("weights=seed", session::Origin::kUi).empty());
  ASSERT_EQ(session.model().run(true), "");
  pace_of_slices();
  double before = 1e9;
  for (int i = 0; i < 3; ++i) {
    const double pace = pace_of_slices();
    const session::Training::Status status = session.model().status();
    std::string said = status.sentence;
    std::erase(said, ',');
    const std::string_view begin = "The shipped weights took ";
    ASSERT_TRUE(said.starts_with(begin)) << said;
    const int steps = std::stoi(said.substr(begin.size())), left = steps - status.step;
    EXPECT_GT(left, 0) << said;
    EXPECT_NE(said.find(std::to_string(left) + " more about " + session::time_left(status.seconds_left) + "."), said.npos) << said;
    EXPECT_GT(status.seconds_left, 0.8 * left * pace) << said;
    EXPECT_LT(status.seconds_left, 1.25 * left * pace) << said;
    EXPECT_LT(status.seconds_left, before) << said;
    before = status.seconds_left;
  }
}

INSTANTIATE_TEST_SUITE_P(Course, TrainingEstimate, ::testing::ValuesIn(course::lessons()), test_name);

}  // namespace
}  // namespace attn::lessons
