// Operations over graphs: gradients of every argument, and that they give what the kernels give.
#include "autodiff/graph.h"

#include "unit/autodiff/op_jacobian.h"
#include "unit/compare.h"
#include "unit/kernels/graph_case.h"

namespace attn::autodiff {
namespace {

using test::Arguments;
using test::close;
using test::expect_gradients;

GraphAttentionVars weights_of(const test::GraphCase& c, const Arguments& a) {
  GraphAttentionVars v{.w = a[1], .w_source = {}, .a_source = a[2], .a_target = {}};
  if (c.options.version == 1)
    v.a_target = a[3];
  else if (a.size() > 3)
    v.w_source = a[3];
  return v;
}

std::vector<Mat> arguments_of(const test::GraphCase& c) {
  std::vector<Mat> all{c.x, c.weights.w, c.weights.a_source};
  if (c.options.version == 1) all.push_back(c.weights.a_target);
  if (c.weights.w_source.size() > 0) all.push_back(c.weights.w_source);
  return all;
}

TEST(GraphOps, AttentionAsTheKernel) {
  test::for_graph_cases(7, [](const test::GraphCase& c, const std::string& name) {
    SCOPED_TRACE(name);
    Tape tape;
    Arguments vars;
    for (const Mat& x : arguments_of(c)) vars.push_back(tape.constant(x));
    const GraphAttended op = graph_attention(vars[0], c.graph, weights_of(c, vars), c.options);
    const kernels::GraphAttention kernel = kernels::graph_attention(c.x, c.graph, c.weights, c.options);
    EXPECT_TRUE(close(op.output.value(), kernel.output));
    EXPECT_TRUE(close(op.features.value(), kernel.features));
    EXPECT_TRUE(close(op.scores.value(), kernel.scores));
    EXPECT_TRUE(close(op.weights.value(), kernel.weights));
  });
}

TEST(GraphOps, GradientsOfAttention) {
  test::for_graph_cases(7, [](const test::GraphCase& c, const std::string& name) {
    for (const Real drop : {Real(0), Real(0.5)}) {
      SCOPED_TRACE(name);
      expect_gradients(arguments_of(c), [&](Tape&, const Arguments& a) {
        Rng rng(7);  // the same edges are dropped each time
        return graph_attention(a[0], c.graph, weights_of(c, a), c.options, drop, &rng).output;
      });
    }
  });
}

TEST(GraphOps, GradientsOfConvolution) {
  Rng rng(1);
  const Neighbours graph = test::random_graph(7, 0.4, true, rng);
  const Mat x = normal_matrix(7, 5, rng), w = normal_matrix(5, 3, rng), strengths = normal_matrix(graph.edges(), 1, rng);
  expect_gradients({x, w}, [&](Tape&, const Arguments& a) { return graph_convolution(a[0], graph, a[1]).output; });
  expect_gradients({x, w, strengths}, [&](Tape&, const Arguments& a) { return graph_convolution(a[0], graph, a[1], a[2]).output; });
  Tape tape;
  const GraphConvolved op = graph_convolution(tape.constant(x), graph, tape.constant(w), tape.constant(strengths));
  const kernels::GraphConvolution kernel = kernels::graph_convolution(x, graph, w, &strengths);
  EXPECT_TRUE(close(op.output.value(), kernel.output));
  EXPECT_TRUE(close(op.weights.value(), kernel.weights));
}

TEST(GraphOps, GradientsOfTheSmallOnes) {
  Rng rng(2);
  const Mat x = normal_matrix(6, 3, rng), logits = normal_matrix(4, 1, rng, 3);
  const std::vector<int> first{0, 2, 2, 6}, targets{1, 0, 0, 1};
  const std::vector<Tie> pairs{{0, 5}, {2, 2}, {5, 0}, {3, 1}};
  expect_gradients({x}, [&](Tape&, const Arguments& a) { return elu(a[0]); });
  expect_gradients({x}, [&](Tape&, const Arguments& a) { return mean_of_rows(a[0], first); });
  expect_gradients({x}, [&](Tape&, const Arguments& a) { return pair_products(a[0], pairs); });
  expect_gradients({logits}, [&](Tape&, const Arguments& a) { return binary_cross_entropy(a[0], targets); });
}

TEST(GraphOps, ValuesOfTheSmallOnes) {
  Tape tape;
  Mat x(3, 2);
  x << 1, 2, 3, 4, 5, 7;
  const std::vector<int> first{0, 2, 2, 3};
  Mat means(3, 2);
  means << 2, 3, 0, 0, 5, 7;
  EXPECT_TRUE(close(mean_of_rows(tape.constant(x), first).value(), means));
  const std::vector<Tie> pairs{{0, 2}};
  EXPECT_NEAR(pair_products(tape.constant(x), pairs).value()(0, 0), 19, 1e-6);
  Mat logits(3, 1);
  logits << 0, 1000, -2;
  const std::vector<int> targets{1, 0, 0};
  EXPECT_NEAR(binary_cross_entropy(tape.constant(logits), targets).value()(0, 0), (std::log(2.0) + 1000 + std::log1p(std::exp(-2.0))) / 3,
              1e-4);
}

TEST(GraphOps, NothingIsDroppedWithoutRecording) {
  Rng rng(3), drops(4);
  const test::GraphCase c = test::graph_case(7, 3, 4, {.heads = 1}, false, rng);
  Tape tape;
  tape.set_recording(false);
  Arguments vars;
  for (const Mat& x : arguments_of(c)) vars.push_back(tape.constant(x));
  const Mat output = graph_attention(vars[0], c.graph, weights_of(c, vars), c.options, Real(0.5), &drops).output.value();
  EXPECT_TRUE(close(output, kernels::graph_attention(c.x, c.graph, c.weights, c.options).output));
}

}  // namespace
}  // namespace attn::autodiff
