// The exercise that the reader acts in is what is read while it is in sight, also where the next one holds the middle of the view.
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
  read(100), read(350);
  EXPECT_EQ(live(), "forty");
  read(620);
  EXPECT_EQ(live(), "copy") << "it holds the middle of the view";
  following.act_in("forty");
  EXPECT_EQ(live(), "forty");
  read(640);
  EXPECT_EQ(live(), "forty") << "the reader acts in it";
  read(820);
  EXPECT_EQ(live(), "copy") << "the other has left the middle half";
}

TEST_F(ActingTest, APinnedFigureStays) {
  read(100), read(350), read(620);
  following.pin(true);
  following.act_in("forty");
  EXPECT_EQ(live(), "copy");
}

}  // namespace
}  // namespace attn::reader
