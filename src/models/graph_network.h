// Networks over graphs: convolution (Kipf and Welling 2017) or attention over neighbours (Velickovic et al. 2018; Brody et al. 2022),
// layer after layer, with an answer for every node, for every graph of a batch, or for pairs of nodes.
//
//   in         x = features, or with `encoder` x = act(features W + b)
//   layer      x = act(layer(x) + bias), or with `residual` x + act(...) where the widths are equal; heads of attention are concatenated
//   answer
//     nodes    the last layer gives the logits: its heads are as wide as there are classes, are averaged, and have no activation. With
//              `linear_answer` it is a layer like the others, and the logits are x W + b.
//     graphs   every layer is like the others; logits = (mean of x over the nodes of a graph) W + b
//     pairs    as for nodes, with `classes` numbers for each node; the logit of a pair is the product z_i . z_j of its nodes' numbers
//
// n nodes, m edges, h heads. The graph says whether a node sees itself. A batch of graphs is one graph with several parts (base/graph.h).
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "autodiff/tape.h"
#include "base/graph.h"
#include "base/rng.h"
#include "nn/parameters.h"

namespace attn::models {

/// A convolution weights edges with the fixed symmetric norm. A learned_convolution multiplies that by a number learned for each edge,
/// which ties the model to its graph.
enum class GraphLayerKind { convolution, learned_convolution, attention, attention_v2 };
inline constexpr int kGraphLayerKindCount = 4;
/// "convolution", "learned-convolution", "attention", "attention-v2".
std::string_view to_name(GraphLayerKind kind);
inline bool is_attention(GraphLayerKind kind) { return kind == GraphLayerKind::attention || kind == GraphLayerKind::attention_v2; }

enum class GraphAnswer { nodes, graphs, pairs };
enum class GraphActivation { elu, relu };

inline constexpr int kMostGraphLayers = 16;

struct GraphNetworkSettings {
  GraphLayerKind kind = GraphLayerKind::attention;
  GraphAnswer answer = GraphAnswer::nodes;
  int features = 0;
  int classes = 2;     ///< for pairs: the numbers for each node
  int layers = 2;      ///< 1 to kMostGraphLayers
  int hidden = 64;     ///< width of all heads together, in every layer but one that gives the answer
  int heads = 8;       ///< heads of attention in such a layer; they divide `hidden`
  int last_heads = 1;  ///< heads of the layer that gives the answer, which are averaged
  bool encoder = false;
  bool linear_answer = false;
  bool residual = false;
  GraphActivation activation = GraphActivation::elu;
  Real slope = Real(0.2);  ///< of the leakyReLU in attention
  int edges = 0;           ///< of the graph that a learned convolution is made for; unused by other kinds
  bool operator==(const GraphNetworkSettings&) const = default;
};

/// An empty string, or why these settings cannot be built.
std::string check_settings(const GraphNetworkSettings& settings);

/// The network's input. All of it must outlive the tape's use of it.
struct GraphInput {
  const Neighbours* graph = nullptr;
  const Mat* x = nullptr;           ///< [n, features]
  std::span<const int> first = {};  ///< for GraphAnswer::graphs: the first node of each graph, then n; empty where there is one graph
};

/// One layer on the tape, for reading its values. Nothing else may be computed from these variables, since they pass on no gradients.
struct GraphLayerRun {
  autodiff::Var input;     ///< [n,.]
  autodiff::Var features;  ///< [n,.] the projected input; in attention the heads side by side
  autodiff::Var scores;    ///< [m,h] after the leakyReLU; absent in convolutions
  autodiff::Var weights;   ///< [m,h]; in a convolution [m,1], where they do not sum to 1
  autodiff::Var output;    ///< [n,.] what the next layer reads
};

struct GraphRun {
  std::array<GraphLayerRun, kMostGraphLayers> layers;
  int count = 0;          ///< number of layers
  autodiff::Var encoded;  ///< [n, hidden] with `encoder`, else absent
  autodiff::Var nodes;    ///< [n,.] the last layer's output
  autodiff::Var logits;   ///< [n, classes]; for graphs [g, classes]; for pairs [n, classes], the nodes' numbers for pair_logits()
};

/// The layers made of the parameters.
struct GraphLayers;

/// Parameters, all acting from the right (y = x W + b), of layer l (counted from 0):
///   encoder.{w,b}                   [features, hidden], [1, hidden]
///   layers.l.w                      [in, h o]; head k has columns k o ... (k + 1) o - 1. Convolution: [in, o]
///   layers.l.w_source               [in, h o] attention-v2: of the node that looks
///   layers.l.a_source, a_target     [h,o]; attention-v2: a_source only
///   layers.l.strengths              [edges, 1] learned convolution, 1 to begin with
///   layers.l.b                      [1, out] after the join
///   answer.{w,b}                    [hidden, classes], [1, classes], of graphs and with linear_answer
class GraphNetwork {
 public:
  /// Draws initial weights from `rng`. The settings have passed check_settings().
  GraphNetwork(const GraphNetworkSettings& settings, Rng& rng);
  GraphNetwork(GraphNetwork&&) noexcept;
  GraphNetwork& operator=(GraphNetwork&&) noexcept;
  ~GraphNetwork();

  const GraphNetworkSettings& settings() const { return settings_; }
  nn::Parameters& parameters() { return parameters_; }
  const nn::Parameters& parameters() const { return parameters_; }

  struct RunOptions {
    Real dropout = 0;            ///< of what every layer reads
    Real attention_dropout = 0;  ///< of the weights
    Rng* rng = nullptr;          ///< for both; null: nothing is dropped
  };
  /// backward() from its logits adds to the gradients of parameters().
  GraphRun run(autodiff::Tape& tape, const GraphInput& input, const RunOptions& options) const;
  GraphRun run(autodiff::Tape& tape, const GraphInput& input) const { return run(tape, input, {}); }

 private:
  GraphNetworkSettings settings_;
  nn::Parameters parameters_;
  std::unique_ptr<GraphLayers> layers_;  ///< refer to parameters_, whose entries stay where they are when the model moves
};

/// Mean cross-entropy [1,1] of the rows of run.logits whose target is not -1 (nodes without a label).
autodiff::Var graph_loss(const GraphRun& run, std::span<const int> targets);
/// z_i . z_j for each pair [p,1] from an answer in pairs; symmetric in its two nodes.
autodiff::Var pair_logits(const GraphRun& run, std::span<const Tie> pairs);
/// Mean of -log sigma(logit) where `is_tied`, else of -log sigma(-logit) [1,1].
autodiff::Var pair_loss(autodiff::Var logits, std::span<const int> is_tied);

}  // namespace attn::models
