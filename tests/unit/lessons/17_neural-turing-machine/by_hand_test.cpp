// What the hand does to the pictures of a writable memory, and what these say.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "lessons/lesson_by_hand.h"

namespace attn {
namespace {

LessonUnderTest machine() {
  LessonUnderTest lesson("neural-turing-machine");
  lesson.set("task=copy&at=15");  // it opens with a smaller task
  return lesson;
}

/// A figure of the lesson at the size of a page.
canvas::SvgCanvas drawn(const LessonUnderTest& lesson, std::string_view figure) {
  canvas::SvgCanvas canvas({800, 570}, canvas::Theme());
  for (const auto& row : lesson.lesson().figures) {
    if (row.id != figure) continue;
    const auto edit = lesson.lesson().copy(const_cast<LessonUnderTest&>(lesson).params());
    row.draw(canvas, const_cast<LessonUnderTest&>(lesson).params(), lesson.result(), edit.get());
  }
  return canvas;
}
std::string picture(const LessonUnderTest& lesson, std::string_view figure) { return drawn(lesson, figure).svg(); }

/// Every circle of a picture: centre and radius.
std::vector<std::pair<canvas::Point, float>> circles(const std::string& svg) {
  std::vector<std::pair<canvas::Point, float>> found;
  float x = 0, y = 0, r = 0;
  for (size_t at = svg.find("<circle "); at != std::string::npos; at = svg.find("<circle ", at + 1))
    if (std::sscanf(&svg[at], "<circle cx=\"%f\" cy=\"%f\" r=\"%f\"", &x, &y, &r) == 3) found.push_back({{x, y}, r});
  return found;
}

TEST(NeuralTuringMachineByHand, KeyCellsAndBarsAreDragged) {
  auto lesson = machine();
  LessonByHand hand(&lesson, "addressing");
  const Real key = lesson.matrix("key")(0, 0), cell = lesson.matrix("memory")(1, 2);
  hand.drag_by("key[0,0]", {0, 15});
  EXPECT_LT(lesson.matrix("key")(0, 0), key);
  hand.drag_by("memory[1,2]", {0, -12});
  EXPECT_GT(lesson.matrix("memory")(1, 2), cell);
  const double before = lesson.at("before", 1);
  hand.drag_by("before[1,0]", {20, 0});
  EXPECT_GT(lesson.at("before", 1), before + 0.1);
  const double on = lesson.at("moves", 0, 2);
  hand.drag_by("moves[0,2]", {0, 12});
  EXPECT_NE(lesson.at("moves", 0, 2), on);
}

TEST(NeuralTuringMachineByHand, EveryKnobIsTakenByItsCentreAndByAllOfItsSides) {
  auto lesson = machine();
  for (const char* state : {"", "previous=1;0;0;0;0;0;0;0&shift=0,1,0"})
    for (const char* figure : {"addressing", "smear"}) {
      lesson.set(state);
      const canvas::SvgCanvas canvas = drawn(lesson, figure);
      const auto knobs = circles(canvas.svg());
      EXPECT_GT(knobs.size(), 3u) << figure;
      for (const auto& [center, radius] : knobs)
        for (const canvas::Point side : {canvas::Point{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
          const canvas::Region* hit = canvas.regions().hit(center + 0.7f * radius * side, 0);
          EXPECT_TRUE(hit && hit->grip == canvas::Grip::kDrag) << figure << " " << center.x << "," << center.y << " " << side.x << side.y;
        }
    }
}

TEST(NeuralTuringMachineByHand, AKnobAtNothingIsDraggedFromItsCentre) {
  auto lesson = machine();
  LessonByHand hand(&lesson, "addressing");
  ASSERT_EQ(lesson.at("before", 2), 0);
  const canvas::Rect row = hand.rect("before[2,0]");
  canvas::Point knob{};
  for (const auto& [center, radius] : circles(picture(lesson, "addressing")))
    if (row.contains(center)) knob = center;
  hand.drag(knob, knob + canvas::Point{25, 0});
  EXPECT_GT(lesson.at("before", 2), 0.1);
}

TEST(NeuralTuringMachine, PicturesSayHowLargeTheLstmIs) {
  auto lesson = machine();
  lesson.set("rival=large");
  ASSERT_TRUE(lesson.load_weights());
  for (const char* figure : {"machine", "lengths"}) EXPECT_NE(picture(lesson, figure).find("128 units"), std::string::npos) << figure;
}

TEST(NeuralTuringMachine, PictureAndControlCountStepsAlike) {
  auto lesson = machine();
  lesson.set("at=15&tape-step=4");
  EXPECT_NE(picture(lesson, "machine").find("step 15 of 21"), std::string::npos);
  EXPECT_NE(picture(lesson, "tape").find("step 4 of 12"), std::string::npos);
  lesson.set("length=1&at=99");
  EXPECT_EQ(picture(lesson, "machine").find("step 4 of 3"), std::string::npos);
}

TEST(NeuralTuringMachineByHand, EraseAndAddAreDraggedWithinTheirBounds) {
  auto lesson = machine();
  LessonByHand hand(&lesson, "writing");
  hand.drag_by("erase[0,0]", {0, 200});
  EXPECT_EQ(lesson.matrix("erase")(0, 0), 0);
  hand.drag_by("erase[0,0]", {0, -200});
  EXPECT_EQ(lesson.matrix("erase")(0, 0), 1);
  hand.drag_by("add[0,3]", {0, -200});
  EXPECT_EQ(lesson.matrix("add")(0, 3), 1);
}

TEST(NeuralTuringMachineByHand, TheTapeIsPaintedAndStepped) {
  auto lesson = machine();
  LessonByHand hand(&lesson, "tape");
  const Real bit = lesson.matrix("tape")(1, 1);
  hand.click("tape[1,1]");
  EXPECT_EQ(lesson.matrix("tape")(1, 1), 1 - bit);
  hand.click("on");
  EXPECT_NE(lesson.describe().find("step 5 of 12"), std::string::npos) << lesson.describe();
  hand.click("back");
  hand.click("program[2]");
  EXPECT_NE(lesson.describe().find("step 7 of 12 and jumps"), std::string::npos) << lesson.describe();
}

TEST(NeuralTuringMachineByHand, TimeIsDraggedAndBitsAreDrawn) {
  auto lesson = machine();
  LessonByHand hand(&lesson, "machine");
  const double bit = lesson.at("input", 3, 2);
  hand.click("input[3,2]");
  EXPECT_EQ(lesson.at("input", 3, 2), 1 - bit);
  hand.click("input[3,2]");
  EXPECT_EQ(lesson.matrix("flipped").rows(), 0) << "turned over twice";
  hand.click("input[8,10]");
  EXPECT_EQ(lesson.matrix("flipped").rows(), 0) << "the mark is not the reader's";
  const course::Tensor memory = lesson.read("memory-then");
  hand.drag_by("at", {-150, 0});
  EXPECT_NE(lesson.read("memory-then").data, memory.data);
}

TEST(NeuralTuringMachineByHand, TheHeadThatSmearsIsFollowedInTime) {
  auto lesson = machine();
  lesson.set("sharpen=1");
  LessonByHand hand(&lesson, "smear");
  const double width = lesson.at("width-then");
  hand.drag_by("after", {120, 0});
  EXPECT_GT(lesson.at("width-then"), width);
}

}  // namespace
}  // namespace attn
