// The opening of lesson 17: a machine that invents a tape within some 200 steps. That it does is tests/lessons/live.
#include "tasks/bits.h"
#include "unit/lessons/17_neural-turing-machine/begun.h"

namespace attn {
namespace {

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
  const course::Tensor before = begun(0, 3).read("write-weights"), later = begun(120, 3).read("write-weights");
  EXPECT_EQ(before.shape, later.shape);
  EXPECT_EQ(before.rows, later.rows);
  EXPECT_NE(before.data, later.data);
}

TEST(Invention, TheRunDrawnBackShowsTheFirstAttempts) {
  LessonUnderTest lesson = begun(0, 3);
  const double first = lesson.at("wrong-bits");
  lesson.train(200);
  EXPECT_EQ(lesson.at("wrong-bits"), 0);
  lesson.model()->show_frame(0);
  lesson.measure();
  EXPECT_EQ(lesson.at("wrong-bits"), first);
}

}  // namespace
}  // namespace attn
