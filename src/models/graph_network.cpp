#include "models/graph_network.h"

#include <vector>

#include "nn/graph.h"

namespace attn::models {
namespace {

using autodiff::Tape;
using autodiff::Var;
using kernels::HeadJoin;

constexpr std::string_view kKinds[kGraphLayerKindCount] = {"convolution", "learned-convolution", "attention", "attention-v2"};

/// Whether the last layer gives the answer itself.
bool last_answers(const GraphNetworkSettings& s) { return s.answer != GraphAnswer::graphs && !s.linear_answer; }

}  // namespace

struct GraphLayers {
  struct Layer {
    nn::GraphConvolution convolution;
    nn::GraphAttention attention;  ///< this or the convolution is in use
    bool answers = false;          ///< whether it is the last layer, which has no activation
  };

  nn::Linear encoder, answer;
  std::vector<Layer> layers;
};

std::string_view to_name(GraphLayerKind kind) { return kKinds[static_cast<int>(kind)]; }

std::string check_settings(const GraphNetworkSettings& s) {
  if (s.features < 1) return "a network over graphs needs at least one feature for each node";
  if (s.classes < 1) return "a network over graphs needs at least one class";
  if (s.layers < 1 || s.layers > kMostGraphLayers) return "a network over graphs has 1 to " + std::to_string(kMostGraphLayers) + " layers";
  if (s.hidden < 1) return "layers are at least one number wide";
  if (s.slope < 0) return "the slope of leakyReLU is 0 or more";
  if (is_attention(s.kind) && (s.heads < 1 || s.hidden % s.heads != 0))
    return std::to_string(s.heads) + " heads do not divide a width of " + std::to_string(s.hidden);
  if (is_attention(s.kind) && s.last_heads < 1) return "the last layer needs at least one head";
  if (s.kind == GraphLayerKind::learned_convolution && s.edges < 1) return "learned weights need the number of edges of their graph";
  return "";
}

GraphNetwork::GraphNetwork(const GraphNetworkSettings& settings, Rng& rng) : settings_(settings), layers_(std::make_unique<GraphLayers>()) {
  const std::string error = check_settings(settings);
  CHECK(error.empty(), error);
  const GraphNetworkSettings& s = settings_;
  if (s.encoder) layers_->encoder = nn::Linear(parameters_, "encoder", s.features, s.hidden, rng);
  for (int l = 0; l < s.layers; ++l) {
    const std::string name = "layers." + std::to_string(l);
    GraphLayers::Layer layer;
    layer.answers = l == s.layers - 1 && last_answers(s);
    const int in = l == 0 && !s.encoder ? s.features : s.hidden;
    if (is_attention(s.kind)) {
      const int heads = layer.answers ? s.last_heads : s.heads;
      const kernels::GraphAttentionOptions options{.heads = heads,
                                                   .version = s.kind == GraphLayerKind::attention ? 1 : 2,
                                                   .join = layer.answers ? HeadJoin::mean : HeadJoin::concat,
                                                   .slope = s.slope};
      layer.attention = nn::GraphAttention(parameters_, name, in, layer.answers ? s.classes : s.hidden / heads, options, rng);
    } else {
      const int edges = s.kind == GraphLayerKind::learned_convolution ? s.edges : 0;
      layer.convolution = nn::GraphConvolution(parameters_, name, in, layer.answers ? s.classes : s.hidden, edges, rng);
    }
    layers_->layers.push_back(layer);
  }
  if (!last_answers(s)) layers_->answer = nn::Linear(parameters_, "answer", s.hidden, s.classes, rng);
}

GraphNetwork::GraphNetwork(GraphNetwork&&) noexcept = default;
GraphNetwork& GraphNetwork::operator=(GraphNetwork&&) noexcept = default;
GraphNetwork::~GraphNetwork() = default;

GraphRun GraphNetwork::run(Tape& tape, const GraphInput& input, const RunOptions& options) const {
  const GraphNetworkSettings& s = settings_;
  CHECK(input.graph && input.x && input.x->rows() == input.graph->nodes() && input.x->cols() == s.features, "GraphNetwork: x is ",
        shape(*input.x), " for ", input.graph->nodes(), " nodes of ", s.features, " features");
  const auto activated = [&](Var x) { return s.activation == GraphActivation::elu ? autodiff::elu(x) : autodiff::relu(x); };
  const nn::Dropout dropout{options.dropout};
  GraphRun run;
  run.count = s.layers;
  Var x = tape.parameter(*input.x, nullptr);
  if (s.encoder) x = run.encoded = activated(layers_->encoder(tape, x));
  for (int l = 0; l < s.layers; ++l) {
    const GraphLayers::Layer& layer = layers_->layers[static_cast<std::size_t>(l)];
    GraphLayerRun& seen = run.layers[static_cast<std::size_t>(l)];
    seen.input = x;
    const Var read = dropout(x, options.rng);
    if (is_attention(s.kind)) {
      const autodiff::GraphAttended a = layer.attention(tape, read, *input.graph, options.attention_dropout, options.rng);
      seen.features = a.features, seen.scores = a.scores, seen.weights = a.weights, seen.output = a.output;
    } else {
      const autodiff::GraphConvolved c = layer.convolution(tape, read, *input.graph);
      seen.features = c.features, seen.weights = c.weights, seen.output = c.output;
    }
    if (!layer.answers) {
      seen.output = activated(seen.output);
      if (s.residual && x.cols() == seen.output.cols()) seen.output = autodiff::add(x, seen.output);
    }
    x = seen.output;
  }
  run.nodes = run.logits = x;
  if (s.answer == GraphAnswer::graphs) {
    const int whole[] = {0, input.graph->nodes()};
    run.logits = layers_->answer(tape, autodiff::mean_of_rows(x, input.first.empty() ? std::span<const int>(whole) : input.first));
  } else if (s.linear_answer) {
    run.logits = layers_->answer(tape, x);
  }
  return run;
}

Var graph_loss(const GraphRun& run, std::span<const int> targets) { return autodiff::cross_entropy(run.logits, targets); }

Var pair_logits(const GraphRun& run, std::span<const Tie> pairs) { return autodiff::pair_products(run.logits, pairs); }

Var pair_loss(Var logits, std::span<const int> is_tied) { return autodiff::binary_cross_entropy(logits, is_tied); }

}  // namespace attn::models
