#include "charts/arrows.h"

#include <gtest/gtest.h>

#include <limits>

#include "unit/canvas/recording_canvas.h"

namespace attn::charts {
namespace {

TEST(Arrow, EndsWhereItPointsAndItsShaftDoesNotPassTheTip) {
  canvas::RecordingCanvas canvas({200, 200});
  draw_arrow(canvas, {10, 20}, {110, 20}, {canvas::Color{}, 2});
  ASSERT_EQ(canvas.polygons.size(), 1u);
  EXPECT_FLOAT_EQ(canvas.polygons[0][0].x, 110);
  EXPECT_FLOAT_EQ(canvas.polygons[0][0].y, 20);
  EXPECT_LT(canvas.lines[0].b.x, 110);
  EXPECT_NEAR(canvas.polygons[0][1].y - 20, 20 - canvas.polygons[0][2].y, 1e-4f) << "symmetric";
}

TEST(Arrow, OfNoLengthIsNothing) {
  canvas::RecordingCanvas canvas({200, 200});
  draw_arrow(canvas, {10, 20}, {10, 20}, {canvas::Color{}, 2});
  draw_arrow(canvas, {10, 20}, {12, 20}, {canvas::Color{}, 2});
  EXPECT_TRUE(canvas.polygons.empty());
  EXPECT_TRUE(canvas.lines.empty());
}

TEST(Bond, GrowsWithItsWeightAndIsNothingWithoutOne) {
  canvas::RecordingCanvas canvas({200, 200});
  for (const float nothing : {0.0f, -1.0f, std::numeric_limits<float>::quiet_NaN()})
    draw_bond(canvas, {0, 0}, {100, 100}, nothing, canvas::Color{});
  EXPECT_TRUE(canvas.curves.empty());
  draw_bond(canvas, {0, 0}, {100, 100}, 0.3f, canvas::Color{});
  draw_bond(canvas, {0, 0}, {100, 100}, 0.9f, canvas::Color{});
  draw_bond(canvas, {0, 0}, {100, 100}, 7, canvas::Color{});
  EXPECT_GT(canvas.curves[1].stroke.width, canvas.curves[0].stroke.width);
  EXPECT_GT(canvas.curves[1].stroke.color.a, canvas.curves[0].stroke.color.a);
  EXPECT_FLOAT_EQ(canvas.curves[2].stroke.width, 8) << "no wider than the widest";
}

TEST(Bond, LeavesUprightOrLevel) {
  canvas::RecordingCanvas canvas({200, 200});
  draw_bond(canvas, {0, 0}, {100, 80}, 1, canvas::Color{}, true);
  draw_bond(canvas, {0, 0}, {100, 80}, 1, canvas::Color{}, false);
  const auto &upright = canvas.curves[0].points, &level = canvas.curves[1].points;
  EXPECT_GT(upright[1].y, 5 * upright[1].x);
  EXPECT_GT(level[1].x, 5 * level[1].y);
  EXPECT_FLOAT_EQ(upright.back().x, 100);
  EXPECT_FLOAT_EQ(upright.back().y, 80);
}

}  // namespace
}  // namespace attn::charts
