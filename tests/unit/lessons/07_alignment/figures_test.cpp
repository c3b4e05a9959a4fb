#include "lessons/07_alignment/figures.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "canvas/svg_canvas.h"
#include "sample.h"
#include "unit/canvas/recording_canvas.h"

namespace attn::lessons::alignment {
namespace {

using Draw = void (*)(canvas::Canvas&, const Params&, const Result&, Params&);
constexpr Draw kFigures[] = {draw_alignment, draw_flow, draw_context, draw_window};

TEST(AlignmentFigures, StayWithinTheirBoundsAndChangeNothingByThemselves) {
  const auto rows = Params::table().rows();
  for (const canvas::Size size : {canvas::Size{374, 130}, canvas::Size{320, 240}, canvas::Size{358, 300}, canvas::Size{600, 420},
                                  canvas::Size{820, 600}, canvas::Size{1280, 800}})
    for (const bool previous : {true, false})
      for (const Draw draw : kFigures) {
        const Sample sample(previous);
        canvas::SvgCanvas canvas(size, canvas::Theme());
        Params edit = sample.p;
        draw(canvas, sample.p, sample.r, edit);
        for (const params::Row& row : rows) EXPECT_TRUE(params::equal(row, &sample.p, &edit)) << row.id;
        for (const canvas::Region& region : canvas.regions().all()) {
          EXPECT_GE(region.rect.x, -0.5f) << region.id;
          EXPECT_GE(region.rect.y, -0.5f) << region.id;
          EXPECT_LE(region.rect.right(), size.width + 0.5f) << region.id;
          EXPECT_LE(region.rect.bottom(), size.height + 0.5f) << region.id;
        }
      }
}

TEST(AlignmentFigures, EveryWeightOfTheRowCanBeTakenInTheHand) {
  const Sample sample;
  canvas::SvgCanvas canvas({800, 570}, canvas::Theme());
  Params edit = sample.p;
  draw_alignment(canvas, sample.p, sample.r, edit);
  for (int j = 0; j < 7; ++j) EXPECT_GT(canvas.rect_of("weights[0," + std::to_string(j) + "]").width, 10);
  EXPECT_GT(canvas.rect_of("alignment[6,6]").width, 5);
  EXPECT_GT(canvas.rect_of("override-reset").width, 5);
}

TEST(AlignmentFigures, AChangedWordIsShownWithWhatItWas) {
  const Sample sample;
  canvas::SvgCanvas canvas({1000, 620}, canvas::Theme());
  Params edit = sample.p;
  draw_alignment(canvas, sample.p, sample.r, edit);
  EXPECT_NE(canvas.svg().find("was \u201cblancs\u201d"), std::string::npos);
  EXPECT_EQ(canvas.svg().find("(was"), std::string::npos) << "names of rows stay as wide as they are";
}

TEST(AlignmentFigures, OnlyTheCurrentTimingHasAnAttentionalState) {
  for (const bool previous : {true, false}) {
    const Sample sample(previous);
    canvas::SvgCanvas canvas({800, 570}, canvas::Theme());
    Params edit = sample.p;
    draw_flow(canvas, sample.p, sample.r, edit);
    EXPECT_EQ(canvas.rect_of("attentional").width > 0, !previous);
    EXPECT_GT(canvas.rect_of("probabilities[0," + std::to_string(sample.r.at.candidates[0]) + "]").width, 0);
  }
}

TEST(AlignmentFigures, TheFlowCutsNoWordAndNoNumberAt390PixelsAndMore) {
  for (const canvas::Size size : {canvas::Size{390, 420}, canvas::Size{560, 400}, canvas::Size{800, 570}})
    for (const bool previous : {true, false}) {
      Sample sample(previous);
      sample.r.at.scores(0, 2) = Real(-12.34);
      canvas::RecordingCanvas canvas(size);
      Params edit = sample.p;
      draw_flow(canvas, sample.p, sample.r, edit);
      for (const std::string& word : sample.r.sentence.source) EXPECT_NE(canvas.find(word), nullptr) << word << " at " << size.width;
      EXPECT_TRUE(std::any_of(canvas.texts.begin(), canvas.texts.end(), [](const auto& text) {
        return text.text.find("\u201cchats\u201d") != std::string::npos;
      })) << size.width;
      EXPECT_TRUE(canvas.find("\u221212.3") || canvas.find("\u221212")) << size.width;
    }
}

}  // namespace
}  // namespace attn::lessons::alignment
