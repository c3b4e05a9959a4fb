#include "canvas/paragraph.h"

#include <gtest/gtest.h>

#include "unit/canvas/recording_canvas.h"

namespace attn::canvas {
namespace {

constexpr std::string_view kHint = "drag a cell of x or W up or down, or use the arrow keys";

TEST(Hint, StaysInOneLineWhereItFits) {
  RecordingCanvas canvas({600, 100});
  draw_hint(canvas, {10, 40, 500, 20}, kHint, {.color = {}, .size = 11});
  ASSERT_EQ(canvas.texts.size(), 1u);
  EXPECT_EQ(canvas.texts[0].text, kHint);
  EXPECT_EQ(canvas.texts[0].style.size, 11);
}

TEST(Hint, TakesTwoSmallerLinesOnAPhoneAndLosesNoWord) {
  RecordingCanvas canvas({320, 100});
  const Rect area{100, 40, 190, 20};
  draw_hint(canvas, area, kHint, {.color = {}, .size = 11});
  ASSERT_EQ(canvas.texts.size(), 2u);
  EXPECT_EQ(canvas.texts[0].text + " " + canvas.texts[1].text, kHint);
  EXPECT_GE(canvas.texts[1].box.center().y, canvas.texts[0].box.center().y + 10);
  for (const auto& text : canvas.texts) EXPECT_LE(text.box.right(), area.right());
}

TEST(Hint, IsCutOnlyInItsSecondLine) {
  RecordingCanvas canvas({320, 100});
  draw_hint(canvas, {10, 40, 90, 20}, kHint, {.color = {}, .size = 11});
  ASSERT_EQ(canvas.texts.size(), 2u);
  EXPECT_TRUE(canvas.texts[1].text.ends_with("\u2026"));
  EXPECT_LE(canvas.texts[1].box.right(), 100);
}

}  // namespace
}  // namespace attn::canvas
