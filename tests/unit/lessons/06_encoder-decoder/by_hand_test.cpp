// Lesson 06 under the hand.
#include <string_view>

#include "lessons/lesson_by_hand.h"
#include "lessons/lesson_under_test.h"

namespace attn {
namespace {

/// With the shipped weights of the state.
LessonUnderTest shipped(std::string_view query = "") {
  LessonUnderTest lesson("encoder-decoder");
  EXPECT_TRUE(lesson.set(query).load_weights()) << "weights are missing for " << query;
  return lesson;
}

TEST(EncoderDecoderByHand, APressOnAKnownWordPutsItInThePlaceOfTheUnknownOne) {
  for (const char* figure : {"translate", "forcing", "beam"}) {
    auto lesson = shipped("task=grammar&source=the black cats sleep");
    lesson.set("source=the blakc cats sleep");
    EXPECT_NE(lesson.complaint("source"), "");
    LessonByHand(&lesson, figure).click("known-word[0,0]");
    EXPECT_EQ(lesson.complaint("source"), "") << figure;
  }
}

TEST(EncoderDecoderByHand, ANumberOfTheVectorIsDraggedAndPutBack) {
  auto lesson = shipped();
  const double before = lesson.at("bottleneck", 0, 7);
  LessonByHand hand(&lesson, "translate");
  hand.drag_by("bottleneck[0,7]", {0, before > 0 ? 30.0f : -30.0f});
  EXPECT_NEAR(lesson.at("bottleneck", 0, 7), before + (before > 0 ? -0.5 : 0.5), 0.02);
  EXPECT_EQ(lesson.matrix("moved").rows(), 1);
  hand.click("bottleneck-reset");
  EXPECT_EQ(lesson.matrix("moved").rows(), 0);
  EXPECT_EQ(lesson.at("bottleneck", 0, 7), before);
}

TEST(EncoderDecoderByHand, APressOnAWordShowsItsStep) {
  auto lesson = shipped();
  LessonByHand hand(&lesson, "translate");
  hand.click("output[3,0]");
  EXPECT_NE(lesson.describe().find("Step 4"), std::string::npos) << lesson.describe();
  hand.click("decoder-states[20,1]");
  EXPECT_NE(lesson.describe().find("Step 2"), std::string::npos) << lesson.describe();
}

}  // namespace
}  // namespace attn
