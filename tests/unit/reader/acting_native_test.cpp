// The exercise that the reader acts in is what is read while it is in sight, also where the next one has come to the reading position.
#include <gtest/gtest.h>

#include "reader/following_native.h"

namespace attn::reader {
namespace {

class ActingTest : public ::testing::Test {
 protected:
  const std::string& live() const { return lab.session.exercises().live(); }
  /// Reads the text scrolled by `scroll` until nothing is waited for.
  void read(float scroll) {
    const std::vector<std::pair<std::string, float>> tops = {
        {"exercise-two-times-0-4", 700 - scroll}, {"exercise-a-second-copy", 1000 - scroll}, {"exercise-escape", 1900 - scroll}};
    for (int i = 0; i < 3; ++i, now += 2 * Following::kDwell)
      following.look({.area = {0, 0, 600, 800}, .scroll = scroll, .scroll_max = 4000, .tops = tops, .now = now});
  }

  api::Lab lab{*course::find("pooling")};
  Following following{lab};
  double now = 1;
};

TEST_F(ActingTest, HoldsTheExerciseWhileItIsInSight) {
  read(100), read(450);
  EXPECT_EQ(live(), "forty");
  read(740);
  EXPECT_EQ(live(), "copy") << "it has come up to the upper third";
  following.act_in("forty");
  EXPECT_EQ(live(), "forty");
  read(760);
  EXPECT_EQ(live(), "forty") << "the reader acts in it";
  read(900);
  EXPECT_EQ(live(), "copy") << "the other is out of sight but for its foot";
}

TEST_F(ActingTest, APinnedFigureStays) {
  read(100), read(450), read(740);
  following.pin(true);
  following.act_in("forty");
  EXPECT_EQ(live(), "copy");
}

}  // namespace
}  // namespace attn::reader
