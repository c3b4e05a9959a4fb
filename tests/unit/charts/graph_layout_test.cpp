#include "charts/graph_layout.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attn::charts {
namespace {

double far(const Mat& places, Index i, Index j) { return (places.row(i) - places.row(j)).norm(); }

std::vector<GraphTie> path(int nodes) {
  std::vector<GraphTie> ties;
  for (int i = 0; i + 1 < nodes; ++i) ties.push_back({.from = i, .to = i + 1});
  return ties;
}

TEST(GraphLayout, ASeedGivesOneLayout) {
  const std::vector<GraphTie> ties = path(8);
  EXPECT_EQ(graph_layout(8, ties, 3), graph_layout(8, ties, 3));
  EXPECT_NE(graph_layout(8, ties, 3), graph_layout(8, ties, 4));
}

TEST(GraphLayout, APathIsLaidOutInItsOrderAndFillsTheBox) {
  const Mat places = graph_layout(6, path(6));
  for (Index i = 0; i + 1 < 6; ++i) EXPECT_LT(far(places, i, i + 1), far(places, i, (i + 3) % 6)) << i;
  EXPECT_NEAR(places.col(0).maxCoeff(), 1, 1e-5);
  EXPECT_NEAR(places.col(0).minCoeff(), -1, 1e-5);
  EXPECT_LE(places.cwiseAbs().maxCoeff(), 1 + 1e-5);
}

TEST(GraphLayout, NodesThatAreTiedTogetherLieTogether) {
  std::vector<GraphTie> ties;  // two groups of five, all tied within, with one tie between them
  for (const int first : {0, 5})
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j < i; ++j) ties.push_back({.from = first + i, .to = first + j});
  ties.push_back({.from = 0, .to = 5});
  const Mat places = graph_layout(10, ties);
  double within = 0, between = 1e9;
  for (Index i = 0; i < 10; ++i)
    for (Index j = 0; j < i; ++j)
      if (i / 5 == j / 5)
        within = std::max(within, far(places, i, j));
      else if (i != 5 || j != 0)
        between = std::min(between, far(places, i, j));
  EXPECT_GT(between, 0.5 * within);
  EXPECT_GT((places.topRows(5).colwise().mean() - places.bottomRows(5).colwise().mean()).norm(), 0.8 * within);
}

TEST(GraphLayout, NoTwoNodesLieOnEachOther) {
  std::vector<GraphTie> star;
  for (int i = 1; i < 12; ++i) star.push_back({.from = 0, .to = i});
  star.push_back({.from = 3, .to = 3});
  for (const int nodes : {12, 20}) {  // with eight nodes more that nothing ties
    const Mat places = graph_layout(nodes, star);
    for (Index i = 0; i < nodes; ++i)
      for (Index j = 0; j < i; ++j) EXPECT_GT(far(places, i, j), 0.12) << i << " " << j;
  }
}

TEST(GraphLayout, SmallestGraphs) {
  EXPECT_EQ(graph_layout(0, {}).rows(), 0);
  EXPECT_TRUE(graph_layout(1, {}).isZero()) << "alone in the middle";
  const Mat pair = graph_layout(2, path(2));
  EXPECT_TRUE(pair.allFinite());
  EXPECT_GT(far(pair, 0, 1), 0.5);
}

TEST(Dragged, KeepsOneRowANodeInOrder) {
  Mat dragged(0, 3);
  put_dragged(&dragged, 4, {0.5f, 0});
  put_dragged(&dragged, 2, {-1, 1});
  put_dragged(&dragged, 4, {0.25f, 0.75f});
  ASSERT_EQ(dragged.rows(), 2);
  EXPECT_EQ(dragged(0, 0), 2);
  EXPECT_EQ(dragged(1, 0), 4);
  EXPECT_FLOAT_EQ(static_cast<float>(dragged(1, 2)), 0.75f);
}

TEST(Dragged, WhatNamesNoNodeIsLeftOut) {
  const Mat dragged = (Mat(5, 3) << 7, 0, 0, 1.5, 0, 0, -1, 0, 0, 1, 3, -9, 0, 0.5, 0.5).finished();
  const Mat valid = valid_dragged(dragged, 7);
  ASSERT_EQ(valid.rows(), 2);
  EXPECT_EQ(valid(1, 0), 1);
  EXPECT_EQ(valid(1, 1), 1) << "brought into the box";
  EXPECT_EQ(valid(1, 2), -1);
  const Mat placed = with_dragged(graph_layout(7, path(7)), dragged);
  EXPECT_EQ(placed(0, 0), Real(0.5));
  EXPECT_EQ(placed.bottomRows(5), graph_layout(7, path(7)).bottomRows(5)) << "the others stay";
}

}  // namespace
}  // namespace attn::charts
