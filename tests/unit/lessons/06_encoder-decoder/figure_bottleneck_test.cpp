#include "lessons/06_encoder-decoder/bottleneck_figure.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/canvas/recording_canvas.h"

namespace attn::lessons::encoder_decoder {
namespace {

struct BottleneckFigureTest : testing::Test {
  canvas::RecordingCanvas canvas{{760, 560}};
  std::vector<std::string> source{"a", "b", "<end>"};
  std::vector<DecodedWord> words{{.input = "<start>", .word = "b", .right = "b", .probability = 0.9, .right_probability = 0.9},
                                 {.input = "b", .word = "c", .right = "a", .wrong = true, .probability = 0.6, .right_probability = 0.3},
                                 {.input = "c", .word = "<end>", .right = "<end>", .probability = 1, .right_probability = 1}};
  std::vector<WordCandidate> candidates{{"c", 5, 0.6}, {"a", 3, 0.3}};
  Mat encoder = Mat::Random(4, 3), decoder = Mat::Random(4, 3), vector = Mat::Constant(1, 4, Real(0.5)), own = vector;
  BottleneckPicture picture{.source = source,
                            .encoder = encoder,
                            .bottleneck = vector,
                            .own = own,
                            .decoder = decoder,
                            .words = words,
                            .step = 1,
                            .candidates = candidates,
                            .note = "a note"};
  BottleneckEdit edit{.step = 1};
};

TEST_F(BottleneckFigureTest, AWrongWordIsStruckOutAndTheRightOneStandsBelow) {
  draw_bottleneck(canvas, picture, edit);
  const auto* wrong = canvas.find("c");
  ASSERT_NE(wrong, nullptr);
  int struck = 0;
  for (const auto& line : canvas.lines)
    if (line.a.y == line.b.y && canvas.rect_of("output[1,0]").contains({(line.a.x + line.b.x) / 2, line.a.y})) ++struck;
  EXPECT_EQ(struck, 1);
  bool below = false;
  for (const auto& text : canvas.texts) below = below || (text.text == "a" && canvas.rect_of("output[1,0]").contains(text.box.center()));
  EXPECT_TRUE(below);
}

TEST_F(BottleneckFigureTest, CandidatesHaveTheCellsOfTheStepShown) {
  draw_bottleneck(canvas, picture, edit);
  EXPECT_GT(canvas.rect_of("probabilities[1,5]").width, 0);
  EXPECT_LT(canvas.rect_of("probabilities[1,5]").y, canvas.rect_of("probabilities[1,3]").y);
  EXPECT_EQ(canvas.rect_of("probabilities[0,5]").width, 0);
}

TEST_F(BottleneckFigureTest, APressOnAWordAsksForItsStep) {
  canvas.hands["output[2,0]"].pressed = true;
  draw_bottleneck(canvas, picture, edit);
  EXPECT_EQ(edit.step, 2);
  EXPECT_EQ(edit.layer, -1);
}

TEST_F(BottleneckFigureTest, OnlyAChangedVectorCanBePutBack) {
  draw_bottleneck(canvas, picture, edit);
  EXPECT_EQ(canvas.rect_of("bottleneck-reset").width, 0);
  vector(0, 2) = -1;
  canvas.hands["bottleneck-reset"].pressed = true;
  draw_bottleneck(canvas, picture, edit);
  EXPECT_GT(canvas.rect_of("bottleneck-reset").width, 0);
  EXPECT_TRUE(edit.reset);
}

TEST_F(BottleneckFigureTest, AShortFigureKeepsItsStates) {
  canvas::RecordingCanvas low{{320, 240}};
  draw_bottleneck(low, picture, edit);
  EXPECT_GE(low.rect_of("encoder-states").height, 20);
  EXPECT_GE(low.rect_of("decoder-states").height, 20);
  EXPECT_GE(low.rect_of("bottleneck").height, 8);
}

TEST_F(BottleneckFigureTest, ForcingShowsTheProbabilityOfTheRightWordAsAColumn) {
  draw_forcing(canvas, words, words, "a note");
  EXPECT_GT(canvas.rect_of("right-forced[1,0]").height, 30);
  EXPECT_GT(canvas.rect_of("right-free[1,0]").y, canvas.rect_of("right-forced[1,0]").bottom());
  EXPECT_NE(canvas.find("0.30"), nullptr);
}

TEST_F(BottleneckFigureTest, NumbersStayWithinTheirColumnsHoweverNarrow) {
  for (const size_t letters : {3, 13, 22}) {
    const std::vector<DecodedWord> many(letters, {.input = "a", .word = "b", .right = "b", .probability = 0.98, .right_probability = 0.98});
    canvas::RecordingCanvas narrow{{320, 420}};
    draw_forcing(narrow, many, many, {});
    size_t numbers = 0;
    for (const auto& text : narrow.texts) {
      if (text.text != "0.98") continue;
      const canvas::Rect column = narrow.rect_of("right-forced[" + std::to_string(numbers % letters) + ",0]");
      EXPECT_LE(text.style.angle == 0 ? text.box.width : text.style.size, column.width) << letters << " letters";
      ++numbers;
    }
    EXPECT_EQ(numbers, 2 * letters);
  }
}

TEST_F(BottleneckFigureTest, WithoutARightAnswerOnlyTheFreeRunIsShown) {
  draw_forcing(canvas, {}, words, "a note");
  EXPECT_EQ(canvas.find("Teacher forcing"), nullptr);
  EXPECT_NE(canvas.find("Free running"), nullptr);
}

}  // namespace
}  // namespace attn::lessons::encoder_decoder
