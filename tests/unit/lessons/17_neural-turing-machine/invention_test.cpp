// What the opening of lesson 17 claims: within some 200 steps from random weights a machine invents a tape.
#include <gtest/gtest.h>

#include "lessons/lesson_under_test.h"
#include "tasks/bits.h"

namespace attn {
namespace {

/// The opening, trained so far from the random weights of a seed.
LessonUnderTest after(int steps, int seed) {
  LessonUnderTest lesson("neural-turing-machine");
  lesson.set("weights=seed&seed=" + std::to_string(seed) + "&steps=" + std::to_string(steps));
  return lesson;
}

TEST(InventionLive, FromAnyOfThreeSeedsBothHeadsWalkAfter200StepsAndEveryBitIsRight) {
  for (const int seed : {1, 2, 3}) {
    const LessonUnderTest before = after(0, seed), later = after(200, seed);
    EXPECT_LT(before.at("writing-walks") + before.at("reading-walks"), 1) << seed;
    EXPECT_GT(before.at("wrong-bits"), 10) << seed;
    EXPECT_EQ(later.at("writing-walks"), 1) << seed;
    EXPECT_EQ(later.at("reading-walks"), 1) << seed;
    EXPECT_EQ(later.at("wrong-bits"), 0) << seed;
  }
}

TEST(Invention, TheSequenceIsTwiceAsLongAsAnyInTraining) {
  LessonUnderTest lesson("neural-turing-machine");
  const course::Tensor in = lesson.read("input");
  const tasks::BitTask& task = *tasks::find_bit_task("copy-small");
  EXPECT_EQ(task.longest, 5);
  EXPECT_EQ(in.shape, lesson.set("task=copy-small&length=10").read("input").shape);
  EXPECT_EQ(task.bits, 4);
}

TEST(Invention, BeforeAnythingIsPressedTheShippedMachineWalksAndTheLstmFails) {
  LessonUnderTest lesson("neural-turing-machine");
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_EQ(lesson.at("wrong-bits"), 0);
  EXPECT_GT(lesson.at("rival-wrong-bits"), 10);
  EXPECT_EQ(lesson.at("writing-walks"), 1);
  EXPECT_EQ(lesson.at("reading-walks"), 1);
}

TEST(Invention, ThePictureKeepsItsCellsWhileTheMachineLearns) {
  const course::Tensor before = after(0, 3).read("write-weights"), later = after(120, 3).read("write-weights");
  EXPECT_EQ(before.shape, later.shape);
  EXPECT_EQ(before.rows, later.rows);
  EXPECT_NE(before.data, later.data);
}

TEST(Invention, TheRunDrawnBackShowsTheFirstAttempts) {
  LessonUnderTest lesson = after(0, 3);
  const double first = lesson.at("wrong-bits");
  lesson.train(200);
  EXPECT_EQ(lesson.at("wrong-bits"), 0);
  lesson.model()->show_frame(0);
  lesson.measure();
  EXPECT_EQ(lesson.at("wrong-bits"), first);
}

}  // namespace
}  // namespace attn
