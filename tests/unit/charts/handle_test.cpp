#include "charts/handle.h"

#include <gtest/gtest.h>

#include "unit/canvas/recording_canvas.h"

namespace attn::charts {
namespace {

struct SlidingHandle : testing::Test {
  canvas::RecordingCanvas canvas{{400, 300}};
  Axes axes{.plot = {100, 20, 200, 200}, .x = {.min = 0, .max = 10, .from = 100, .to = 300}, .y = {}};
  const Handle handle{.id = "x", .label = "x"};

  std::optional<double> slid(const canvas::Interaction& hand, double value) {
    canvas.hands["x"] = hand;
    return draw_axis_handle(canvas, axes, value, 220, handle);
  }
  std::optional<int> stepped(const canvas::Interaction& hand, int number) {
    canvas.hands["x"] = hand;
    return draw_step_handle(canvas, axes.x, number, 220, handle);
  }
  static canvas::Interaction drag_to(canvas::Point pixel) {
    canvas::Interaction hand;
    hand.held = true, hand.position = pixel, hand.delta = {1, 0};
    return hand;
  }
};

TEST_F(SlidingHandle, HasNoAnswerWhereTheHandMovesNothing) {
  EXPECT_FALSE(slid({}, 3).has_value());
  EXPECT_FALSE(stepped({}, 3).has_value());
  canvas::Interaction press = drag_to({150, 220});
  press.pressed = true;
  EXPECT_FALSE(slid(press, 3).has_value());
  canvas::Interaction still = drag_to({150, 220});
  still.delta = {};
  EXPECT_FALSE(stepped(still, 3).has_value()) << "held where it was put";
  EXPECT_FALSE(slid({}, 12).has_value()) << "a value beyond the axis is not brought back by being drawn";
}

TEST_F(SlidingHandle, FollowsTheHandAlongTheAxisAndNotBeyondIt) {
  EXPECT_NEAR(slid(drag_to({150, 90}), 3).value(), 2.5, 1e-5);
  EXPECT_NEAR(slid(drag_to({900, 220}), 3).value(), 10, 1e-5);
  canvas::Interaction beside = drag_to({156, 220});
  beside.grab = {6, 0};
  EXPECT_NEAR(slid(beside, 3).value(), 2.5, 1e-5) << "it stays under the finger that took it beside its middle";
}

TEST_F(SlidingHandle, AStepHandleStandsAtWholeNumbers) {
  EXPECT_EQ(stepped(drag_to({157, 220}), 7), 3);
  EXPECT_EQ(stepped(drag_to({900, 220}), 7), 10);
  EXPECT_FALSE(stepped(drag_to({164, 220}), 3).has_value()) << "not far enough for the next number";
  canvas::Interaction left;
  left.nudge_x = -1;
  EXPECT_EQ(stepped(left, 3), 2);
  EXPECT_FALSE(stepped(left, 0).has_value()) << "there is none before the first";
}

}  // namespace
}  // namespace attn::charts
