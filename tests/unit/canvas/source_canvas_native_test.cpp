// What lies at a point names the line that drew it: each call below is compared with the line on which it stands.
#include "canvas/source_canvas.h"

#include <gtest/gtest.h>

#include <functional>

#include "canvas/paragraph.h"
#include "canvas/part.h"
#include "canvas/source_mode.h"
#include "canvas/svg_canvas.h"

namespace attn::canvas {
namespace {

constexpr Color kInk{0, 0, 0, 1};
constexpr Point kHand{50, 50};
constexpr std::string_view kFile = "tests/unit/canvas/source_canvas_native_test.cpp:";

std::string here(int line) { return std::string(kFile) + std::to_string(line); }

class SourceCanvasTest : public ::testing::Test {
 protected:
  SvgCanvas sheet{{200, 100}, Theme()};
  SourceCanvas over{sheet, kHand};
  Canvas& canvas = over;

  std::string drawn() const { return text_of(over.seen().drawn); }
};

TEST_F(SourceCanvasTest, NamesTheLineOfEachShapeThatLiesThere) {
  const Point corners[] = {{40, 40}, {60, 40}, {50, 70}};
  const Color two[] = {kInk, kInk};
  const Segment segments[] = {{{0, 50}, {100, 50}, kInk}};
  int line = 0;
  line = __LINE__, canvas.line({0, 50}, {100, 50}, {kInk});
  EXPECT_EQ(drawn(), here(line));
  line = __LINE__, canvas.polyline(corners, {kInk, 30});
  EXPECT_EQ(drawn(), here(line));
  line = __LINE__, canvas.polygon(corners, kInk);
  EXPECT_EQ(drawn(), here(line));
  line = __LINE__, canvas.rect({40, 40, 20, 20}, kInk);
  EXPECT_EQ(drawn(), here(line));
  line = __LINE__, canvas.border({50, 40, 20, 20}, {kInk});
  EXPECT_EQ(drawn(), here(line));
  line = __LINE__, canvas.circle({52, 52}, 5, kInk);
  EXPECT_EQ(drawn(), here(line));
  line = __LINE__, canvas.ring({50, 60}, 10, {kInk});
  EXPECT_EQ(drawn(), here(line));
  line = __LINE__, canvas.text({50, 50}, "name", {.color = kInk, .align = Align::kCenter});
  EXPECT_EQ(drawn(), here(line));
  line = __LINE__, canvas.cells({40, 40, 20, 20}, 1, 2, two);
  EXPECT_EQ(drawn(), here(line));
  line = __LINE__, canvas.segments(segments);
  EXPECT_EQ(drawn(), here(line));
}

TEST_F(SourceCanvasTest, WhatLiesElsewhereIsNotNamed) {
  const Point corners[] = {{0, 0}, {10, 0}, {10, 10}};
  const Color clear_and_not[] = {kInk, kInk.with_alpha(0)};
  canvas.line({0, 60}, {100, 60}, {kInk});
  canvas.polyline(corners, {kInk}, true);
  canvas.polygon(corners, kInk);
  canvas.rect({51, 40, 20, 20}, kInk);
  canvas.border({0, 0, 200, 100}, {kInk});  // all around, but far from its line
  canvas.circle({60, 60}, 10, kInk);
  canvas.ring({50, 50}, 20, {kInk});
  canvas.text({60, 50}, "name", {.color = kInk});
  canvas.rect({40, 40, 20, 20}, kInk.with_alpha(0));
  canvas.cells({30, 40, 40, 20}, 1, 2, clear_and_not);
  canvas.push_clip({0, 0, 10, 10});
  canvas.rect({0, 0, 200, 100}, kInk);
  canvas.pop_clip();
  EXPECT_EQ(drawn(), "");
}

TEST_F(SourceCanvasTest, TurnedTextIsWhereItIsTurnedTo) {
  canvas.text({50, 70}, "upwards", {.color = kInk, .angle = -90});
  EXPECT_NE(drawn(), "");
  EXPECT_NEAR(over.seen().rect.bottom(), 70, 1e-3);
  SourceCanvas other(sheet, {80, 70});
  Canvas& aside = other;
  aside.text({50, 70}, "upwards", {.color = kInk, .angle = -90});
  EXPECT_TRUE(other.seen().drawn.empty());
}

TEST_F(SourceCanvasTest, TheRegionOnTopAndItsCellAreNamedWithTheLineThatDeclaresThem) {
  canvas.region("below", {0, 0, 200, 100}, Grip::kHover, "");
  const int line = __LINE__ + 1;
  canvas.grid("weights", {0, 0, 100, 100}, 2, 4, Grip::kHover, "");
  canvas.region("aside", {60, 0, 100, 100}, Grip::kHover, "");
  EXPECT_EQ(over.seen().region, "weights[1,2]");
  EXPECT_EQ(text_of(over.seen().declared), here(line));
  EXPECT_EQ(sheet.regions().all().size(), 3u);
}

TEST_F(SourceCanvasTest, WhatAFunctionDrawsForOthersNamesThemFirst) {
  const int line = __LINE__ + 1;
  draw_paragraph(canvas, {0, 40, 200, 30}, "some words", {.color = kInk, .size = 20});
  const Trail trail = over.seen().drawn;
  ASSERT_GE(trail.size(), 2u);
  EXPECT_EQ(text_of(trail.front()), here(line));
  EXPECT_TRUE(text_of(trail.back()).starts_with("src/canvas/paragraph.cpp:")) << text_of(trail);
  const int after = __LINE__ + 1;
  canvas.rect({40, 40, 20, 20}, kInk);
  EXPECT_EQ(drawn(), here(after));
}

TEST_F(SourceCanvasTest, APartOfItNamesTheSameLines) {
  PartCanvas part(canvas, {0, 0, 200, 100}, "a:", true);
  Canvas& picture = part;
  const int line = __LINE__ + 1;
  picture.rect({40, 40, 20, 20}, kInk);
  EXPECT_EQ(drawn(), here(line));
  const int declared = __LINE__ + 1;
  picture.region("query", {40, 40, 20, 20}, Grip::kDrag, "");
  EXPECT_EQ(over.seen().region, "a:query");
  EXPECT_EQ(text_of(over.seen().declared), here(declared));
}

TEST_F(SourceCanvasTest, ThePictureBelowIsTheSame) {
  SvgCanvas alone({200, 100}, Theme());
  const std::function<void(Canvas&)> draw = [](Canvas& to) {
    to.push_clip({0, 0, 100, 100});
    to.line({0, 0}, {9, 9}, {kInk, 2, true});
    to.text({5, 5}, "x", {.color = kInk});
    to.border({1, 2, 3, 4}, {kInk}, 2);
    to.pop_clip();
  };
  draw(alone);
  draw(canvas);
  EXPECT_EQ(sheet.svg(), alone.svg());
}

TEST(SourceMode, IsSwitchedOnByTheKeySourceWithoutAValueWhichIsALessons) {
  SourceMode mode;
  std::string selected;
  EXPECT_EQ(mode.take("width=2&source=the+cat&sources&source=", &selected), "width=2&source=the+cat&sources&source=");
  EXPECT_FALSE(mode.on);
  EXPECT_EQ(mode.take("width=2&source&source=4", &selected), "width=2&source=4");
  EXPECT_TRUE(mode.on);
  EXPECT_EQ(selected, "");
  EXPECT_EQ(mode.take("source:key%5B1%5D", &selected), "");
  EXPECT_EQ(selected, "key[1]");
}

TEST(Declared, KnowsItsLine) {
  const int line = __LINE__ + 1;
  const Declared name = "weights";
  EXPECT_EQ(name, "weights");
  EXPECT_EQ(text_of(name.place), here(line));
}

}  // namespace
}  // namespace attn::canvas
