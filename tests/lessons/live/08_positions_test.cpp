// What the text of lesson 08 says of the training that runs in sight.
#include "lessons/lesson_under_test.h"

namespace attn {
namespace {

TEST(PositionsLive, AFewHundredStepsAreEnoughWithPositionsAndNoneAreWithout) {
  LessonUnderTest lesson("positions");
  lesson.set("weights=seed&steps=300").measure();
  EXPECT_GT(lesson.at("places-right"), 0.98);
  LessonUnderTest without("positions");
  without.set("positions=none&weights=seed&steps=1500").measure();
  EXPECT_LT(without.at("places-right"), 0.13);
  const double guessing = 2.376;  // ln n over all places of 4 to 16 letters
  EXPECT_GT(without.metric("loss"), guessing - 0.1);
  EXPECT_LT(without.metric("loss"), guessing + 0.3);
}

}  // namespace
}  // namespace attn
