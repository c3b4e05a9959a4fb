#include "ui/loss_figure.h"

#include <gtest/gtest.h>

#include <limits>

#include "unit/ui/recording_canvas.h"

namespace attn::ui {
namespace {

struct LossFigureTest : testing::Test {
  RecordingCanvas canvas{{600, 500}};
};

TEST_F(LossFigureTest, ThreeDiagramsShareTheirSteps) {
  const Mat losses{{1, 3}, {2, 2}, {4, 1}}, norms{{1, Real(0.5)}, {2, 2}, {4, 1}}, held{{2, 0}, {4, 1}};
  draw_training(canvas, {.losses = losses, .gradient_norms = norms, .held_out = held, .guessing = 3.3, .clip = 1});
  ASSERT_EQ(canvas.curves.size(), 3u);
  for (const auto& curve : canvas.curves) EXPECT_NEAR(curve.points.back().x, canvas.curves[0].points.back().x, 30);
  EXPECT_GT(canvas.rect_of("held-out[0,0]").y, canvas.rect_of("held-out[1,0]").y);
  EXPECT_NE(canvas.find("guessing"), nullptr);
  EXPECT_NE(canvas.find("cut here"), nullptr);
}

TEST_F(LossFigureTest, ALossThatIsNoNumberLeavesAGap) {
  const Mat losses{{1, 3}, {2, 1}, {3, std::numeric_limits<Real>::infinity()}}, none(0, 2);
  draw_training(canvas, {.losses = losses, .gradient_norms = losses, .held_out = none});
  ASSERT_EQ(canvas.curves.size(), 2u);
  for (const auto& curve : canvas.curves) {
    ASSERT_EQ(curve.points.size(), 2u);
    EXPECT_GT(curve.points[1].y, curve.points[0].y + 40) << "the scale is that of the finite numbers";
  }
}

TEST_F(LossFigureTest, BeforeTheFirstStepItSaysHowToBegin) {
  const Mat none(0, 2);
  draw_training(canvas, {.losses = none, .gradient_norms = none, .held_out = none});
  ASSERT_FALSE(canvas.texts.empty());
  EXPECT_NE(canvas.texts[0].text.find("Nothing has been trained"), std::string::npos);
}

}  // namespace
}  // namespace attn::ui
