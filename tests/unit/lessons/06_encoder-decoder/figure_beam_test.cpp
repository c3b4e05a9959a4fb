#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lessons/06_encoder-decoder/figures.h"
#include "tasks/pairs.h"
#include "unit/canvas/recording_canvas.h"

namespace attn::lessons::encoder_decoder {
namespace {

/// Root; a and b kept, c cut; below a: d and e cut; below b: f kept, the best.
Result tree() {
  Result r;
  r.task = tasks::find_pair_task("reversal");
  const auto letter = [&](const char* name) { return r.task->target.id(name); };
  r.beam.nodes = {{.kept = true},
                  {.parent = 0, .depth = 1, .token = letter("a"), .log_probability = Real(-0.5), .kept = true},
                  {.parent = 0, .depth = 1, .token = letter("b"), .log_probability = -1, .kept = true},
                  {.parent = 0, .depth = 1, .token = letter("c"), .log_probability = -3},
                  {.parent = 1, .depth = 2, .token = letter("d"), .log_probability = -2, .kept = true},
                  {.parent = 1, .depth = 2, .token = letter("e"), .log_probability = -5},
                  {.parent = 2, .depth = 2, .token = letter("f"), .log_probability = Real(-1.2), .kept = true}};
  r.beam.best = 6;
  r.beam.on_best = {true, false, true, false, false, false, true};
  r.beam.on_greedy = {true, true, false, false, true, false, false};
  return r;
}

struct BeamFigureTest : testing::Test {
  canvas::RecordingCanvas canvas{{600, 400}};
  Result r = tree();
  Params p, edit;
  BeamFigureTest() { p.width = 2; }
  canvas::Rect place(int k) const { return canvas.rect_of("beam[" + std::to_string(k) + ",0]"); }
};

TEST_F(BeamFigureTest, StepsGoRightAndTheLikeliestKeptHypothesisStandsHighest) {
  draw_beam(canvas, p, r, edit);
  EXPECT_LT(place(0).x, place(1).x);
  EXPECT_LT(place(1).x, place(4).x);
  EXPECT_LT(place(1).y, place(2).y);
  EXPECT_LT(place(2).y, place(3).y) << "cut ones below";
  EXPECT_LT(place(6).y, place(4).y) << "not in the list's order";
  EXPECT_LT(place(4).y, place(5).y);
}

TEST_F(BeamFigureTest, EveryHypothesisIsJoinedToItsParentAndTheBestWayIsTheThickest) {
  draw_beam(canvas, p, r, edit);
  const auto edge = [&](int parent, int child) {
    for (const auto& line : canvas.lines)
      if (std::abs(line.a.x - place(parent).right()) < 1 && std::abs(line.b.x - place(child).x) < 1 &&
          std::abs(line.a.y - place(parent).center().y) < 1 && std::abs(line.b.y - place(child).center().y) < 1)
        return line.stroke.width;
    return 0.0f;
  };
  for (int child = 1; child < 7; ++child) EXPECT_GT(edge(r.beam.nodes[static_cast<size_t>(child)].parent, child), 0) << child;
  EXPECT_GT(edge(2, 6), edge(1, 4));
  EXPECT_GT(edge(1, 4), edge(1, 5));
}

TEST_F(BeamFigureTest, TheCaptionSpeaksOfNumbersOnlyWhereThereAreAny) {
  for (const canvas::Size size : {canvas::Size{600, 400}, canvas::Size{390, 300}, canvas::Size{600, 110}}) {
    canvas::RecordingCanvas any{size};
    draw_beam(any, p, r, edit);
    const auto says = [&](std::string_view start) {
      return std::any_of(any.texts.begin(), any.texts.end(), [&](const auto& t) { return t.text.find(start) == 0; });
    };
    EXPECT_EQ(says("Below each word"), any.find("\u22120.50") != nullptr) << size.width << " x " << size.height;
    EXPECT_EQ(says("Below each word"), size.height > 200);
  }
}

TEST_F(BeamFigureTest, WithoutHypothesesNothingBreaks) {
  draw_beam(canvas, p, {}, edit);
  EXPECT_NE(canvas.find("No hypothesis."), nullptr);
}

}  // namespace
}  // namespace attn::lessons::encoder_decoder
