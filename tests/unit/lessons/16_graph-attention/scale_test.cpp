// The graph of ten thousand nodes: what it is, and what the hand does with the picture.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lessons/16_graph-attention/figure_scale.h"
#include "lessons/16_graph-attention/scale.h"
#include "unit/canvas/recording_canvas.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Interaction;

/// Remembers the batches of lines as well.
class LineCanvas : public canvas::RecordingCanvas {
 public:
  using RecordingCanvas::RecordingCanvas;
  size_t segments_drawn = 0;
  void segments(std::span<const canvas::Segment> lines, canvas::Place) override { segments_drawn += lines.size(); }
};

ScaleView drawn_with(std::string_view region, const Interaction& hand, const ScaleView& view) {
  LineCanvas canvas({820, 600});
  canvas.hands[std::string(region)] = hand;
  ScaleView edit = view;
  draw_scale(canvas, view, &edit);
  return edit;
}

TEST(Scale, HasTenThousandNodesAndFiftyThousandTies) {
  const ScaleGraph& g = scale_graph();
  EXPECT_EQ(g.graph.nodes(), 10000);
  EXPECT_EQ(g.graph.edges(), 2 * 50000 + 10000) << "both ways, and a loop each";
  std::set<std::pair<int, int>> different;
  int within = 0;
  for (const Tie& tie : g.ties) {
    different.insert({tie.from, tie.to});
    within += tie.from / kScaleMembers == tie.to / kScaleMembers;
  }
  EXPECT_EQ(different.size(), 50000u);
  EXPECT_GT(within, 40000) << "communities";
  for (int i = 0; i < g.graph.nodes(); ++i) ASSERT_GE(g.graph.of(i).size(), 2u) << "node " << i << " has no neighbour";
}

TEST(Scale, WeightsOfANodeSumToOneInEveryHeadAndTiesAreInOrder) {
  const Mat weights = scale_weights(4500, 0);
  EXPECT_EQ(weights.cols(), kScaleHeads + 1);
  for (Index h = 0; h <= kScaleHeads; ++h) EXPECT_NEAR(weights.col(h).sum(), 1, 1e-5) << h;
  const ScaleLayer& layer = scale_layer(0);
  EXPECT_GT(layer.milliseconds, 0);
  for (size_t k = 1; k < layer.strongest.size(); ++k)
    ASSERT_GE(layer.strengths[static_cast<size_t>(layer.strongest[k - 1])], layer.strengths[static_cast<size_t>(layer.strongest[k])]);
}

TEST(Scale, NoViewDrawsMoreThanAFrameHasRoomFor) {
  for (const Real zoom : {Real(1), Real(1.5), Real(1.8), Real(2.5), Real(4), Real(7), Real(12), Real(25), Real(40)})
    for (const Real at : {Real(0), Real(0.5), Real(1)}) {
      LineCanvas canvas({1400, 900});
      const ScaleView view{.x = at, .y = at, .zoom = zoom};
      ScaleView edit = view;
      draw_scale(canvas, view, &edit);
      EXPECT_LE(canvas.segments_drawn, 14000u) << zoom;
      EXPECT_LE(canvas.circles.size(), 800u) << zoom;
      EXPECT_EQ(edit.x, view.x) << "drawing moves nothing";
      EXPECT_EQ(edit.zoom, view.zoom);
    }
}

TEST(Scale, WhatIsLeftOutIsSaid) {
  LineCanvas whole({820, 600}), near({820, 600});
  ScaleView view, edit;
  draw_scale(whole, view, &edit);
  view.zoom = 20;
  draw_scale(near, view, &edit);
  const auto says = [](const LineCanvas& canvas, std::string_view part) {
    return std::any_of(canvas.texts.begin(), canvas.texts.end(), [&](const auto& t) { return t.text.find(part) != std::string::npos; });
  };
  EXPECT_TRUE(says(whole, "10,000 nodes in view; the strongest"));
  EXPECT_TRUE(says(near, "; all "));
  EXPECT_TRUE(says(near, "ms here"));
}

TEST(Scale, ItsWordsHaveRoomOnAPhone) {
  for (const float width : {320.0f, 360.0f, 820.0f}) {
    LineCanvas canvas({width, 300});
    ScaleView edit;
    draw_scale(canvas, {}, &edit);
    for (const auto& text : canvas.texts)
      if (text.text.find("ms here") != std::string::npos) {
        EXPECT_LE(text.box.right(), canvas.rect_of("scale-again").x) << width;
      }
  }
}

TEST(Scale, TheHandMovesAndZoomsAboutThePointer) {
  const ScaleView near{.x = 0.1f, .y = 0.2f, .zoom = 5};
  Interaction hand;
  hand.held = true, hand.delta = {30, 0};
  ScaleView edit = drawn_with("scale", hand, near);
  EXPECT_LT(edit.x, near.x) << "what is dragged to the right shows what lies to the left";
  EXPECT_EQ(edit.y, near.y);

  hand = {};
  hand.hovered = true, hand.zoom = 2, hand.position = {800, 40};
  edit = drawn_with("scale", hand, near);
  EXPECT_GT(edit.zoom, near.zoom);
  EXPECT_GT(edit.x, near.x) << "towards the pointer";
  EXPECT_GT(edit.y, near.y);

  hand = {};
  hand.selected = true, hand.zoom = -1;
  edit = drawn_with("scale", hand, near);
  EXPECT_LT(edit.zoom, near.zoom);
  EXPECT_EQ(edit.x, near.x) << "by key the middle stays";

  hand = {};
  hand.selected = true, hand.nudge_y = -1;
  EXPECT_GT(drawn_with("scale", hand, near).y, near.y) << "arrow up";

  hand = {};
  hand.hovered = true, hand.zoom = 60;
  EXPECT_LE(drawn_with("scale", hand, near).zoom, 40);
  hand.zoom = -60;
  EXPECT_EQ(drawn_with("scale", hand, near).zoom, 1);
}

TEST(Scale, APressPicksTheNodeUnderIt) {
  ScaleView view{.zoom = 10, .node = 1};
  view.x = scale_graph().places[5544].x, view.y = scale_graph().places[5544].y;
  LineCanvas canvas({820, 600});
  ScaleView edit = view;
  draw_scale(canvas, view, &edit);
  Interaction hand;
  hand.released = true, hand.position = canvas.rect_of("scale").center();
  EXPECT_EQ(drawn_with("scale", hand, view).node, 5545);
  hand.travel = 60;
  EXPECT_EQ(drawn_with("scale", hand, view).node, 1) << "a drag chooses none";
  hand = {};
  hand.pressed = hand.held = true, hand.position = canvas.rect_of("scale").center();
  EXPECT_EQ(drawn_with("scale", hand, view).node, 1) << "nor does the press that a drag begins with";
}

TEST(Scale, ButtonsZoomAndShowTheWhole) {
  LineCanvas canvas({820, 600});
  const ScaleView near{.x = 0.5f, .y = 0.5f, .zoom = 5};
  ScaleView edit = near;
  draw_scale(canvas, near, &edit);
  const auto pressed = [&](std::string_view id) {
    Interaction hand;
    hand.pressed = hand.held = true, hand.position = canvas.rect_of(id).center();
    return drawn_with(id, hand, near);
  };
  EXPECT_GT(pressed("scale-in").zoom, 5);
  EXPECT_LT(pressed("scale-out").zoom, 5);
  EXPECT_EQ(pressed("scale-whole").zoom, 1);
  EXPECT_EQ(pressed("scale-whole").x, 0);
  EXPECT_EQ(pressed("scale-again").trial, 1);
  EXPECT_GE(canvas.rect_of("scale-in").width, 30);
}

}  // namespace
}  // namespace attn::lessons::graph_attention
