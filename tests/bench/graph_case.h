// A graph of 10,000 nodes and 50,000 ties in both directions, with a loop at every node. The cases are one layer of attention forward (8
// heads of width 8 on 64 features), one of convolution, and a training step of two layers of attention.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/graph.h"
#include "kernel_cases.h"
#include "kernels/graph.h"
#include "models/graph_network.h"
#include "nn/adam.h"

namespace attn::bench {

struct LargeGraph {
  static constexpr int kNodes = 10000, kTies = 50000, kFeatures = 64, kHeads = 8, kWidth = 8, kClasses = 7;

  LargeGraph() {
    Rng rng(1);
    std::vector<Tie> ties;
    const auto node = [&] { return static_cast<int>(rng.below(kNodes)); };
    for (int i = 0; i < kTies; ++i) ties.push_back({node(), node()});
    graph = neighbours(kNodes, ties, TieKind::both_ways, true);
    x = normal_matrix(kNodes, kFeatures, rng);
    for (int i = 0; i < kNodes; ++i) targets.push_back(static_cast<int>(rng.below(kClasses)));
  }

  Neighbours graph;
  Mat x;
  std::vector<int> targets;
};

namespace detail {

inline std::string of_graph(const LargeGraph& g) {
  return std::to_string(LargeGraph::kNodes) + " nodes, " + std::to_string(g.graph.edges()) + " edges";
}

inline Case graph_attention_case(const std::shared_ptr<LargeGraph>& g, int version) {
  constexpr int width = LargeGraph::kHeads * LargeGraph::kWidth;
  Rng rng(2);
  kernels::GraphAttentionWeights w;
  w.w = normal_matrix(LargeGraph::kFeatures, width, rng, 0.125);
  w.a_source = normal_matrix(LargeGraph::kHeads, LargeGraph::kWidth, rng);
  (version == 1 ? w.a_target : w.w_source) =
      version == 1 ? normal_matrix(LargeGraph::kHeads, LargeGraph::kWidth, rng) : normal_matrix(LargeGraph::kFeatures, width, rng, 0.125);
  const double n = LargeGraph::kNodes, m = g->graph.edges(), products = n * LargeGraph::kFeatures * width * version;
  return {"GAT v" + std::to_string(version) + " layer, " + of_graph(*g), 2 * (products + m * width * version) + 4 * m * LargeGraph::kHeads,
          (n * (LargeGraph::kFeatures + width) + 2 * m * LargeGraph::kHeads) * sizeof(Real), [g, w, version] {
            return kernels::graph_attention(g->x, g->graph, w, {.heads = LargeGraph::kHeads, .version = version}).output(0, 0);
          }};
}

inline Case graph_convolution_case(const std::shared_ptr<LargeGraph>& g) {
  Rng rng(3);
  constexpr int width = LargeGraph::kHeads * LargeGraph::kWidth;
  const Mat w = normal_matrix(LargeGraph::kFeatures, width, rng, 0.125);
  const double n = LargeGraph::kNodes, m = g->graph.edges();
  return {"GCN layer, " + of_graph(*g), 2 * (n * LargeGraph::kFeatures * width + m * width),
          (n * (LargeGraph::kFeatures + width) + m) * sizeof(Real),
          [g, w] { return kernels::graph_convolution(g->x, g->graph, w).output(0, 0); }};
}

class GraphTrainingStep {
 public:
  explicit GraphTrainingStep(std::shared_ptr<LargeGraph> graph)
      : graph_(std::move(graph)),
        rng_(4),
        model_({.features = LargeGraph::kFeatures,
                .classes = LargeGraph::kClasses,
                .hidden = LargeGraph::kHeads * LargeGraph::kWidth,
                .heads = LargeGraph::kHeads},
               rng_),
        adam_(model_.parameters(), {}) {}

  /// Takes a step and returns the loss.
  Real operator()() {
    tape_.clear();
    model_.parameters().zero_gradients();
    const autodiff::Var loss = models::graph_loss(model_.run(tape_, {.graph = &graph_->graph, .x = &graph_->x}), graph_->targets);
    tape_.backward(loss);
    adam_.step(Real(1e-3));
    return loss.value()(0, 0);
  }

 private:
  std::shared_ptr<LargeGraph> graph_;
  Rng rng_;
  models::GraphNetwork model_;
  nn::Adam adam_;
  autodiff::Tape tape_;
};

}  // namespace detail

inline std::vector<Case> graph_cases() {
  const auto g = std::make_shared<LargeGraph>();
  std::vector<Case> cases{detail::graph_attention_case(g, 1), detail::graph_attention_case(g, 2), detail::graph_convolution_case(g)};
  const auto step = std::make_shared<detail::GraphTrainingStep>(g);
  constexpr double n = LargeGraph::kNodes, f = LargeGraph::kFeatures, width = LargeGraph::kHeads * LargeGraph::kWidth;
  const double m = g->graph.edges(), forward = n * f * width + m * width + (n * width + m) * LargeGraph::kClasses;
  cases.push_back({"GAT training step, " + detail::of_graph(*g), 3 * 2 * forward, 0, [step] { return (*step)(); }});
  return cases;
}

}  // namespace attn::bench
