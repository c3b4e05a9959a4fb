#include "lessons/translation/accuracy_figure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "unit/canvas/recording_canvas.h"

namespace attn::lessons::translation {
namespace {

constexpr Real kGap = std::numeric_limits<Real>::quiet_NaN();

struct AccuracyFigureTest : testing::Test {
  canvas::RecordingCanvas canvas{{600, 400}};
  Mat lengths{{2}, {4}, {6}, {8}}, accuracy{{1}, {Real(0.5)}, {0}, {kGap}}, totals{{24}, {24}, {24}, {0}};
  AccuracySeries series{.id = "accuracy", .label = "one vector", .accuracy = accuracy, .totals = totals};
  AccuracyPicture picture{.lengths = lengths, .shortest = 2, .longest = 4, .now = 6, .series = {&series, 1}, .note = {}};
};

TEST_F(AccuracyFigureTest, EveryMeasuredLengthIsAPointAtItsHeight) {
  draw_accuracy(canvas, picture);
  const canvas::Rect whole = canvas.rect_of("accuracy[0,0]"), half = canvas.rect_of("accuracy[1,0]"),
                     none = canvas.rect_of("accuracy[2,0]");
  ASSERT_GT(whole.width, 0);
  EXPECT_NEAR(half.center().y, (whole.center().y + none.center().y) / 2, 0.5f);
  EXPECT_NEAR(half.center().x, (whole.center().x + none.center().x) / 2, 0.5f);
  EXPECT_EQ(canvas.rect_of("accuracy[3,0]").width, 0) << "nothing was measured there";
}

TEST_F(AccuracyFigureTest, TheBandCoversTheLengthsOfTraining) {
  draw_accuracy(canvas, picture);
  ASSERT_FALSE(canvas.rects.empty());
  const canvas::Rect band = canvas.rects[0];
  EXPECT_TRUE(band.contains(canvas.rect_of("accuracy[0,0]").center()));
  EXPECT_TRUE(band.contains(canvas.rect_of("accuracy[1,0]").center()));
  EXPECT_LT(band.right(), canvas.rect_of("accuracy[2,0]").center().x);
}

TEST_F(AccuracyFigureTest, WithoutLengthsNothingIsDrawnAndNothingBreaks) {
  const Mat none(0, 1);
  const AccuracySeries empty{.id = "accuracy", .label = "one vector", .accuracy = none, .totals = none};
  draw_accuracy(canvas, {.lengths = none, .series = {&empty, 1}});
  EXPECT_TRUE(canvas.curves.empty());
}

TEST_F(AccuracyFigureTest, TheNameOfTheSourcesLengthKeepsOffTheCurves) {
  for (const Real high : {Real(0), Real(0.25), Real(0.5), Real(0.75), Real(1)}) {
    accuracy = Mat::Constant(4, 1, high);
    canvas::RecordingCanvas drawn{{600, 400}};
    draw_accuracy(drawn, picture);
    const float curve = drawn.rect_of("accuracy[0,0]").center().y;
    const auto* name = drawn.find("your source");
    ASSERT_TRUE(name);
    EXPECT_GT(std::abs(name->box.center().y - curve), 10) << high;
  }
}

TEST_F(AccuracyFigureTest, NoSteepCurveCrossesThatName) {
  accuracy << Real(1), Real(1), Real(0), Real(0);
  for (const int now : {4, 6}) {
    picture.now = now;
    canvas::RecordingCanvas drawn{{374, 277}};
    draw_accuracy(drawn, picture);
    const auto* name = drawn.find("your source");
    ASSERT_TRUE(name);
    const canvas::Point from = drawn.rect_of("accuracy[1,0]").center(), to = drawn.rect_of("accuracy[2,0]").center();
    for (float share = 0; share <= 1; share += 0.02f)
      EXPECT_FALSE(name->box.contains({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)})) << now << ", " << share;
  }
}

}  // namespace
}  // namespace attn::lessons::translation
