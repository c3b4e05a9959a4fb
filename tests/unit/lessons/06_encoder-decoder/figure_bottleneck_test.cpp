#include <gtest/gtest.h>

#include <string>

#include "lessons/06_encoder-decoder/figures.h"
#include "tasks/pairs.h"
#include "unit/canvas/recording_canvas.h"

namespace attn::lessons::encoder_decoder {
namespace {

constexpr int kUnits = 16;

/// Source "a b": the decoder says b, c, and the end mark, where b, a, and the end mark are right. The second step is shown.
Result wrong_at_the_second_word() {
  Result r;
  r.task = tasks::find_pair_task("reversal");
  const int a = r.task->target.id("a"), b = r.task->target.id("b"), c = r.task->target.id("c");
  r.solved = true;
  r.answer = {b, a, kEndToken};
  r.run.translation.encoding.tokens = {a, b, kEndToken};
  r.run.translation.encoding.annotations = Mat::Random(3, kUnits);
  r.run.words = {{.input = kStartToken, .token = b, .right = b, .probability = Real(0.9), .right_probability = Real(0.9)},
                 {.input = b, .token = c, .right = a, .probability = Real(0.6), .right_probability = Real(0.3)},
                 {.input = c, .token = kEndToken, .right = kEndToken, .probability = 1, .right_probability = 1}};
  Mat probabilities = Mat::Zero(1, r.task->target.size());
  probabilities(0, c) = Real(0.6), probabilities(0, a) = Real(0.3);
  models::DecoderStep step;
  step.state = Mat::Random(1, kUnits), step.probabilities = probabilities;
  r.run.translation.steps.assign(3, step);
  r.bottleneck.used = r.bottleneck.made = Mat::Constant(1, kUnits, Real(0.5));
  r.shown = 1;
  r.free = r.forced = r.run;
  return r;
}

struct BottleneckFigureTest : testing::Test {
  canvas::RecordingCanvas canvas{{760, 560}};
  Result r = wrong_at_the_second_word();
  Params p, edit;
  BottleneckFigureTest() { p.model.hidden = 16, p.step = 2, edit = p; }
};

TEST_F(BottleneckFigureTest, AWrongWordIsStruckOutAndTheRightOneStandsBelow) {
  draw_translate(canvas, p, r, edit);
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
  draw_translate(canvas, p, r, edit);
  EXPECT_GT(canvas.rect_of("probabilities[1,5]").width, 0);
  EXPECT_LT(canvas.rect_of("probabilities[1,5]").y, canvas.rect_of("probabilities[1,3]").y);
  EXPECT_EQ(canvas.rect_of("probabilities[0,5]").width, 0);
}

TEST_F(BottleneckFigureTest, APressOnAWordAsksForItsStep) {
  canvas.hands["output[2,0]"].pressed = true;
  draw_translate(canvas, p, r, edit);
  EXPECT_EQ(edit.step, 3);
  EXPECT_EQ(edit.moved.rows(), 0);
}

TEST_F(BottleneckFigureTest, OnlyAChangedVectorCanBePutBack) {
  draw_translate(canvas, p, r, edit);
  EXPECT_EQ(canvas.rect_of("bottleneck-reset").width, 0);
  r.bottleneck.used(0, 2) = -1;
  edit.moved = Mat{{0, 2, -1}};
  canvas.hands["bottleneck-reset"].pressed = true;
  draw_translate(canvas, p, r, edit);
  EXPECT_GT(canvas.rect_of("bottleneck-reset").width, 0);
  EXPECT_EQ(edit.moved.rows(), 0);
}

TEST_F(BottleneckFigureTest, TheArrowPassesBesideTheButtonThatPutsTheVectorBack) {
  r.bottleneck.used(0, 2) = -1;
  for (const canvas::Size size : {canvas::Size{1280, 800}, canvas::Size{760, 560}, canvas::Size{374, 300}}) {
    canvas::RecordingCanvas any{size};
    draw_translate(any, p, r, edit);
    const canvas::Rect button = any.rect_of("bottleneck-reset");
    ASSERT_GT(button.width, 0);
    for (const auto& line : any.lines) {
      const bool upright = line.a.x == line.b.x && line.b.y > button.y && line.a.y < button.bottom();
      EXPECT_FALSE(upright && line.a.x > button.x && line.a.x < button.right()) << size.width << " x " << size.height;
    }
  }
}

TEST_F(BottleneckFigureTest, TheNumberUnderTheHandIsNamedBelowItsStripe) {
  r.bottleneck.used = r.bottleneck.made = Mat::Constant(1, 64, Real(0.42));
  for (const auto& draw : {draw_translate, draw_numbers})
    for (const canvas::Size size : {canvas::Size{881, 642}, canvas::Size{377, 319}, canvas::Size{320, 240}}) {
      canvas::RecordingCanvas plain{size}, pointed{size};
      draw(plain, p, r, edit);
      EXPECT_EQ(plain.find("59: 0.42"), nullptr);
      for (const char* tick : {"1", "16", "32", "48", "64"}) EXPECT_NE(plain.find(tick), nullptr) << tick << " at " << size.width;
      pointed.light("bottleneck[0,58]");
      draw(pointed, p, r, edit);
      const auto* name = pointed.find("59: 0.42");
      ASSERT_NE(name, nullptr);
      const canvas::Rect stripe = pointed.rect_of("bottleneck[0,58]");
      EXPECT_NEAR(name->box.center().x, stripe.center().x, stripe.width / 2);
      EXPECT_GE(name->box.center().y, stripe.bottom());
      EXPECT_NE(pointed.find("number 59: 0.42"), nullptr);
      for (const auto& text : pointed.texts) {
        const bool beside = text.box.right() < name->box.x || text.box.x > name->box.right();
        EXPECT_TRUE(&text == name || beside || text.box.center().y != name->box.center().y) << text.text;
      }
    }
}

TEST_F(BottleneckFigureTest, ANumberThatWasMovedKeepsItsName) {
  r.bottleneck.used(0, 2) = -1;
  edit.moved = Mat{{0, 2, -1}};
  draw_translate(canvas, p, r, edit);
  EXPECT_NE(canvas.find("3: \u22121.00"), nullptr);
}

TEST_F(BottleneckFigureTest, ALetterThatIsLostIsFramedWhereItGoesIn) {
  struct Framed : canvas::RecordingCanvas {
    using RecordingCanvas::RecordingCanvas;
    std::vector<canvas::Rect> frames;
    void border(canvas::Rect r, const canvas::Stroke& stroke, float, canvas::Place) override {
      if (canvas::to_hex(stroke.color) == canvas::to_hex(color(canvas::Role::kWarning))) frames.push_back(r);
    }
  } framed{{760, 560}};
  p.shown = {r.task->source.id("a"), r.task->source.id("b")};
  draw_numbers(framed, p, r, edit);
  ASSERT_EQ(framed.frames.size(), 2u);
  EXPECT_TRUE(framed.frames[0].contains(framed.find("a")->box.center()));
  EXPECT_EQ(framed.frames[1].x, framed.rect_of("output[1,0]").x);
}

TEST_F(BottleneckFigureTest, AShortFigureKeepsItsStates) {
  canvas::RecordingCanvas low{{320, 240}};
  draw_translate(low, p, r, edit);
  EXPECT_GE(low.rect_of("encoder-states").height, 20);
  EXPECT_GE(low.rect_of("decoder-states").height, 20);
  EXPECT_GE(low.rect_of("bottleneck").height, 8);
}

TEST_F(BottleneckFigureTest, ForcingShowsTheProbabilityOfTheRightWordAsAColumn) {
  draw_forcing(canvas, p, r, edit);
  EXPECT_GT(canvas.rect_of("right-forced[1,0]").height, 30);
  EXPECT_GT(canvas.rect_of("right-free[1,0]").y, canvas.rect_of("right-forced[1,0]").bottom());
  EXPECT_NE(canvas.find("0.30"), nullptr);
}

TEST_F(BottleneckFigureTest, NumbersStayWithinTheirColumnsHoweverNarrow) {
  for (const size_t letters : {3, 13, 22}) {
    r.free.words.assign(letters, {.input = 3, .token = 4, .right = 4, .probability = Real(0.98), .right_probability = Real(0.98)});
    r.forced = r.free;
    canvas::RecordingCanvas narrow{{320, 420}};
    draw_forcing(narrow, p, r, edit);
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
  r.forced = {};
  draw_forcing(canvas, p, r, edit);
  EXPECT_EQ(canvas.find("Teacher forcing"), nullptr);
  EXPECT_NE(canvas.find("Free running"), nullptr);
}

}  // namespace
}  // namespace attn::lessons::encoder_decoder
