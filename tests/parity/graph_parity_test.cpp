// Layers and networks over graphs against PyTorch, which computes them densely: results, weights, gradients, and the first ten losses.
#include <vector>

#include "kernels/graph.h"
#include "models/graph_network.h"
#include "parity/training_fixture.h"

namespace attn {
namespace {

using test::close;
using test::Fixture;

std::vector<int> whole_numbers(const Mat& column) {
  std::vector<int> out;
  for (Index i = 0; i < column.rows(); ++i) out.push_back(static_cast<int>(column(i, 0)));
  return out;
}

/// The weights of all heads, dense, one below the other as the fixtures have them.
Mat stacked(const Neighbours& graph, In weights) {
  Mat all(weights.cols() * graph.nodes(), graph.nodes());
  for (Index h = 0; h < weights.cols(); ++h) all.middleRows(h * graph.nodes(), graph.nodes()) = kernels::dense(graph, weights, h);
  return all;
}

TEST(TorchGraph, AttentionAndItsGradients) {
  for (const Fixture& f : test::fixtures("graph.txt", "graph_attention")) {
    SCOPED_TRACE(f.name);
    const Mask mask = f.mask();
    const Neighbours graph = neighbours(mask);
    const kernels::GraphAttentionOptions options{.heads = static_cast<int>(f.at("heads")(0, 0)),
                                                 .version = f.word(1) == "1" ? 1 : 2,
                                                 .join = f.word(2) == "mean" ? kernels::HeadJoin::mean : kernels::HeadJoin::concat};
    const kernels::GraphAttentionWeights w{f.at("w"), f.get("w_source"), f.at("a_source"), f.get("a_target")};
    const kernels::GraphAttention forward = kernels::graph_attention(f.at("x"), graph, w, options);
    EXPECT_TRUE(close(forward.output, f.at("output")));
    EXPECT_TRUE(close(stacked(graph, forward.weights), f.at("weights")));
    const kernels::DenseGraphAttention dense = kernels::graph_attention_reference(f.at("x"), mask, w, options);
    EXPECT_TRUE(close(dense.output, f.at("output")));
    const kernels::GraphAttentionGrads grads = kernels::graph_attention_vjp(f.at("x"), graph, w, options, forward, f.at("d_output"));
    EXPECT_TRUE(close(grads.d_x, f.at("d_x")));
    EXPECT_TRUE(close(grads.d_weights.w, f.at("d_w")));
    EXPECT_TRUE(close(grads.d_weights.w_source, f.get("d_w_source")));
    EXPECT_TRUE(close(grads.d_weights.a_source, f.at("d_a_source")));
    EXPECT_TRUE(close(grads.d_weights.a_target, f.get("d_a_target")));
  }
}

TEST(TorchGraph, ConvolutionAndItsGradients) {
  for (const Fixture& f : test::fixtures("graph.txt", "graph_convolution")) {
    SCOPED_TRACE(f.name);
    const Neighbours graph = neighbours(f.mask());
    const Mat strengths = f.get("strengths");
    const Mat* learned = f.has("strengths") ? &strengths : nullptr;
    const kernels::GraphConvolution forward = kernels::graph_convolution(f.at("x"), graph, f.at("w"), learned);
    EXPECT_TRUE(close(forward.output, f.at("output")));
    EXPECT_TRUE(close(kernels::dense(graph, forward.weights), f.at("weights")));
    const kernels::GraphConvolutionGrads grads =
        kernels::graph_convolution_vjp(f.at("x"), graph, f.at("w"), learned, forward, f.at("d_output"));
    EXPECT_TRUE(close(grads.d_x, f.at("d_x")));
    EXPECT_TRUE(close(grads.d_w, f.at("d_w")));
    EXPECT_TRUE(close(grads.d_strengths, f.get("d_strengths")));
  }
}

models::GraphNetworkSettings settings_of(const Fixture& f) {
  models::GraphNetworkSettings s;
  for (int kind = 0; kind < models::kGraphLayerKindCount; ++kind)
    if (models::to_name(static_cast<models::GraphLayerKind>(kind)) == f.word(1)) s.kind = static_cast<models::GraphLayerKind>(kind);
  s.answer = f.word(2) == "nodes"    ? models::GraphAnswer::nodes
             : f.word(2) == "graphs" ? models::GraphAnswer::graphs
                                     : models::GraphAnswer::pairs;
  s.features = static_cast<int>(f.at("x").cols());
  s.classes = static_cast<int>(f.at("logits").cols());
  s.layers = f.says("deep") ? 3 : 2;
  s.hidden = static_cast<int>(f.at("output.0").cols());
  s.heads = 2;
  s.last_heads = f.says("deep") ? 3 : 1;
  s.encoder = f.says("encoder");
  s.linear_answer = f.says("linear");
  s.residual = f.says("residual");
  s.activation = f.says("relu") ? models::GraphActivation::relu : models::GraphActivation::elu;
  s.edges = static_cast<int>(f.mask().count());
  return s;
}

/// The network of a case, with its weights, and what goes in.
struct Case {
  explicit Case(const Fixture& f) : rng(1), model(settings_of(f), rng), graph(neighbours(f.mask())), x(f.at("x")) {
    test::take_weights(model.parameters(), f);
    for (const int size : whole_numbers(f.at("sizes"))) first.push_back(first.back() + size);
    targets = whole_numbers(f.at("targets"));
    const Mat& ends = f.at("pairs");
    for (Index i = 0; i < ends.rows(); ++i) pairs.push_back({static_cast<int>(ends(i, 0)), static_cast<int>(ends(i, 1))});
  }
  models::GraphRun run(autodiff::Tape& tape) const { return model.run(tape, {.graph = &graph, .x = &x, .first = first}); }
  autodiff::Var loss(const models::GraphRun& run) const {
    return model.settings().answer == models::GraphAnswer::pairs ? models::pair_loss(models::pair_logits(run, pairs), targets)
                                                                 : models::graph_loss(run, targets);
  }

  Rng rng;
  models::GraphNetwork model;
  Neighbours graph;
  Mat x;
  std::vector<int> first{0}, targets;
  std::vector<Tie> pairs;
};

TEST(TorchGraph, NetworksLayerByLayer) {
  for (const Fixture& f : test::fixtures("graph.txt", "graph_network")) {
    SCOPED_TRACE(f.name);
    const Case c(f);
    autodiff::Tape tape;
    const models::GraphRun run = c.run(tape);
    EXPECT_TRUE(close(run.logits.value(), f.at("logits")));
    for (int l = 0; l < run.count; ++l) {
      const models::GraphLayerRun& layer = run.layers[static_cast<std::size_t>(l)];
      EXPECT_TRUE(close(layer.output.value(), f.at("output." + std::to_string(l)))) << l;
      EXPECT_TRUE(close(stacked(c.graph, layer.weights.value()), f.at("weights." + std::to_string(l)))) << l;
    }
  }
}

TEST(TorchGraph, NetworksLearn) {
  for (const Fixture& f : test::fixtures("graph.txt", "graph_network")) {
    SCOPED_TRACE(f.name);
    Case c(f);
    test::expect_training(
        c.model.parameters(), {}, Real(0.01), f, [&](autodiff::Tape& tape) { return c.loss(c.run(tape)); }, test::kTolerance);
  }
}

}  // namespace
}  // namespace attn
