// The trained network of lesson 04: what its text says of it besides its first sentence.
#include <gtest/gtest.h>

#include "lessons/lesson_by_hand.h"
#include "tasks/antecedent.h"
#include "unit/lessons/04_self-attention/asked.h"

namespace attn {
namespace {

TEST(Pointing, TheVerbDecidesToo) {
  EXPECT_EQ(meant("The trophy did fit in the suitcase because it was big"), "suitcase");
  EXPECT_EQ(meant("The trophy did fit in the suitcase because it was small"), "trophy");
  EXPECT_EQ(meant("The suitcase did not hold the trophy because it was too small"), "suitcase");
}

TEST(Pointing, TheSentencesThatTheTextOffersFindTheirNouns) {
  EXPECT_EQ(meant("The dog could not catch the cat because it was too slow"), "dog");
  EXPECT_EQ(meant("The dog could not catch the cat because it was too fast"), "cat");
  EXPECT_EQ(meant("The woman could not lift the girl because she was too heavy"), "girl");
  EXPECT_EQ(meant("The woman could not lift the girl because she was too weak"), "woman");
  EXPECT_EQ(meant("The dogs chased the cat because they were angry"), "dogs");
  EXPECT_EQ(meant("The dogs chased the cat because it was scared"), "cat");
}

TEST(Pointing, ASentenceOfTheTestItselfMayBeTyped) {
  EXPECT_EQ(meant("The trophy doesn't fit in the brown suitcase because it's too big."), "trophy");
  EXPECT_EQ(meant("The trophy doesn't fit in the brown suitcase because it's too small."), "suitcase");
}

TEST(Pointing, EveryWordAsks) {
  LessonUnderTest lesson = asked("");
  lesson.set("word=13");
  EXPECT_EQ(found(lesson), "trophy");
  lesson.set("word=4");
  EXPECT_EQ(found(lesson), "trophy");
  lesson.set("word=7");
  EXPECT_EQ(found(lesson), "suitcase");
  lesson.set(std::string("word=13&sentence=") + kTooSmall);
  EXPECT_EQ(found(lesson), "suitcase");
}

TEST(Pointing, BeforeTrainingEveryWordLooksEverywhere) {
  LessonUnderTest lesson = LessonUnderTest("self-attention");
  lesson.set("weights=seed");
  const course::Tensor w = lesson.read("pointing");
  double mean = 0;
  for (int i = 0; i < w.row_count(); ++i) {
    float largest = 0;
    for (int j = 0; j < w.col_count(); ++j) largest = std::max(largest, w.at(i, j));
    mean += static_cast<double>(largest) / w.row_count();
  }
  EXPECT_LT(mean, 0.4);
  EXPECT_NE(lesson.describe("pointing").find("not trained"), std::string::npos) << lesson.describe("pointing");
}

TEST(Pointing, AnUnknownWordIsNamedAndTheLastSentenceStays) {
  LessonUnderTest lesson = asked("The dog could not catch the cat because it was too slow");
  lesson.set("sentence=The dog could not catch the zebra because it was too slow");
  EXPECT_EQ(lesson.read("looking").cols[6], "cat");
  EXPECT_NE(lesson.lesson().complaint(lesson.params(), "sentence").find("zebra"), std::string::npos);
  lesson.set("sentence=The dogs couldn't catch a cat, because they'd");
  EXPECT_NE(lesson.lesson().complaint(lesson.params(), "sentence").find("they'd"), std::string::npos);
  lesson.set("sentence=The dogs couldn't catch a cat, because they were slow.");
  EXPECT_EQ(found(lesson), "dogs");
  EXPECT_EQ(lesson.lesson().complaint(lesson.params(), "sentence"), "");
}

TEST(Pointing, TheNetworkKnowsAsManyWordsAsTheTextSays) { EXPECT_EQ(tasks::antecedent_task().source.size() - kFirstToken, 191); }

TEST(PointingByHand, OtherSentencesAreHeldOutAndTurnWithOneWordAsWell) {
  auto lesson = asked("");
  LessonByHand hand(&lesson, "pointing");
  int turned = 0;
  for (int i = 0; i < 20; ++i) {
    hand.click("another-sentence");
    Tokens sentence;
    const tasks::PairTask& task = tasks::antecedent_task();
    ASSERT_EQ(task.read(task, std::get<std::string>(params::find(lesson.lesson().rows, "sentence")->get(lesson.params())), &sentence), "");
    EXPECT_TRUE(tasks::is_held_out(sentence));
    const std::string before = found(lesson);
    hand.click("exchange");
    turned += found(lesson) != before;
  }
  EXPECT_GE(turned, 19);
}

TEST(PointingByHand, APressOnAWordAsksAboutIt) {
  auto lesson = asked("");
  LessonByHand hand(&lesson, "pointing");
  hand.click("looking[0,6]");  // "the", before "suitcase"
  EXPECT_EQ(found(lesson), "suitcase");
  hand.click("looking[0,9]");
  EXPECT_EQ(found(lesson), "trophy");
}

TEST(PointingByHand, AKnownWordIsOfferedForAnUnknownOne) {
  auto lesson = asked("");
  lesson.set("sentence=The trofy did not fit in the box because it was too big");
  LessonByHand hand(&lesson, "pointing");
  hand.click("known-word[0,0]");
  EXPECT_EQ(lesson.lesson().complaint(lesson.params(), "sentence"), "");
  EXPECT_EQ(lesson.read("looking").cols[1], "trophy");
}

}  // namespace
}  // namespace attn
