// What the text claims of the three words: clocks tell who bites whom, and without them a swap changes nothing.
#include <gtest/gtest.h>

#include <string>

#include "lessons/08_positions/study.h"
#include "lessons/lesson_by_hand.h"
#include "lessons/lesson_under_test.h"

namespace attn::lessons::positions {
namespace {

constexpr int kOrders = static_cast<int>(kWordOrders.size());

std::string answer(const SwapStudy& study) { return study.said(kBack) + " bites " + study.said(kAhead); }

std::string value_of(LessonUnderTest& lesson, std::string_view id) {
  const params::Row* row = params::find(lesson.lesson().rows, id);
  return params::print(*row, row->get(lesson.params()));
}

TEST(SwappedWords, WithClocksTheAnswerIsRightInEveryOrder) {
  for (int order = 0; order < kOrders; ++order) {
    const SwapStudy study = study_swap(order, true);
    EXPECT_EQ(study.said(kBack), study.meant(kBack)) << order;
    EXPECT_EQ(study.said(kAhead), study.meant(kAhead)) << order;
  }
  EXPECT_EQ(answer(study_swap(0, true)), "dog bites man");
  EXPECT_EQ(answer(study_swap(swapped(0, 0, 2), true)), "man bites dog");
}

TEST(SwappedWords, WithoutClocksTheAnswerIsTheSameInEveryOrder) {
  for (int order = 0; order < kOrders; ++order) EXPECT_EQ(answer(study_swap(order, false)), "dog bites man") << order;
}

TEST(SwappedWords, ASwapChangesOutputsWithClocksAndNoNumberWithout) {
  LessonUnderTest lesson("positions");
  for (const char* words : {"dog-bites-man", "man-bites-dog", "bites-dog-man"}) {
    lesson.set(std::string("clocks=true&words=") + words);
    EXPECT_GT(lesson.at("swap-change"), 1) << words;
    lesson.set("clocks=false");
    EXPECT_LT(lesson.at("swap-change"), 1e-6) << words;
  }
}

TEST(SwappedWords, WithoutClocksWeightsTravelWithTheirWords) {
  const SwapStudy first = study_swap(0, false), second = study_swap(swapped(0, 0, 2), false);
  for (const Look look : {kBack, kAhead})
    for (int i = 0; i < kWords; ++i)
      for (int j = 0; j < kWords; ++j)
        EXPECT_NEAR(first.heads[look].weights(i, j), second.heads[look].weights(2 - i, 2 - j), 1e-6) << i << " " << j;
}

TEST(SwappedWordsByHand, WordsAreSwappedByTheButtonByDraggingAndByKeysAndClocksAreTakenAway) {
  LessonUnderTest lesson("positions");
  LessonByHand hand(&lesson, "swap");
  hand.click("swap");
  EXPECT_EQ(value_of(lesson, "words"), "man-bites-dog");
  hand.click("take-clocks");
  EXPECT_EQ(value_of(lesson, "clocks"), "false");
  hand.click("take-clocks");
  const canvas::Point from = hand.rect("word[0]").center(), to = hand.rect("word[1]").center();
  hand.drag(from, to);
  EXPECT_EQ(value_of(lesson, "words"), "bites-man-dog");
}

}  // namespace
}  // namespace attn::lessons::positions
