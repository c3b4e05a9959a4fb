// Layers over graphs: along the edges against all pairs of nodes, by hand, and what the two versions of attention can tell apart.
#include "kernels/graph.h"

#include <numeric>

#include "kernels/entropy.h"
#include "kernels/graph_rows.h"
#include "kernels/mask.h"
#include "unit/compare.h"
#include "unit/kernels/graph_case.h"

namespace attn::kernels {
namespace {

using test::close;

TEST(GraphAttention, AlongEdgesAsOverAllPairs) {
  test::for_graph_cases(13, [](const test::GraphCase& c, const std::string& name) {
    SCOPED_TRACE(name);
    const GraphAttention sparse = graph_attention(c.x, c.graph, c.weights, c.options);
    const Mask mask = attn::dense(c.graph);
    const DenseGraphAttention all = graph_attention_reference(c.x, mask, c.weights, c.options);
    EXPECT_TRUE(close(sparse.features, all.features));
    EXPECT_TRUE(close(sparse.heads, all.heads));
    EXPECT_TRUE(close(sparse.output, all.output));
    for (int h = 0; h < c.options.heads; ++h) {
      const auto head = static_cast<std::size_t>(h);
      EXPECT_TRUE(close(dense(c.graph, sparse.weights, h), all.weights[head]));
      const Mat seen_scores = mask.select(all.scores[head], Mat::Zero(mask.rows(), mask.cols()));
      EXPECT_TRUE(close(dense(c.graph, sparse.scores, h), seen_scores));
    }
  });
}

TEST(GraphAttention, WhoSeesNobodyPutsOutZeros) {
  test::for_graph_cases(7, [](const test::GraphCase& c, const std::string& name) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(c.graph.of(1).empty());
    const GraphAttention r = graph_attention(c.x, c.graph, c.weights, c.options);
    EXPECT_TRUE(r.output.row(1).isZero(0));
    EXPECT_FALSE(r.output.row(0).isZero(0));
    Mat sums = Mat::Zero(c.graph.nodes(), c.options.heads);
    for (int i = 0, k = 0; i < c.graph.nodes(); ++i)
      for (std::size_t count = c.graph.of(i).size(); count > 0; --count, ++k) sums.row(i) += r.weights.row(k);
    for (int i = 0; i < c.graph.nodes(); ++i)
      EXPECT_TRUE(close(sums.row(i), Mat::Constant(1, c.options.heads, c.graph.of(i).empty() ? 0 : 1)));
  });
}

TEST(GraphAttention, WithoutEdgesOrNodes) {
  Rng rng(1);
  const test::GraphCase c = test::graph_case(4, 3, 5, {.heads = 2}, false, rng);
  const Neighbours none = neighbours(4, {}, TieKind::both_ways, false);
  EXPECT_TRUE(graph_attention(c.x, none, c.weights, c.options).output.isZero(0));
  EXPECT_EQ(graph_attention(Mat(0, 3), Neighbours(), c.weights, c.options).output.rows(), 0);
}

TEST(GraphAttention, ByHand) {
  // One feature, one head of width one: g = 2 x; node 0 sees 1 and 2.
  Mat x(3, 1);
  x << 1, -1, 0.5;
  const Neighbours graph = neighbours(3, std::vector<Tie>{{0, 1}, {0, 2}}, TieKind::one_way, false);
  const auto one = [](Real v) { return Mat(Mat::Constant(1, 1, v)); };
  const GraphAttention r = graph_attention(x, graph, {one(2), {}, one(0.5), one(3)}, {.heads = 1, .version = 1});
  // e_01 = leaky(0.5 2 + 3 (-2)) = leaky(-5) = -1, e_02 = leaky(1 + 3) = 4
  EXPECT_NEAR(r.scores(0, 0), -1, 1e-6);
  EXPECT_NEAR(r.scores(1, 0), 4, 1e-6);
  EXPECT_NEAR(r.weights(1, 0), 1 / (1 + std::exp(-5.0)), 1e-6);
  EXPECT_NEAR(r.output(0, 0), -2 * r.weights(0, 0) + 1 * r.weights(1, 0), 1e-6);
  const GraphAttention v2 = graph_attention(x, graph, {one(2), one(1), one(-3), {}}, {.heads = 1, .version = 2});
  // e_01 = -3 leaky(1 - 2) = 0.6, e_02 = -3 leaky(1 + 1) = -6
  EXPECT_NEAR(v2.scores(0, 0), 0.6, 1e-6);
  EXPECT_NEAR(v2.scores(1, 0), -6, 1e-6);
}

/// Whether two nodes that see the same others differ in whom they weigh most.
bool depends_on_who_looks(int version, Rng& rng) {
  const test::GraphCase c = test::graph_case(6, 4, 8, {.heads = 1, .version = version}, false, rng);
  const Neighbours everybody = neighbours(full_mask(6, 6));
  const Mat weights = dense(everybody, graph_attention(c.x, everybody, c.weights, c.options).weights);
  Index first = 0, other = 0;
  weights.row(0).maxCoeff(&first);
  for (Index i = 1; i < 6; ++i) {
    weights.row(i).maxCoeff(&other);
    if (other != first) return true;
  }
  return false;
}

TEST(GraphAttention, OnlyVersionTwoRanksByWhoLooks) {
  Rng rng(5);
  int two = 0;
  for (int trial = 0; trial < 20; ++trial) {
    EXPECT_FALSE(depends_on_who_looks(1, rng));
    two += depends_on_who_looks(2, rng);
  }
  EXPECT_GT(two, 0);
}

TEST(GraphAttention, AnotherOrderOfTheNodesChangesNothingElse) {
  Rng rng(6);
  const test::GraphCase c = test::graph_case(11, 5, 4, {.heads = 2, .version = 2}, false, rng);
  std::vector<int> order(11);
  std::iota(order.begin(), order.end(), 0);
  rng.shuffle(&order);
  Mat x(11, 5);
  for (Index i = 0; i < 11; ++i) x.row(i) = c.x.row(order[static_cast<std::size_t>(i)]);
  const Mat before = graph_attention(c.x, c.graph, c.weights, c.options).output;
  const Mat after = graph_attention(x, permuted(c.graph, order), c.weights, c.options).output;
  for (Index i = 0; i < 11; ++i) EXPECT_TRUE(close(after.row(i), before.row(order[static_cast<std::size_t>(i)])));
}

TEST(GraphAttention, DroppedWeightsLeaveTheSum) {
  Rng rng(7);
  const test::GraphCase c = test::graph_case(7, 3, 4, {.heads = 1}, false, rng);
  Mat drops = Mat::Constant(c.graph.edges(), 1, 2);
  drops(0, 0) = 0;
  const GraphAttention all = graph_attention(c.x, c.graph, c.weights, c.options);
  const GraphAttention some = graph_attention(c.x, c.graph, c.weights, c.options, &drops);
  EXPECT_TRUE(close(some.weights, all.weights));
  EXPECT_TRUE(close(some.output.row(0), 2 * (all.output.row(0) - all.weights(0, 0) * all.features.row(c.graph.seen[0]))));
  EXPECT_TRUE(close(some.output.bottomRows(6), 2 * all.output.bottomRows(6)));
}

TEST(GraphAttention, HugeScoresStayFinite) {
  Rng rng(8);
  test::GraphCase c = test::graph_case(7, 3, 4, {.heads = 2}, false, rng);
  c.weights.a_target *= 1e6;
  const GraphAttention r = graph_attention(c.x, c.graph, c.weights, c.options);
  EXPECT_TRUE(test::all_finite(r.weights) && test::all_finite(r.output));
}

TEST(GraphConvolution, AlongEdgesAsOverAllPairs) {
  Rng rng(9);
  for (const Index width : {1, 3, 4, 16}) {
    const Neighbours graph = test::random_graph(13, 0.3, true, rng);
    const Mat x = normal_matrix(13, 5, rng), w = normal_matrix(5, width, rng), strengths = normal_matrix(graph.edges(), 1, rng);
    const Mat of_pairs = dense(graph, strengths);
    for (const bool learned : {false, true}) {
      const GraphConvolution sparse = graph_convolution(x, graph, w, learned ? &strengths : nullptr);
      const DenseGraphConvolution all = graph_convolution_reference(x, attn::dense(graph), w, learned ? &of_pairs : nullptr);
      EXPECT_TRUE(close(dense(graph, sparse.weights), all.weights));
      EXPECT_TRUE(close(sparse.output, all.output));
      EXPECT_TRUE(sparse.output.row(1).isZero(0));
    }
  }
}

TEST(GraphConvolution, NormsOfAPath) {
  // 0 - 1 - 2 with loops: degrees 2, 3, 2.
  const Neighbours path = neighbours(3, std::vector<Tie>{{0, 1}, {1, 2}}, TieKind::both_ways, true);
  const Mat norms = dense(path, symmetric_norms(path));
  EXPECT_NEAR(norms(0, 0), 0.5, 1e-6);
  EXPECT_NEAR(norms(0, 1), 1 / std::sqrt(6.0), 1e-6);
  EXPECT_NEAR(norms(1, 1), 1.0 / 3, 1e-6);
  EXPECT_EQ(norms(0, 2), 0);
  EXPECT_TRUE(close(norms, norms.transpose()));
}

TEST(NeighbourEntropy, OfUniformWeightsIsTheLogarithmOfTheDegree) {
  Rng rng(10);
  const test::GraphCase c = test::graph_case(13, 3, 4, {.heads = 2}, false, rng);
  Mat uniform(c.graph.edges(), 1);
  for (int i = 0, k = 0; i < 13; ++i)
    for (std::size_t d = c.graph.of(i).size(), count = d; count > 0; --count) uniform(k++, 0) = 1 / static_cast<Real>(d);
  const Mat most = neighbour_entropy(c.graph, uniform);
  const Mat weights = graph_attention(c.x, c.graph, c.weights, c.options).weights, entropy = neighbour_entropy(c.graph, weights);
  for (Index i = 0; i < 13; ++i) {
    const std::size_t degree = c.graph.of(static_cast<int>(i)).size();
    EXPECT_NEAR(most(i, 0), degree > 0 ? std::log(static_cast<double>(degree)) : 0, 1e-5);
    EXPECT_LE(entropy(i, 1), most(i, 0) + 1e-5);
  }
  EXPECT_TRUE(close(entropy.col(1), entropy_rows(dense(c.graph, weights, 1))));
}

TEST(Elu, AboveAndBelowZero) {
  for (const Index n : {1, 3, 8, 21}) {
    Rng rng(11);
    const Mat x = normal_matrix(1, n, rng, 3);
    Mat y(1, n), expected(1, n);
    edges::elu(x.data(), y.data(), n);
    for (Index i = 0; i < n; ++i) expected(0, i) = x(0, i) > 0 ? x(0, i) : std::expm1(x(0, i));
    EXPECT_TRUE(close(y, expected));
  }
}

}  // namespace
}  // namespace attn::kernels
