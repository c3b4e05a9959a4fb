// A graph of thousands of nodes: given whole to a canvas that keeps it, and drawn with lines and discs on any other.

#include "charts/cloud.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "unit/canvas/recording_canvas.h"

namespace attn::charts {
namespace {

using canvas::Cloud, canvas::CloudView, canvas::Color, canvas::Rect, canvas::Segment;

constexpr Color kRed{1, 0, 0, 1}, kBlue{0, 0, 1, 0.5f};

class LineCanvas : public canvas::RecordingCanvas {
 public:
  using RecordingCanvas::RecordingCanvas;
  std::vector<std::vector<Segment>> batches;
  void segments(std::span<const Segment> lines, canvas::Place) override { batches.emplace_back(lines.begin(), lines.end()); }
};

class KeepingCanvas : public LineCanvas {
 public:
  using LineCanvas::LineCanvas;
  std::shared_ptr<const Cloud> kept;
  CloudView view;
  bool cloud(const std::shared_ptr<const Cloud>& cloud, const CloudView& seen) override {
    kept = cloud, view = seen;
    return true;
  }
};

/// A square of 100 pixels that shows the places from -1 to 1.
CloudView whole() { return {.area = {0, 0, 100, 100}, .origin = {50, 50}, .unit = {50, -50}, .radius = 4, .thin = 1, .thick = 3}; }

std::shared_ptr<const Cloud> triangle() {
  Cloud made;
  made.nodes = {{{-0.5f, 0}, kRed}, {{0.5f, 0}, kRed, 2}, {{0, 0.5f}, kBlue}};
  made.ties = {{{-0.5f, 0}, {0.5f, 0}, kBlue, 0}, {{0.5f, 0}, {0, 0.5f}, kBlue, 0.5f}, {{0, 0.5f}, {-0.5f, 0}, kRed, 1}};
  made.parts = {{{-1, -1, 2, 2}, 1, 2}, {{-0.5f, 0, 1, 0.5f}, 3, 3}};
  return std::make_shared<const Cloud>(made);
}

/// `side` x `side` nodes in the square from -1 to 1, and as many ties, from each node to the middle.
std::shared_ptr<const Cloud> lattice(int side) {
  Cloud made;
  for (int i = 0; i < side * side; ++i) {
    const auto part = [side](int k) { return 2 * (static_cast<float>(k) + 0.5f) / static_cast<float>(side) - 1; };
    made.nodes.push_back({{part(i % side), part(i / side)}, kRed});
    made.ties.push_back({made.nodes.back().at, {}, kBlue, static_cast<float>(i) / static_cast<float>(side * side)});
  }
  made.parts = {{{-1, -1, 2, 2}, made.ties.size(), made.nodes.size()}};
  return std::make_shared<const Cloud>(made);
}

TEST(Cloud, ACanvasThatKeepsItDrawsItAlone) {
  KeepingCanvas canvas({100, 100});
  const auto cloud = lattice(150);
  const CloudSeen seen = draw_cloud(canvas, cloud, whole());
  EXPECT_EQ(canvas.kept, cloud);
  EXPECT_EQ(canvas.view.unit.y, -50);
  EXPECT_TRUE(canvas.batches.empty() && canvas.circles.empty());
  EXPECT_EQ(seen.nodes.size(), 22500u);
  EXPECT_EQ(seen.ties, 22500);
  EXPECT_EQ(seen.ties_drawn, 22500) << "none is left out";
}

TEST(Cloud, ElsewhereTiesAreLinesBelowDiscs) {
  LineCanvas canvas({100, 100});
  const CloudSeen seen = draw_cloud(canvas, triangle(), whole());
  ASSERT_EQ(canvas.batches.size(), 1u);
  const std::vector<Segment>& lines = canvas.batches[0];
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[1].a.x, 75);
  EXPECT_EQ(lines[1].b.y, 25) << "up is up";
  EXPECT_EQ(lines[0].width, 1);
  EXPECT_EQ(lines[1].width, 2);
  EXPECT_EQ(lines[2].width, 3);
  ASSERT_EQ(canvas.circles.size(), 3u);
  EXPECT_EQ(canvas.circles[0].x, 25);
  EXPECT_EQ(seen.nodes, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(seen.ties_drawn, 3);
}

TEST(Cloud, AnSvgHasTheSamePicture) {
  canvas::SvgCanvas canvas({100, 100}, canvas::Theme(false));
  draw_cloud(canvas, triangle(), whole());
  const std::string svg = canvas.svg();
  EXPECT_NE(svg.find("stroke=\"#0000ff\" stroke-opacity=\"0.5\" d=\"M25 50h50\""), std::string::npos) << svg;
  EXPECT_NE(svg.find("<circle cx=\"75\" cy=\"50\" r=\"8\" fill=\"#ff0000\"/>"), std::string::npos) << svg;
  EXPECT_LT(svg.find("<path"), svg.find("<circle")) << "nodes are above ties";
}

TEST(Cloud, WhatIsOutOfViewIsNeitherDrawnNorCounted) {
  LineCanvas canvas({100, 100});
  CloudView near = whole();
  near.origin = {50 + 2000, 50}, near.unit = {4000, -4000};  // about the node on the left
  const CloudSeen seen = draw_cloud(canvas, triangle(), near);
  EXPECT_EQ(seen.nodes, (std::vector<int>{0}));
  EXPECT_EQ(seen.ties, 2);
  EXPECT_EQ(canvas.circles.size(), 1u);
  near.first_part = 1;
  EXPECT_EQ(draw_cloud(canvas, triangle(), near).ties, 1) << "and the first parts are left out where that is asked for";
}

TEST(Cloud, PartsInViewAreJoinedWhereTheyFollowEachOther) {
  Cloud cloud;
  for (size_t k = 1; k <= 6; ++k) cloud.parts.push_back({{static_cast<float>(k % 4), 0, 0.5f, 0.5f}, 10 * k, 5 * k});
  CloudView view;
  view.area = {90, 0, 190, 40}, view.unit = {100, 100};  // parts 0, 1, 4 and 5 lie in it
  std::vector<std::pair<size_t, size_t>> ranges;
  const auto collect = [&](size_t first, size_t end) { ranges.emplace_back(first, end); };
  canvas::for_parts_in_view(cloud, view, &Cloud::Part::ties_end, collect);
  EXPECT_EQ(ranges, (std::vector<std::pair<size_t, size_t>>{{0, 20}, {40, 60}}));
  ranges.clear();
  view.first_part = 1;
  canvas::for_parts_in_view(cloud, view, &Cloud::Part::nodes_end, collect);
  EXPECT_EQ(ranges, (std::vector<std::pair<size_t, size_t>>{{5, 10}, {20, 30}}));
}

TEST(Cloud, TheWidestTiesHaveRoom) {
  LineCanvas canvas({100, 100});
  const auto cloud = lattice(100);
  const CloudSeen seen = draw_cloud(canvas, cloud, whole());
  ASSERT_EQ(canvas.batches.size(), 2u);
  EXPECT_EQ(canvas.batches[1].size(), 10000u) << "all nodes, as squares";
  EXPECT_EQ(seen.ties, 10000);
  EXPECT_GT(seen.ties_drawn, 2000);
  EXPECT_EQ(static_cast<size_t>(seen.ties_drawn), canvas.batches[0].size());
  EXPECT_LE(canvas.batches[0].size() + canvas.batches[1].size(), 13000u) << "which Canvas::segments draws";
  const auto widths = [&](auto of) { return 1 + 2 * static_cast<float>(of) / 10000; };
  EXPECT_FLOAT_EQ(canvas.batches[0].front().width, widths(10000 - seen.ties_drawn)) << "in their order";
  EXPECT_FLOAT_EQ(canvas.batches[0].back().width, widths(9999));
}

}  // namespace
}  // namespace attn::charts
