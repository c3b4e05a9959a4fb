// Layers over graphs against central differences, in double precision.
#include "unit/jacobian.h"
#include "unit/kernels/graph_case.h"

namespace attn::kernels {
namespace {

using test::gradient_matches;
using test::weighted_sum;

TEST(GraphAttentionJacobian, EveryArgument) {
  test::for_graph_cases(7, [](test::GraphCase c, const std::string& name) {
    for (const bool dropped : {false, true}) {
      SCOPED_TRACE(name + (dropped ? ", dropped" : ""));
      Rng rng(4);
      const Mat factors = uniform_matrix(c.graph.edges(), c.options.heads, rng, 0, 2);
      const Mat* drops = dropped ? &factors : nullptr;
      const GraphAttention forward = graph_attention(c.x, c.graph, c.weights, c.options, drops);
      const Mat d = normal_matrix(forward.output.rows(), forward.output.cols(), rng);
      const auto loss = [&] { return weighted_sum(d, graph_attention(c.x, c.graph, c.weights, c.options, drops).output); };
      const GraphAttentionGrads grads = graph_attention_vjp(c.x, c.graph, c.weights, c.options, forward, d, drops);
      EXPECT_TRUE(gradient_matches(&c.x, grads.d_x, loss)) << "x";
      EXPECT_TRUE(gradient_matches(&c.weights.w, grads.d_weights.w, loss)) << "w";
      EXPECT_TRUE(gradient_matches(&c.weights.w_source, grads.d_weights.w_source, loss)) << "w_source";
      EXPECT_TRUE(gradient_matches(&c.weights.a_source, grads.d_weights.a_source, loss)) << "a_source";
      EXPECT_TRUE(gradient_matches(&c.weights.a_target, grads.d_weights.a_target, loss)) << "a_target";
    }
  });
}

TEST(GraphConvolutionJacobian, EveryArgument) {
  Rng rng(5);
  for (const Index width : {1, 3, 4}) {
    const Neighbours graph = test::random_graph(7, 0.4, true, rng);
    Mat x = normal_matrix(7, 5, rng), w = normal_matrix(5, width, rng), strengths = normal_matrix(graph.edges(), 1, rng);
    const Mat d = normal_matrix(7, width, rng);
    for (const Mat* learned : {static_cast<const Mat*>(nullptr), static_cast<const Mat*>(&strengths)}) {
      const auto loss = [&] { return weighted_sum(d, graph_convolution(x, graph, w, learned).output); };
      const GraphConvolutionGrads grads = graph_convolution_vjp(x, graph, w, learned, graph_convolution(x, graph, w, learned), d);
      EXPECT_TRUE(gradient_matches(&x, grads.d_x, loss));
      EXPECT_TRUE(gradient_matches(&w, grads.d_w, loss));
      if (learned)
        EXPECT_TRUE(gradient_matches(&strengths, grads.d_strengths, loss));
      else
        EXPECT_EQ(grads.d_strengths.size(), 0);
    }
  }
}

}  // namespace
}  // namespace attn::kernels
