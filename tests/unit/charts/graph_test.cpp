#include "charts/graph.h"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/canvas/recording_canvas.h"

namespace attn::charts {
namespace {

using canvas::Interaction;
using canvas::Point;

constexpr canvas::Rect kArea{0, 0, 400, 300};

/// Three nodes at the corners of the box; what a test draws.
struct Picture {
  Mat places = (Mat(3, 2) << -1, -1, 1, -1, 0, 1).finished();
  std::vector<GraphNode> nodes = {{.name = "1"}, {.name = "2"}, {.name = "3"}};
  std::vector<GraphTie> ties = {{.from = 0, .to = 1}};
  GraphTool tool = GraphTool::kLook;
  int selected = -1;

  GraphHand draw(canvas::Canvas& canvas) const {
    return draw_graph(canvas, kArea,
                      {.tie_id = "weights", .places = places, .nodes = nodes, .ties = ties, .selected = selected, .tool = tool});
  }
  Point at(int node) const { return graph_pixel(kArea, {static_cast<float>(places(node, 0)), static_cast<float>(places(node, 1))}); }
};

template <class Set>
Interaction hand_that(Set set) {
  Interaction it;
  set(it);
  return it;
}

TEST(Graph, PlacesAndPixelsAreEachOthersInverse) {
  for (const Point place : {Point{-1, -1}, Point{0.25f, -0.5f}, Point{1, 1}}) {
    const Point pixel = graph_pixel(kArea, place), again = graph_place(kArea, pixel);
    EXPECT_TRUE(kArea.inset(14, 14).contains(pixel)) << "a node at the box's edge lies inside the area";
    EXPECT_NEAR(again.x, place.x, 1e-5f);
    EXPECT_NEAR(again.y, place.y, 1e-5f);
  }
  EXPECT_LT(graph_pixel(kArea, {0, 1}).y, graph_pixel(kArea, {0, -1}).y) << "y is up";
  EXPECT_FLOAT_EQ(graph_place(kArea, {-500, 150}).x, -1) << "what lies outside is brought to the box";
}

TEST(Graph, EveryNodeIsARegionWithTouchSize) {
  Picture picture;
  canvas::RecordingCanvas canvas({400, 300});
  picture.draw(canvas);
  for (int i = 0; i < 3; ++i) {
    const canvas::Rect box = canvas.rect_of("node[" + std::to_string(i) + "]");
    EXPECT_GE(box.width, 24);
    EXPECT_NEAR(box.center().x, picture.at(i).x, 1e-3f);
    EXPECT_NEAR(box.center().y, picture.at(i).y, 1e-3f);
  }
  EXPECT_FLOAT_EQ(canvas.rect_of("weights[0,1]").width, 0) << "a tie without a weight has nothing to say";
}

TEST(Graph, NodesThatWouldLieOnEachOtherAreMovedApart) {
  Picture picture;
  picture.places = Mat(34, 2);
  picture.nodes.clear();
  picture.ties.clear();
  for (int i = 0; i < 34; ++i) {
    picture.places.row(i) << 0.8 * std::cos(2.1 * i) * (i % 5) / 5, 0.8 * std::sin(1.3 * i) * (i % 7) / 7;  // some of them equal
    picture.nodes.push_back({.name = std::to_string(i + 1), .known = i == 3});
  }
  for (const canvas::Rect area : {canvas::Rect{0, 0, 180, 200}, canvas::Rect{0, 0, 400, 300}}) {
    canvas::RecordingCanvas canvas({area.width, area.height});
    draw_graph(canvas, area, {.places = picture.places, .nodes = picture.nodes, .ties = {}, .radius = 8});
    for (int i = 0; i < 34; ++i)
      for (int j = 0; j < i; ++j) {
        const Point way =
            canvas.rect_of("node[" + std::to_string(i) + "]").center() - canvas.rect_of("node[" + std::to_string(j) + "]").center();
        EXPECT_GE(std::hypot(way.x, way.y), 2 * 8.0f) << i << " on " << j << " in " << area.width << " x " << area.height;
      }
  }
}

TEST(Graph, NoNodesRegionLiesOnAnothers) {
  Picture picture;
  picture.places = Mat(34, 2);
  picture.nodes.clear();
  picture.ties.clear();
  for (int i = 0; i < 34; ++i) {
    picture.places.row(i) << 0.9 * std::cos(2.1 * i) * (i % 5) / 5, 0.9 * std::sin(1.3 * i) * (i % 7) / 7;
    picture.nodes.push_back({.name = std::to_string(i + 1)});
  }
  for (const canvas::Rect area : {canvas::Rect{0, 0, 180, 120}, canvas::Rect{0, 0, 325, 215}}) {
    canvas::RecordingCanvas canvas({area.width, area.height});
    draw_graph(canvas, area, {.places = picture.places, .nodes = picture.nodes, .ties = {}});
    for (int i = 0; i < 34; ++i)
      for (int j = 0; j < i; ++j) {
        const canvas::Rect a = canvas.rect_of("node[" + std::to_string(i) + "]"), b = canvas.rect_of("node[" + std::to_string(j) + "]");
        const Point way = b.center() - a.center();
        EXPECT_GE(std::max(std::abs(way.x), std::abs(way.y)), 0.5f * (a.width + b.width) - 0.01f) << i << " on " << j;
      }
  }
}

TEST(Graph, InACrowdMarksAreSmallAndTheSelectedOneAloneIsNamed) {
  Picture picture;
  picture.places = Mat(60, 2);
  picture.nodes.clear();
  picture.ties.clear();
  for (int i = 0; i < 60; ++i) {
    picture.places.row(i) << Real(2 * (i % 10)) / 9 - 1, Real(2 * (i / 10)) / 5 - 1;
    picture.nodes.push_back({.name = std::to_string(i + 1)});
  }
  const auto names = [&](canvas::Rect area) {
    canvas::RecordingCanvas canvas({area.width, area.height});
    draw_graph(canvas, area, {.places = picture.places, .nodes = picture.nodes, .ties = {}, .selected = 4});
    return canvas.texts.size();
  };
  EXPECT_EQ(names({0, 0, 200, 120}), 1u);
  EXPECT_EQ(names({0, 0, 800, 600}), 60u);
}

TEST(Graph, ALoopTurnsUntilItLiesInside) {
  Picture picture;
  picture.ties = {{.from = 2, .to = 2, .weight = 1}};
  for (GraphNode& node : picture.nodes) node.name = "them";
  canvas::RecordingCanvas canvas({185, 130});
  draw_graph(canvas, {0, 0, 185, 130}, {.tie_id = "weights", .places = picture.places, .nodes = picture.nodes, .ties = picture.ties});
  const Point far_end = canvas.rect_of("weights[2,2]").center();
  EXPECT_TRUE((canvas::Rect{0, 0, 185, 130}.contains(far_end))) << far_end.x << ", " << far_end.y;
}

TEST(Graph, MarksOfFewNodesGrowWithTheirNames) {
  Picture picture;
  for (GraphNode& node : picture.nodes) node.name = "them";
  canvas::RecordingCanvas canvas({400, 300});
  picture.draw(canvas);
  EXPECT_NEAR(canvas.find("them")->box.center().y, picture.at(0).y, 1);
}

TEST(Graph, ALargerWeightIsAWiderLine) {
  Picture picture;
  picture.ties = {{.from = 0, .to = 1, .weight = 0.9f}, {.from = 0, .to = 2, .weight = 0.2f}, {.from = 1, .to = 2}};
  canvas::RecordingCanvas canvas({400, 300});
  picture.draw(canvas);
  ASSERT_EQ(canvas.lines.size(), 3u);
  EXPECT_LT(canvas.lines[0].stroke.width, canvas.lines[1].stroke.width) << "a tie without a weight is the thinnest but one, and lies below";
  EXPECT_LT(canvas.lines[1].stroke.width, canvas.lines[2].stroke.width) << "the strongest lies on top";
  EXPECT_EQ(canvas.polygons.size(), 2u) << "arrows point to whom a node looks at";
  EXPECT_GT(canvas.rect_of("weights[0,2]").width, 0);
}

TEST(Graph, DirectionsWithWeightsOfTheirOwnAreTwoStrandsApart) {
  Picture picture;
  picture.ties = {{.from = 0, .to = 1, .weight = 0.5f, .back = 0.1f}};
  canvas::RecordingCanvas canvas({400, 300});
  picture.draw(canvas);
  ASSERT_EQ(canvas.curves.size(), 2u);
  EXPECT_EQ(canvas.polygons.size(), 2u);
  const canvas::Rect there = canvas.rect_of("weights[0,1]"), back = canvas.rect_of("weights[1,0]");
  EXPECT_GE(std::abs(there.center().y - back.center().y), 5) << "both can be pointed at";
  // The head of 0 -> 1 lies at node 1.
  EXPECT_NEAR(canvas.polygons[1][0].x, picture.at(1).x, 20);
}

TEST(Graph, ALoopStandsOutsideOfItsNode) {
  Picture picture;
  picture.ties = {{.from = 2, .to = 2, .weight = 1}};
  canvas::RecordingCanvas canvas({400, 300});
  picture.draw(canvas);
  EXPECT_LT(canvas.rect_of("weights[2,2]").center().y, picture.at(2).y - 10) << "above the topmost node";
  EXPECT_GE(canvas.rect_of("weights[2,2]").center().y, 0);
}

TEST(Graph, APressSelectsAndAHoverDoesNot) {
  Picture picture;
  canvas::RecordingCanvas canvas({400, 300});
  canvas.hands["node[1]"] = hand_that([&](Interaction& it) { it.hovered = true; });
  EXPECT_EQ(picture.draw(canvas).pressed, -1);
  canvas.hands["node[1]"] = hand_that([&](Interaction& it) {
    it.hovered = true;
    it.pressed = true;
    it.held = true;
    it.position = picture.at(1);
  });
  const GraphHand hand = picture.draw(canvas);
  EXPECT_EQ(hand.pressed, 1);
  EXPECT_EQ(hand.moved, -1);
}

TEST(Graph, ADraggedNodeFollowsTheHandAndStaysInTheBox) {
  Picture picture;
  picture.tool = GraphTool::kMove;
  canvas::RecordingCanvas canvas({400, 300});
  canvas.hands["node[0]"] = hand_that([&](Interaction& it) {
    it.held = true;
    it.position = {200, 150};
    it.delta = {1, 0};
  });
  GraphHand hand = picture.draw(canvas);
  ASSERT_EQ(hand.moved, 0);
  EXPECT_NEAR(hand.place.x, 0, 1e-5f);
  EXPECT_NEAR(hand.place.y, 0, 1e-5f);
  canvas.hands["node[0]"].position = {-900, 5000};
  hand = picture.draw(canvas);
  EXPECT_EQ(hand.moved, -1) << "it was in that corner already";
  canvas.hands["node[0]"] = hand_that([&](Interaction& it) {
    it.selected = true;
    it.nudge_y = -1;
  });
  hand = picture.draw(canvas);
  ASSERT_EQ(hand.moved, 0) << "arrow keys move it";
  EXPECT_GT(hand.place.y, -1);
  picture.tool = GraphTool::kLook;
  EXPECT_EQ(picture.draw(canvas).moved, -1);
}

TEST(Graph, ADragFromNodeToNodeTiesThem) {
  Picture picture;
  picture.tool = GraphTool::kTie;
  canvas::RecordingCanvas canvas({400, 300});
  canvas.hands["node[0]"] = hand_that([&](Interaction& it) {
    it.released = true;
    it.position = picture.at(2);
  });
  GraphHand hand = picture.draw(canvas);
  EXPECT_EQ(hand.from, 0);
  EXPECT_EQ(hand.to, 2);
  canvas.hands["node[0]"].position = {200, 150};
  hand = picture.draw(canvas);
  EXPECT_EQ(hand.from, -1) << "a drag into nowhere ties nothing";
}

TEST(Graph, TwoPressesTieByKeyboardAndTouch) {
  Picture picture;
  picture.tool = GraphTool::kTie;
  canvas::RecordingCanvas canvas({400, 300});
  canvas.hands["node[1]"] = hand_that([&](Interaction& it) {
    it.selected = true;
    it.pressed = true;
    it.released = true;
    it.position = picture.at(1);
  });
  EXPECT_EQ(picture.draw(canvas).pressed, 1) << "the first node";
  picture.selected = 0;
  GraphHand hand = picture.draw(canvas);
  EXPECT_EQ(hand.from, 0);
  EXPECT_EQ(hand.to, 1);
  EXPECT_EQ(hand.pressed, -1);
  picture.selected = 1;
  EXPECT_EQ(picture.draw(canvas).pressed, 1) << "the selected node again";
}

TEST(Graph, APressOnATiesMiddleCutsIt) {
  Picture picture;
  picture.tool = GraphTool::kTie;
  canvas::RecordingCanvas canvas({400, 300});
  const Point middle = 0.5f * (picture.at(0) + picture.at(1));
  canvas.hands["weights[0,1]"] = hand_that([&](Interaction& it) {
    it.released = true;
    it.position = middle;
  });
  GraphHand hand = picture.draw(canvas);
  EXPECT_EQ(hand.from, 0);
  EXPECT_EQ(hand.to, 1);
  canvas.hands["weights[0,1]"].position = {0, 0};
  EXPECT_EQ(picture.draw(canvas).from, -1) << "let go elsewhere";
}

TEST(Graph, LongNamesStandOutsideOfTheMarkAndInsideTheArea) {
  Picture picture;
  picture.nodes[1].name = "at the bottom";
  picture.nodes[2].name = "at the top";
  canvas::RecordingCanvas canvas({400, 300});
  picture.draw(canvas);
  const auto* first = canvas.find("1");
  const auto* above = canvas.find("at the bottom");
  const auto* below = canvas.find("at the top");
  ASSERT_TRUE(first && above && below);
  EXPECT_GT(std::abs(first->box.center().y - picture.at(0).y), 14) << "where one has no room inside, none is";
  EXPECT_GT(below->box.y, picture.at(2).y + 5);
  EXPECT_LT(above->box.bottom(), picture.at(1).y - 5);
  EXPECT_LE(above->box.right(), 400);
}

TEST(GraphTies, OfAMatrixAreOnePerPairWithBothWeights) {
  Mask allowed(3, 3);
  allowed << true, true, false, true, true, false, true, false, false;
  const Mat weights = (Mat(3, 3) << 0.7, 0.3, 0, 0.4, 0.6, 0, 1, 0, 0).finished();
  const std::vector<GraphTie> all = graph_ties(allowed, weights);
  ASSERT_EQ(all.size(), 4u) << "0-0, 0-1, 2->0, 1-1";
  EXPECT_EQ(all[0].from, all[0].to);
  EXPECT_FLOAT_EQ(all[1].weight, 0.3f);
  EXPECT_FLOAT_EQ(all[1].back, 0.4f);
  EXPECT_FALSE(all[1].one_way);
  EXPECT_EQ(all[2].from, 2);
  EXPECT_TRUE(all[2].one_way);
  EXPECT_FLOAT_EQ(all[2].weight, 1);
  EXPECT_LT(all[2].back, 0);

  const std::vector<GraphTie> of_one = graph_ties(allowed, weights, 1);
  EXPECT_LT(of_one[1].weight, 0);
  EXPECT_FLOAT_EQ(of_one[1].back, 0.4f) << "what node 1 looks at";
  EXPECT_TRUE(of_one[2].faint);
  EXPECT_LT(graph_ties(allowed, Mat())[1].weight, 0) << "no weights, no numbers";
}

TEST(GraphGroups, DifferInShapeAndInLightness) {
  for (const bool dark : {false, true}) {
    const canvas::Theme theme(dark);
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < a; ++b) {
        const auto grey = [&](int g) {
          const canvas::Color c = group_color(theme, g);
          return 0.2126f * c.r + 0.7152f * c.g + 0.0722f * c.b;
        };
        EXPECT_GT(std::abs(grey(a) - grey(b)), 0.06f) << a << " and " << b << (dark ? " dark" : " light");
      }
  }
  EXPECT_EQ(group_letter(0), "A");
  EXPECT_EQ(group_letter(3), "D");
}

TEST(GraphLegend, WrapsAndSaysItsHeight) {
  const std::vector<std::string> groups = {"Mr. Hi's club", "the officers' club"};
  canvas::RecordingCanvas wide({600, 100}), narrow({150, 300});
  const GraphLegend legend{.groups = groups, .known = true, .weights = "attention", .arrows = true};
  const float low = draw_graph_legend(wide, {0, 0, 600, 100}, legend), high = draw_graph_legend(narrow, {0, 0, 150, 300}, legend);
  EXPECT_GT(high, low);
  for (const auto& text : narrow.texts) EXPECT_LE(text.box.right(), 150) << text.text;
  EXPECT_EQ(draw_graph_legend(wide, {0, 0, 600, 100}, {}), 0);
}

}  // namespace
}  // namespace attn::charts
