#include "lessons/06_encoder-decoder/beam_figure.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/canvas/recording_canvas.h"

namespace attn::lessons::encoder_decoder {
namespace {

/// Root; a and b kept, c cut; below a: d (best) and e cut; below b: f kept.
std::vector<BeamCandidate> tree() {
  return {{.parent = -1, .depth = 0, .word = "<start>", .log_probability = 0, .kept = true, .best = true, .greedy = true},
          {.parent = 0, .depth = 1, .word = "a", .log_probability = -0.5, .kept = true, .greedy = true},
          {.parent = 0, .depth = 1, .word = "b", .log_probability = -1, .kept = true, .best = true},
          {.parent = 0, .depth = 1, .word = "c", .log_probability = -3},
          {.parent = 1, .depth = 2, .word = "d", .log_probability = -2, .kept = true, .greedy = true},
          {.parent = 1, .depth = 2, .word = "e", .log_probability = -5},
          {.parent = 2, .depth = 2, .word = "f", .log_probability = -1.2, .kept = true, .best = true}};
}

struct BeamFigureTest : testing::Test {
  canvas::RecordingCanvas canvas{{600, 400}};
  std::vector<BeamCandidate> nodes = tree();
  canvas::Rect place(int k) const { return canvas.rect_of("beam[" + std::to_string(k) + ",0]"); }
};

TEST_F(BeamFigureTest, StepsGoRightAndTheLikeliestKeptHypothesisStandsHighest) {
  draw_beam(canvas, {.nodes = nodes, .width = 2, .note = {}});
  EXPECT_LT(place(0).x, place(1).x);
  EXPECT_LT(place(1).x, place(4).x);
  EXPECT_LT(place(1).y, place(2).y);
  EXPECT_LT(place(2).y, place(3).y) << "cut ones below";
  EXPECT_LT(place(6).y, place(4).y) << "not in the list's order";
  EXPECT_LT(place(4).y, place(5).y);
}

TEST_F(BeamFigureTest, EveryHypothesisIsJoinedToItsParentAndTheBestWayIsTheThickest) {
  draw_beam(canvas, {.nodes = nodes, .width = 2, .note = {}});
  const auto edge = [&](int parent, int child) {
    for (const auto& line : canvas.lines)
      if (std::abs(line.a.x - place(parent).right()) < 1 && std::abs(line.b.x - place(child).x) < 1 &&
          std::abs(line.a.y - place(parent).center().y) < 1 && std::abs(line.b.y - place(child).center().y) < 1)
        return line.stroke.width;
    return 0.0f;
  };
  for (int child = 1; child < 7; ++child) EXPECT_GT(edge(nodes[static_cast<size_t>(child)].parent, child), 0) << child;
  EXPECT_GT(edge(2, 6), edge(1, 4));
  EXPECT_GT(edge(1, 4), edge(1, 5));
}

TEST_F(BeamFigureTest, TheCaptionSpeaksOfNumbersOnlyWhereThereAreAny) {
  for (const canvas::Size size : {canvas::Size{600, 400}, canvas::Size{390, 300}, canvas::Size{600, 110}}) {
    canvas::RecordingCanvas any{size};
    draw_beam(any, {.nodes = nodes, .width = 2, .note = {}});
    const auto says = [&](std::string_view start) {
      return std::any_of(any.texts.begin(), any.texts.end(), [&](const auto& t) { return t.text.find(start) == 0; });
    };
    EXPECT_EQ(says("Below each word"), any.find("\u22120.50") != nullptr) << size.width << " x " << size.height;
    EXPECT_EQ(says("Below each word"), size.height > 200);
  }
}

TEST_F(BeamFigureTest, WithoutHypothesesNothingBreaks) {
  draw_beam(canvas, {.nodes = {}, .width = 4, .note = "none"});
  EXPECT_NE(canvas.find("none"), nullptr);
}

}  // namespace
}  // namespace attn::lessons::encoder_decoder
