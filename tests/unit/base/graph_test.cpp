#include "base/graph.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

// 0 - 1 - 2 - 3   4
const std::vector<Tie> kPath{{2, 1}, {0, 1}, {2, 3}, {1, 0}};

std::vector<int> seen_by(const Neighbours& graph, int node) {
  const auto row = graph.of(node);
  return {row.begin(), row.end()};
}

TEST(Graph, TiesOneWayAndBothWays) {
  const Neighbours both = neighbours(5, kPath, TieKind::both_ways, false);
  EXPECT_EQ(both.first, (std::vector<int>{0, 1, 3, 5, 6, 6}));
  EXPECT_EQ(both.seen, (std::vector<int>{1, 0, 2, 1, 3, 2}));
  EXPECT_TRUE(is_symmetric(both));
  const Neighbours one = neighbours(5, kPath, TieKind::one_way, false);
  EXPECT_EQ(one.seen, (std::vector<int>{1, 0, 1, 3}));
  EXPECT_FALSE(is_symmetric(one));
  EXPECT_EQ(reversed(one).seen, (std::vector<int>{1, 0, 2, 2}));
}

TEST(Graph, LoopsAreASwitch) {
  const Neighbours graph = neighbours(5, kPath, TieKind::both_ways, true);
  EXPECT_EQ(graph.edges(), 11);
  EXPECT_EQ(seen_by(graph, 1), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(seen_by(graph, 4), (std::vector<int>{4}));
  const std::vector<Tie> own{{1, 1}};
  EXPECT_EQ(neighbours(2, own, TieKind::both_ways, false).seen, (std::vector<int>{1}));
}

TEST(Graph, EdgesHaveNumbers) {
  const Neighbours graph = neighbours(5, kPath, TieKind::both_ways, true);
  for (int i = 0, k = 0; i < 5; ++i)
    for (const int j : graph.of(i)) EXPECT_EQ(graph.edge(i, j), k++);
  EXPECT_EQ(graph.edge(0, 2), -1);
  EXPECT_EQ(graph.edge(4, 0), -1);
}

TEST(Graph, AMaskAndBack) {
  const Neighbours graph = neighbours(5, kPath, TieKind::one_way, true);
  const Mask mask = dense(graph);
  EXPECT_TRUE(mask(2, 1) && mask(2, 2) && !mask(3, 2) && mask(2, 3));
  EXPECT_EQ(mask.count(), 9);
  EXPECT_EQ(neighbours(mask), graph);
  EXPECT_EQ(neighbours(Mask(0, 0)), Neighbours());
}

TEST(Graph, HopsReachAlongEdges) {
  const Neighbours graph = neighbours(5, kPath, TieKind::both_ways, false);
  EXPECT_EQ(distances(graph, 0), (std::vector<int>{0, 1, 2, 3, -1}));
  EXPECT_EQ(distances(neighbours(5, kPath, TieKind::one_way, false), 3), (std::vector<int>{-1, -1, -1, 0, -1}));
  EXPECT_EQ(seen_by(within(graph, 2), 0), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(within(graph, 1), neighbours(5, kPath, TieKind::both_ways, true));
  EXPECT_EQ(within(graph, 0).seen, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(Graph, SideBySide) {
  const Neighbours path = neighbours(4, kPath, TieKind::both_ways, false), pair = neighbours(2, {{{0, 1}}}, TieKind::one_way, false);
  const std::vector<Neighbours> graphs{path, Neighbours(), pair, path};
  const Neighbours all = side_by_side(graphs);
  EXPECT_EQ(all.nodes(), 10);
  EXPECT_EQ(all.edges(), 13);
  const Mask mask = dense(all);
  EXPECT_EQ(mask.block(0, 0, 4, 4), dense(path));
  EXPECT_EQ(mask.block(4, 4, 2, 2), dense(pair));
  EXPECT_EQ(mask.block(6, 6, 4, 4), dense(path));
}

TEST(Graph, PermutedNodesAreTheSameGraph) {
  const Neighbours graph = neighbours(5, kPath, TieKind::one_way, true);
  const std::vector<int> order{3, 0, 4, 1, 2};
  const Mask before = dense(graph), after = dense(permuted(graph, order));
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) EXPECT_EQ(after(i, j), before(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]));
}

}  // namespace
}  // namespace attn
