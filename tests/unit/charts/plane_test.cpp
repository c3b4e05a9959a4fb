#include "charts/plane.h"

#include <gtest/gtest.h>

#include "unit/canvas/recording_canvas.h"

namespace attn::charts {
namespace {

TEST(Plane, GoesToPixelsAndBackWithEqualUnits) {
  const Plane plane({20, 10, 500, 300}, 3);
  EXPECT_FLOAT_EQ(plane.unit(), 50) << "the shorter side holds the reach";
  EXPECT_FLOAT_EQ(plane.to_pixel({0, 0}).x, 270);
  EXPECT_FLOAT_EQ(plane.to_pixel({0, 0}).y, 160);
  EXPECT_FLOAT_EQ(plane.to_pixel({0, 3}).y, 10) << "y up";
  for (const canvas::Point p : {canvas::Point{0, 0}, canvas::Point{-2.7f, 1.3f}, canvas::Point{2.9f, -3}}) {
    const canvas::Point back = plane.to_data(plane.to_pixel(p));
    EXPECT_NEAR(back.x, p.x, 1e-5f);
    EXPECT_NEAR(back.y, p.y, 1e-5f);
  }
}

TEST(Plane, ItsNumbersStayInsideAndHaveATrueMinus) {
  canvas::RecordingCanvas canvas({320, 300});
  const Plane plane({10, 10, 280, 280}, 3);
  draw_plane(canvas, plane);
  EXPECT_TRUE(canvas.find("\u22122"));
  for (const auto& t : canvas.texts) {
    EXPECT_GE(t.box.x, 10) << t.text;
    EXPECT_LE(t.box.right(), 290) << t.text;
  }
}

struct PlaneHandle : testing::Test {
  canvas::RecordingCanvas canvas{{400, 400}};
  Plane plane{{0, 0, 400, 400}, 4};

  std::optional<canvas::Point> after(const canvas::Interaction& hand, canvas::Point data = {1, 1}) {
    canvas.hands["query"] = hand;
    return draw_plane_handle(canvas, plane, data, {.id = "query", .label = "query"}, 3, 0.1f);
  }
  canvas::Interaction drag_to(canvas::Point pixel) {
    canvas::Interaction hand;
    hand.held = true, hand.position = pixel, hand.delta = {1, 1};
    return hand;
  }
};

TEST_F(PlaneHandle, FollowsTheHandInStepsAndNotBeyondItsReach) {
  const canvas::Point there = after(drag_to(plane.to_pixel({-1.234f, 0.567f}))).value();
  EXPECT_FLOAT_EQ(there.x, -1.2f);
  EXPECT_FLOAT_EQ(there.y, 0.6f);
  const canvas::Point corner = after(drag_to({4000, -4000})).value();
  EXPECT_EQ(corner.x, 3);
  EXPECT_EQ(corner.y, 3);
}

TEST_F(PlaneHandle, StaysUnderTheFingerThatTookItBesideItsMiddle) {
  canvas::Interaction hand = drag_to(plane.to_pixel({2, 2}) + canvas::Point{6, -4});
  hand.grab = {6, -4};
  EXPECT_FLOAT_EQ(after(hand).value().x, 2);
  EXPECT_FLOAT_EQ(after(hand).value().y, 2);
}

TEST_F(PlaneHandle, APressAloneMovesNothingAndArrowsMoveOneStep) {
  canvas::Interaction press;
  press.pressed = press.held = true, press.position = {0, 0}, press.delta = {3, 3};
  EXPECT_FALSE(after(press, {0.123f, 1}).has_value());
  canvas::Interaction up;
  up.nudge_y = -1;
  EXPECT_FLOAT_EQ(after(up).value().y, 1.1f) << "up is up";
  canvas::Interaction right;
  right.nudge_x = 10;
  EXPECT_FLOAT_EQ(after(right, {2.5f, 1}).value().x, 3) << "clamped";
  EXPECT_FALSE(after(right, {3, 1}).has_value()) << "where it can go no further it has not moved";
}

}  // namespace
}  // namespace attn::charts
