#include "charts/plot.h"

#include <gtest/gtest.h>

#include <limits>

#include "unit/canvas/recording_canvas.h"

namespace attn::charts {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

struct PlotTest : testing::Test {
  canvas::RecordingCanvas canvas{{400, 300}};
  Axes axes{{50, 20, 300, 200}, {0, 10, 50, 350}, {0, 1, 220, 20}};
};

TEST_F(PlotTest, ACurveHasGapsWhereItIsNotFinite) {
  const std::vector<double> xs{0, 1, 2, 3, 4, 5}, ys{0.1, 0.2, kGap, 0.4, kGap, 0.5};
  draw_curve(canvas, axes, xs, ys, {canvas::Color{}, 2});
  ASSERT_EQ(canvas.curves.size(), 1u);
  EXPECT_EQ(canvas.curves[0].points.size(), 2u);
  EXPECT_EQ(canvas.circles.size(), 2u) << "a lonely point is a dot";
  EXPECT_FLOAT_EQ(canvas.circles[0].x, 140);
  EXPECT_FLOAT_EQ(canvas.circles[0].y, 140);
}

TEST_F(PlotTest, HugeValuesStayWhereARasteriserCanFollow) {
  const std::vector<double> xs{0, 1}, ys{-1e30, 1e30};
  draw_curve(canvas, axes, xs, ys, {canvas::Color{}, 2});
  for (const canvas::Point p : canvas.curves[0].points) EXPECT_LT(std::abs(p.y), 1e4f);
}

TEST_F(PlotTest, AnAreaIsClosedAtItsBase) {
  const std::vector<double> xs{2, 4}, ys{0.5, 0.75};
  draw_area(canvas, axes, xs, ys, 0, canvas::Color{});
  ASSERT_EQ(canvas.polygons.size(), 1u);
  ASSERT_EQ(canvas.polygons[0].size(), 4u);
  EXPECT_FLOAT_EQ(canvas.polygons[0][2].y, 220);
  EXPECT_FLOAT_EQ(canvas.polygons[0][2].x, canvas.polygons[0][1].x);
  EXPECT_FLOAT_EQ(canvas.polygons[0][3].x, canvas.polygons[0][0].x);
}

TEST_F(PlotTest, PointsOutsideTheAxesAreLeftOut) {
  const std::vector<double> xs{-1, 5, 11, 5}, ys{0.5, 0.5, 0.5, 2};
  draw_scatter(canvas, axes, xs, ys, canvas::Role::kQuery, 4, canvas::Color{});
  ASSERT_EQ(canvas.circles.size(), 1u);
  EXPECT_FLOAT_EQ(canvas.circles[0].x, 200);
}

TEST_F(PlotTest, ARulesNameStaysInThePlotOnEitherSide) {
  for (const double x : {0.0, 5.0, 9.9}) {
    canvas.texts.clear();
    draw_rule(canvas, axes, x, "narrowest width", {canvas::Color{}, 1});
    ASSERT_EQ(canvas.texts.size(), 1u);
    EXPECT_GE(canvas.texts[0].box.x, axes.plot.x);
    EXPECT_LE(canvas.texts[0].box.right(), axes.plot.right());
  }
}

TEST_F(PlotTest, ALegendWrapsAndSaysHowHighItIs) {
  const LegendEntry entries[] = {{"attention", canvas::Color{}},
                                 {"true curve", canvas::Color{}, LegendEntry::Look::kDashes},
                                 {"data", canvas::Color{}, LegendEntry::Look::kMark},
                                 {"weights", canvas::Color{}, LegendEntry::Look::kFill}};
  const float one = draw_legend(canvas, {0, 0, 390, 100}, entries);
  canvas.texts.clear();
  const float many = draw_legend(canvas, {0, 0, 110, 200}, entries);
  EXPECT_GT(many, 2.5f * one);
  ASSERT_EQ(canvas.texts.size(), 4u);
  for (const auto& t : canvas.texts) {
    EXPECT_LE(t.box.right(), 110) << t.text;
    EXPECT_LE(t.box.bottom(), many) << t.text;
  }
  EXPECT_EQ(draw_legend(canvas, {0, 0, 100, 100}, {}), 0);
}

}  // namespace
}  // namespace attn::charts
