#include "charts/axes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "unit/canvas/recording_canvas.h"

namespace attn::charts {
namespace {

TEST(NiceTicks, AreRoundWithinTheRangeAndNotTooMany) {
  for (const double min : {-3.7, 0.0, 0.013, -250.0})
    for (const double length : {0.02, 1.0, 7.3, 9800.0})
      for (const int most : {3, 5, 8, 12}) {
        const double max = min + length;
        const std::vector<double> ticks = nice_ticks(min, max, most);
        ASSERT_LE(static_cast<int>(ticks.size()), most);
        ASSERT_GE(ticks.size(), 1u) << min << " to " << max << ", at most " << most;
        for (const double tick : ticks) {
          EXPECT_GE(tick, min - 1e-9 * length);
          EXPECT_LE(tick, max + 1e-9 * length);
        }
        if (ticks.size() < 2) continue;
        const double step = ticks[1] - ticks[0], digit = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
        EXPECT_TRUE(std::abs(digit - 1) < 1e-6 || std::abs(digit - 2) < 1e-6 || std::abs(digit - 5) < 1e-6) << step;
        EXPECT_NEAR(ticks[0] / step, std::round(ticks[0] / step), 1e-9 * std::max(1e3, std::abs(ticks[0] / step)))
            << "multiples of the step";
      }
}

TEST(NiceTicks, OfAnEmptyOrEndlessRangeThereAreNone) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(nice_ticks(1, 1, 5).empty());
  EXPECT_TRUE(nice_ticks(2, 1, 5).empty());
  EXPECT_TRUE(nice_ticks(0, inf, 5).empty());
  EXPECT_TRUE(nice_ticks(nan, 1, 5).empty());
  EXPECT_TRUE(nice_ticks(0, 10, 5, true).empty()) << "no logarithm of zero";
}

TEST(NiceTicks, LogarithmicOnesArePowersOfTenWithTwoAndFiveWhereFew) {
  EXPECT_EQ(nice_ticks(0.01, 100, 5, true), (std::vector<double>{0.01, 0.1, 1, 10, 100}));
  const std::vector<double> few = nice_ticks(1, 10, 6, true);
  ASSERT_EQ(few.size(), 4u);
  EXPECT_DOUBLE_EQ(few[1], 2);
  EXPECT_DOUBLE_EQ(few[2], 5);
}

TEST(TickLabel, HasTheDecimalsOfItsStep) {
  EXPECT_EQ(tick_label(0.5, 0.25), "0.5");
  EXPECT_EQ(tick_label(2, 1), "2");
  EXPECT_EQ(tick_label(0.1, 0.05), "0.10");
  EXPECT_EQ(tick_label(1e-17, 0.5), "0.0") << "nearly zero is zero";
}

TEST(Scale, GoesToPixelsAndBack) {
  for (const Scale& s : {Scale{-2, 3, 40, 340, false}, Scale{-2, 3, 300, 20, false}, Scale{0.1, 1000, 10, 510, true}}) {
    EXPECT_FLOAT_EQ(s.to_pixel(s.min), s.from);
    EXPECT_FLOAT_EQ(s.to_pixel(s.max), s.to);
    for (const double value : {0.5, 1.0, 2.75}) EXPECT_NEAR(s.to_data(s.to_pixel(value)), value, 1e-4 * value);
  }
  const Scale decades{1, 100, 0, 200, true};
  EXPECT_FLOAT_EQ(decades.to_pixel(10), 100);
}

TEST(DrawAxes, EverythingStaysInTheAreaAndLabelsKeepApart) {
  for (const canvas::Rect area : {canvas::Rect{8, 8, 80, 60}, canvas::Rect{8, 8, 300, 180}, canvas::Rect{8, 8, 1100, 600}}) {
    canvas::RecordingCanvas canvas({area.right() + 8, area.bottom() + 8});
    const Axes axes = draw_axes(canvas, area, {.label = "x", .min = -4, .max = 4}, {.label = "y", .min = -0.2, .max = 1.2});
    EXPECT_GT(axes.plot.width, 0.4f * area.width);
    EXPECT_GT(axes.plot.height, 0.25f * area.height);
    EXPECT_LT(axes.to_pixel(0, 1).y, axes.to_pixel(0, 0).y) << "y grows upwards";
    const canvas::RecordingCanvas::Text* before = nullptr;
    for (const auto& t : canvas.texts) {
      EXPECT_GE(t.box.x, 0) << t.text;
      EXPECT_LE(t.box.right(), canvas.bounds().right()) << t.text;
      EXPECT_LE(t.box.bottom(), area.bottom() + 1) << t.text;
      EXPECT_NE(t.text[0], '-') << "a true minus on the screen";
      if (before && t.style.align == canvas::Align::kCenter && before->style.align == canvas::Align::kCenter) {
        EXPECT_GT(t.box.x, before->box.right());
      }
      before = &t;
    }
  }
}

TEST(DrawAxes, APointOutsideIsClampedToTheAxes) {
  canvas::RecordingCanvas canvas({400, 300});
  const Axes axes = draw_axes(canvas, canvas.bounds(), {.label = "", .min = 0, .max = 10}, {.label = "", .min = -1, .max = 1});
  EXPECT_EQ(axes.x_at({-500, 0}), 0);
  EXPECT_EQ(axes.x_at({5000, 0}), 10);
  EXPECT_EQ(axes.y_at({0, -500}), 1);
  EXPECT_EQ(axes.y_at({0, 5000}), -1);
}

}  // namespace
}  // namespace attn::charts
