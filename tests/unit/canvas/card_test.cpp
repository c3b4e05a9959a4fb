// Where cards and lines of help stand over a figure.
#include "canvas/card.h"

#include <gtest/gtest.h>

#include <vector>

#include "unit/canvas/recording_canvas.h"

namespace attn::canvas {
namespace {

constexpr std::string_view kText = "Weight of key 2 for the query: 0.42. Press to see how.";

bool overlap(Rect a, Rect b) { return hidden_area(a, std::vector{b}) > 0; }
bool within(Rect inner, Rect outer) {
  return inner.x >= outer.x - 0.5f && inner.y >= outer.y - 0.5f && inner.right() <= outer.right() + 0.5f &&
         inner.bottom() <= outer.bottom() + 0.5f;
}

TEST(Card, ALineIsNeverCutByTheEdgesAndItsTextStaysOnIt) {
  for (const Size size : {Size{320, 300}, Size{820, 600}, Size{1280, 800}})
    for (const float x : {0.0f, 0.3f, 0.5f, 0.97f})
      for (const float y : {0.0f, 0.4f, 0.6f, 0.95f}) {
        RecordingCanvas canvas(size);
        const Rect all{0, 0, size.width, size.height}, target{x * all.width, y * all.height, 20, 20}, space = all.inset(6, 6);
        const Rect line = draw_tooltip_clear(canvas, target, space, kText, std::vector{target}, {});
        ASSERT_GT(line.width, 0);
        EXPECT_TRUE(within(line, space)) << line.x << " " << line.y << " " << line.width << " " << line.height;
        EXPECT_FALSE(overlap(line, target));
        for (const auto& t : canvas.texts) EXPECT_TRUE(within(t.box, line)) << t.text;
      }
}

TEST(Card, ALineLeavesRowAndColumnFreeWhereThereIsRoom) {
  const Rect all{0, 0, 1280, 800};
  for (const Point at : {Point{10, 10}, Point{600, 400}, Point{1250, 10}, Point{1250, 770}, Point{10, 770}}) {
    RecordingCanvas canvas({1280, 800});
    const Rect target{at.x, at.y, 20, 20}, row{0, at.y, all.width, 20}, column{at.x, 0, 20, all.height};
    const Rect line = draw_tooltip_clear(canvas, target, all, kText, std::vector{target, row, column}, {});
    for (const Rect& kept : {target, row, column}) EXPECT_FALSE(overlap(line, kept)) << at.x << " " << at.y;
  }
}

TEST(Card, ALineIsRatherNotDrawnThanOverWhatIsToBeKeptClear) {
  const Rect all{0, 0, 500, 400}, target{240, 190, 20, 20};
  for (const Rect kept : {Rect{0, 0, 500, 180}, Rect{0, 0, 500, 400}}) {
    RecordingCanvas canvas({500, 400});
    const Rect line = draw_tooltip_clear(canvas, target, all, kText, std::vector{target, kept}, {});
    EXPECT_FALSE(overlap(line, kept));
    EXPECT_EQ(line.width > 0, kept.height < 400);
    EXPECT_EQ(canvas.texts.empty(), kept.height >= 400);
  }
}

}  // namespace
}  // namespace attn::canvas
