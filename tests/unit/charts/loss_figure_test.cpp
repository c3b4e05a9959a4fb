#include "charts/loss_figure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "unit/canvas/recording_canvas.h"

namespace attn::charts {
namespace {

struct LossFigureTest : testing::Test {
  canvas::RecordingCanvas canvas{{600, 500}};
};

TEST_F(LossFigureTest, ThreeDiagramsShareTheirSteps) {
  const Mat losses{{1, 3}, {2, 2}, {4, 1}}, norms{{1, Real(0.5)}, {2, 2}, {4, 1}}, held{{2, 0}, {4, 1}};
  draw_training(canvas, {.losses = losses, .gradient_norms = norms, .held_out = held, .guessing = 3.3, .clip = 1});
  ASSERT_EQ(canvas.curves.size(), 3u);
  for (const auto& curve : canvas.curves) EXPECT_FLOAT_EQ(curve.points.back().x, canvas.curves[0].points.back().x);
  EXPECT_FLOAT_EQ(canvas.curves[1].points[0].x, canvas.curves[2].points[0].x) << "and the left edge";
  EXPECT_GT(canvas.rect_of("held-out[0,0]").y, canvas.rect_of("held-out[1,0]").y);
  EXPECT_NE(canvas.find("guessing"), nullptr);
  EXPECT_NE(canvas.find("cut here"), nullptr);
}

TEST_F(LossFigureTest, TheEdgesAreSharedHoweverWideTheNumbersAre) {
  const Mat losses{{1, 52000}, {2, 40000}}, norms{{1, Real(0.001)}, {2, Real(0.002)}}, none(0, 2);
  draw_training(canvas, {.losses = losses, .gradient_norms = norms, .held_out = none});
  ASSERT_EQ(canvas.curves.size(), 2u);
  for (size_t i = 0; i < 2; ++i) EXPECT_FLOAT_EQ(canvas.curves[0].points[i].x, canvas.curves[1].points[i].x);
}

TEST_F(LossFigureTest, TheNumberAboveACurveIsThatOfItsLastPointAndItsNameSaysWhatItIs) {
  const Mat losses{{1, 3}, {2, Real(1.234)}}, none(0, 2);
  draw_training(canvas,
                {.losses = losses, .gradient_norms = losses, .held_out = none, .guessing = 3.3, .clip = 1, .loss_unit = "nats a word"});
  EXPECT_NE(canvas.find("1.23"), nullptr);
  EXPECT_NE(canvas.find("loss (nats a word), mean of 20 steps"), nullptr);
}

TEST_F(LossFigureTest, AnEarlierStepIsALineAcrossAllThreeAndTheNumbersAreThoseOfThatStep) {
  const Mat losses{{1, 3}, {2, 2}, {4, Real(1.234)}}, none(0, 2);
  const LossPicture picture{.losses = losses, .gradient_norms = losses, .held_out = none};
  draw_training(canvas, picture);
  canvas::RecordingCanvas earlier{{600, 500}};
  LossPicture shown = picture;
  shown.shown = 2;
  draw_training(earlier, shown);
  EXPECT_NE(canvas.find("1.23"), nullptr);
  EXPECT_EQ(earlier.find("1.23"), nullptr);
  EXPECT_NE(earlier.find("2"), nullptr);
  EXPECT_EQ(earlier.curves.size(), canvas.curves.size()) << "the whole run stays";
}

TEST_F(LossFigureTest, AtAnySizeNoTextCoversAnotherAndTheNamesStay) {
  const Mat losses{{1, 3}, {2, 2}, {400, Real(0.123)}}, norms{{1, Real(0.5)}, {2, 9}, {400, 1}}, held{{2, 0}, {400, 1}};
  for (const canvas::Size size : {canvas::Size{300, 280}, canvas::Size{320, 300}, canvas::Size{390, 420}, canvas::Size{600, 500},
                                  canvas::Size{1200, 700}, canvas::Size{800, 260}}) {
    canvas::RecordingCanvas any{size};
    draw_training(any, {.losses = losses,
                        .gradient_norms = norms,
                        .held_out = held,
                        .guessing = 3.3,
                        .clip = 1,
                        .example = "source",
                        .right = "right to the last word",
                        .loss_unit = "nats a word",
                        .note = "a note"});
    for (size_t i = 0; i < any.texts.size(); ++i)
      for (size_t j = 0; j < i; ++j) {
        const canvas::Rect a = any.texts[i].box.inset(0, 2), b = any.texts[j].box.inset(0, 2);
        EXPECT_FALSE(a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom())
            << any.texts[i].text << " and " << any.texts[j].text << " at " << size.width << " x " << size.height;
      }
    for (const char* name : {"held-out sources", "loss", "gradient norm", "guessing", "cut here", "training step"})
      EXPECT_TRUE(std::any_of(any.texts.begin(), any.texts.end(), [&](const auto& t) { return t.text.find(name) == 0; }))
          << name << " at " << size.width << " x " << size.height;
  }
}

TEST_F(LossFigureTest, EarlierCurvesLieBelowAndTheirStepsCount) {
  const Mat losses{{1, 3}, {20, 2}}, norms{{1, 1}, {20, 1}}, held{{10, 0}, {20, 1}}, none(0, 2);
  const Mat before{{1, 3}, {40, 1}}, held_before{{10, 0}, {40, 1}};
  const EarlierCurves earlier[] = {{"1", before, before, held_before}, {"2", before, before, none, true}};
  draw_training(canvas, {.losses = losses, .gradient_norms = norms, .held_out = held, .guessing = 3.3, .clip = 1, .earlier = earlier});
  ASSERT_EQ(canvas.curves.size(), 8u) << "three now, three of run 1, two of run 2, which was never checked";
  std::vector<float> widths;
  for (const auto& curve : canvas.curves) widths.push_back(curve.stroke.width);
  EXPECT_EQ(widths, (std::vector<float>{1.5f, 2, 1.5f, 2.5f, 2, 1.5f, 2.5f, 2}))
      << "grey, the one that is looked at, and on top the present one";
  EXPECT_LT(canvas.curves[1].points.back().x, canvas.curves[0].points.back().x);
  EXPECT_NE(canvas.find("1"), nullptr) << "its number, at its end";
}

TEST_F(LossFigureTest, AnEarlierRunThatRanAwayTakesTheScaleNotWithIt) {
  const Mat losses{{1, 3}, {20, 2}}, wild{{1, 3}, {20, 5000}}, none(0, 2);
  const auto top_of_the_present = [&](std::span<const EarlierCurves> earlier) {
    canvas::RecordingCanvas any{{600, 500}};
    draw_training(any, {.losses = losses, .gradient_norms = losses, .held_out = none, .guessing = 3.3, .earlier = earlier});
    for (const auto& curve : any.curves)
      if (curve.stroke.width == 2) return curve.points.front().y - curve.points.back().y;
    return 0.0f;
  };
  const EarlierCurves earlier[] = {{"1", wild, wild, none}};
  EXPECT_GT(std::abs(top_of_the_present(earlier)), 0.5f * std::abs(top_of_the_present({})));
}

TEST_F(LossFigureTest, WithoutStepsOfItsOwnTheEarlierOnesStay) {
  const Mat none(0, 2), before{{1, 3}, {40, 1}};
  const EarlierCurves earlier[] = {{"1", before, before, none}};
  draw_training(canvas, {.losses = none, .gradient_norms = none, .held_out = none, .guessing = 3.3, .earlier = earlier});
  EXPECT_EQ(canvas.curves.size(), 2u);
  EXPECT_NE(canvas.find("training step"), nullptr);
}

TEST_F(LossFigureTest, ALongNoteIsWrapped) {
  const Mat losses{{1, 3}, {2, 2}}, none(0, 2);
  const std::string note =
      "Diverged: the loss stands far above guessing, each step throws the weights further than the slope reaches. Set "
      "a smaller rate, such as 0.003, and begin again.";
  canvas::RecordingCanvas narrow{{390, 420}};
  draw_training(narrow, {.losses = losses, .gradient_norms = losses, .held_out = none, .note = note});
  for (const auto& text : narrow.texts) EXPECT_LE(text.box.right(), 390) << text.text;
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
  draw_training(canvas, {.losses = none, .gradient_norms = none, .held_out = none, .guessing = 2});
  ASSERT_FALSE(canvas.texts.empty());
  EXPECT_NE(canvas.texts[0].text.find("Nothing has been trained"), std::string::npos);
  const auto says = [this](std::string_view words) {
    return std::any_of(canvas.texts.begin(), canvas.texts.end(), [words](const auto& text) { return text.text == words; });
  };
  EXPECT_TRUE(says("guessing") && says("training step")) << "the axes stand there already";
}

}  // namespace
}  // namespace attn::charts
