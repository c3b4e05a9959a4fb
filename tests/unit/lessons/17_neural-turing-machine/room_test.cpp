// That the figures of lesson 17 fit their room: the memory is there on a phone, its colours are explained, and numbers stay in their cells.
#include <string>

#include "lessons/lesson_under_test.h"
#include "unit/canvas/recording_canvas.h"

namespace attn {
namespace {

canvas::RecordingCanvas drawn(LessonUnderTest& lesson, std::string_view figure, canvas::Size size) {
  canvas::RecordingCanvas canvas(size);
  const auto edit = lesson.lesson().copy(lesson.params());
  named("figure", figure, lesson.lesson().figures, kId).draw(canvas, lesson.params(), lesson.result(), edit.get());
  return canvas;
}

LessonUnderTest loaded() {
  LessonUnderTest lesson("neural-turing-machine");
  EXPECT_TRUE(lesson.load_weights());
  lesson.measure();
  return lesson;
}

TEST(InventionDrawn, TheMemoryIsThereOnAPhoneAndItsColoursAreExplained) {
  LessonUnderTest lesson = loaded();
  for (const canvas::Size size : {canvas::Size{377, 319}, canvas::Size{390, 620}, canvas::Size{881, 642}}) {
    const canvas::RecordingCanvas canvas = drawn(lesson, "invention", size);
    const canvas::Rect memory = canvas.rect_of("memory-then"), paths = canvas.rect_of("write-weights");
    EXPECT_GT(memory.width, 40) << size.width;
    EXPECT_GT(memory.height, 100) << size.width;
    EXPECT_TRUE(memory.right() < paths.x || memory.bottom() < paths.y) << size.width;
    EXPECT_NE(canvas.find("+1"), nullptr) << size.width;
    EXPECT_NE(canvas.find("after step 16 of 21"), nullptr) << size.width;
  }
}

TEST(NumbersInCells, KeepAwayFromTheSidesOfTheirCells) {
  LessonUnderTest lesson = loaded();
  for (const float width : {500.0f, 640.0f, 760.0f, 881.0f, 1265.0f})
    for (const char* figure : {"writing", "addressing"}) {
      const canvas::RecordingCanvas canvas = drawn(lesson, figure, {width, 0.73f * width});
      const float cell = canvas.rect_of("memory").width / 4;
      for (const char* number : {"\u22120.90", "\u22120.9"})
        if (const auto* shown = canvas.find(number)) {
          EXPECT_GE(cell - shown->box.width, 6) << figure << " " << width;
          EXPECT_GE(shown->style.size, 10) << figure << " " << width;
        }
    }
}

TEST(SixtyVectors, TheMachineGetsNoBitWrongAndTheLargerLstmNearlyTwoHundred) {
  LessonUnderTest lesson("neural-turing-machine");
  lesson.set("task=copy&length=60&drawn=1&at=101&weights=shipped&steps=0&attempt=learned&rival=large");
  ASSERT_TRUE(lesson.load_weights());
  lesson.measure();
  EXPECT_EQ(lesson.at("answer-bits"), 480);
  EXPECT_EQ(lesson.at("wrong-bits"), 0);
  EXPECT_EQ(lesson.at("rival-units"), 128);
  EXPECT_GT(lesson.at("rival-wrong-bits"), 185);
  EXPECT_LT(lesson.at("rival-wrong-bits"), 200);
}

}  // namespace
}  // namespace attn
