#include "window/spotlight.h"

#include <gtest/gtest.h>

#include "unit/canvas/recording_canvas.h"

namespace attn::window {
namespace {

float area_of(const std::vector<canvas::Rect>& all) {
  float sum = 0;
  for (const canvas::Rect& r : all) sum += r.width * r.height;
  return sum;
}

bool any_contains(const std::vector<canvas::Rect>& all, canvas::Point p) {
  for (const canvas::Rect& r : all)
    if (r.contains(p)) return true;
  return false;
}

TEST(Outside, IsTheAreaWithoutThePlaces) {
  const canvas::Rect area{0, 0, 100, 100};
  EXPECT_FLOAT_EQ(area_of(outside(area, {})), 10000);
  const std::vector<canvas::Rect> two = {{10, 10, 20, 20}, {50, 20, 30, 30}};
  const std::vector<canvas::Rect> free = outside(area, two);
  EXPECT_FLOAT_EQ(area_of(free), 10000 - 400 - 900);
  EXPECT_FALSE(any_contains(free, {15, 25}));
  EXPECT_FALSE(any_contains(free, {60, 25}));
  EXPECT_TRUE(any_contains(free, {40, 25}));
}

TEST(Outside, PlacesMayOverlapAndStickOut) {
  const canvas::Rect area{0, 0, 100, 100};
  EXPECT_FLOAT_EQ(area_of(outside(area, {{-20, -20, 60, 60}, {20, 20, 60, 60}})), 10000 - 1600 - 3600 + 400);
  EXPECT_TRUE(outside(area, {{-5, -5, 110, 110}}).empty());
}

class SpotlightTest : public ::testing::Test {
 protected:
  SpotlightTest() {
    static_cast<canvas::Canvas&>(canvas).region("query", {100, 100, 20, 20}, canvas::Grip::kDrag, "query");
    static_cast<canvas::Canvas&>(canvas).region("weights[0,1]", {200, 100, 20, 40}, canvas::Grip::kHover, "weight");
  }
  bool fades(canvas::Point p) const { return any_contains(canvas.rects, p); }
  canvas::RecordingCanvas canvas{{400, 300}};
};

TEST_F(SpotlightTest, FadesAllButWhatIsLitAndSaysItsName) {
  draw_spotlight(canvas, canvas.regions(), {0, 0, 400, 300}, "weights", "Weights");
  EXPECT_TRUE(fades({110, 110}));
  EXPECT_FALSE(fades({210, 120}));
  EXPECT_NE(canvas.find("Weights"), nullptr);
}

TEST_F(SpotlightTest, LeavesAFigureAloneThatDoesNotHaveIt) {
  draw_spotlight(canvas, canvas.regions(), {0, 0, 400, 300}, "loss-curve", "Loss");
  draw_spotlight(canvas, canvas.regions(), {0, 0, 400, 300}, "", "");
  EXPECT_TRUE(canvas.rects.empty());
}

}  // namespace
}  // namespace attn::window
