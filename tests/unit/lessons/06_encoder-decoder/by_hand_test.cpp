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

/// The letters said, without the end.
std::string letters(const LessonUnderTest& lesson) {
  std::string text;
  for (const std::string& word : lesson.read("output").rows)
    if (word.size() == 1) text += word;
  return text;
}

TEST(EncoderDecoderByHand, SixteenNumbersHoldEightLettersAndBreakAtTheNinth) {
  auto lesson = shipped();
  EXPECT_EQ(lesson.read("bottleneck").data.size(), 16u);
  LessonByHand hand(&lesson, "numbers");
  EXPECT_EQ(letters(lesson), "fedcba");
  hand.click("longer");
  EXPECT_EQ(letters(lesson), "gfedcba");
  hand.click("longer");
  EXPECT_EQ(letters(lesson), "hgfedcba");
  hand.click("longer");
  EXPECT_NE(letters(lesson), "ahgfedcba");
  hand.click("shorter");
  EXPECT_EQ(letters(lesson), "hgfedcba");
}

TEST(EncoderDecoderByHand, SixteenNumbersGetNineInTenRightWithinTheLengthsOfTrainingAndHardlyAnyBeyond) {
  auto lesson = shipped();
  lesson.measure();
  EXPECT_GT(lesson.at("exact-match"), 0.85);
  EXPECT_LT(lesson.at("exact-match"), 0.95);
  EXPECT_LT(lesson.at("exact-match-long"), 0.1);
}

TEST(EncoderDecoderByHand, EachOfTheSixteenBarsFlipsALetterAtOneOfItsEnds) {
  for (int i = 0; i < 16; ++i) {
    int flips = 0;
    for (const float pixels : {-400.0f, 400.0f}) {
      auto lesson = shipped();
      LessonByHand hand(&lesson, "numbers");
      hand.drag_by("bottleneck[0," + std::to_string(i) + "]", {0, pixels});
      EXPECT_EQ(lesson.at("bottleneck", 0, i), pixels < 0 ? 1 : -1) << i;
      flips += letters(lesson) != "fedcba";
    }
    EXPECT_GT(flips, 0) << i;
  }
}

TEST(EncoderDecoderByHand, APressOnAWordShowsItsStep) {
  auto lesson = shipped();
  LessonByHand hand(&lesson, "translate");
  hand.click("output[3,0]");
  EXPECT_NE(lesson.describe().find("Step 4"), std::string::npos) << lesson.describe();
  hand.click("decoder-states[8,1]");
  EXPECT_NE(lesson.describe().find("Step 2"), std::string::npos) << lesson.describe();
}

}  // namespace
}  // namespace attn
