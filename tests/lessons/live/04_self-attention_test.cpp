// What the text of lesson 04 says of the training that runs in sight.
#include "unit/lessons/04_self-attention/asked.h"

namespace attn {
namespace {

TEST(PointingLive, FirstItLearnsToLookAtNounsThenAtWhich) {
  LessonUnderTest lesson("self-attention");
  lesson.set("weights=seed").measure();
  EXPECT_LT(lesson.at("pronouns-right"), 0.3);
  lesson.set("steps=500").measure();
  EXPECT_NEAR(lesson.at("pronouns-right"), 0.5, 0.1);
  EXPECT_GT(lesson.at("looking", 0, 1) + lesson.at("looking", 0, 7), 0.9) << "trophy and suitcase together";
  lesson.set("steps=2000").measure();
  EXPECT_GT(lesson.at("pronouns-right"), 0.9) << "processors sum in different orders, and here one in a hundred is luck";
  lesson.set("steps=4000").measure();
  EXPECT_GT(lesson.at("pronouns-right"), 0.97);
  EXPECT_EQ(found(lesson), "trophy");
  lesson.set(std::string("sentence=") + kTooSmall);
  EXPECT_EQ(found(lesson), "suitcase");
}

}  // namespace
}  // namespace attn
