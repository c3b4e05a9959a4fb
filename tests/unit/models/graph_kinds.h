// Networks over graphs for tests: all kinds, a small batch of two graphs, its loss.
#pragma once

#include <vector>

#include "models/graph_network.h"

namespace attn::test {

/// Settings with every kind of layer and every answer, plain and with all options. `edges` is the number of edges of their graph.
inline std::vector<models::GraphNetworkSettings> graph_kinds(int edges) {
  std::vector<models::GraphNetworkSettings> all;
  for (int kind = 0; kind < models::kGraphLayerKindCount; ++kind)
    for (const models::GraphAnswer answer : {models::GraphAnswer::nodes, models::GraphAnswer::graphs, models::GraphAnswer::pairs})
      for (const bool more : {false, true})
        all.push_back({.kind = static_cast<models::GraphLayerKind>(kind),
                       .answer = answer,
                       .features = 3,
                       .classes = 4,
                       .layers = more ? 3 : 2,
                       .hidden = 8,
                       .heads = 2,
                       .last_heads = more ? 3 : 1,
                       .encoder = more,
                       .linear_answer = more && answer == models::GraphAnswer::nodes,
                       .residual = more,
                       .activation = more ? models::GraphActivation::relu : models::GraphActivation::elu,
                       .edges = edges});
  return all;
}

/// A batch of two triangles, each with a tail. Node 4 sees only itself.
struct Triangles {
  Neighbours one = neighbours(5, std::vector<Tie>{{0, 1}, {1, 2}, {2, 0}, {2, 3}}, TieKind::both_ways, true);
  Neighbours two = side_by_side(std::vector<Neighbours>{one, one});
  std::vector<int> first{0, 5, 10};
  Mat x;
  Triangles() {
    Rng rng(1);
    x = normal_matrix(10, 3, rng);
  }
  models::GraphInput input() const { return {.graph = &two, .x = &x, .first = first}; }
};

/// The loss of the settings' answer, with targets for Triangles.
inline autodiff::Var loss_of(const models::GraphNetworkSettings& s, const models::GraphRun& run) {
  static const std::vector<int> nodes{0, 1, -1, -1, 2, 3, -1, 0, 0, -1}, graphs{1, 3}, tied{1, 0, 1};
  static const std::vector<Tie> pairs{{0, 1}, {0, 4}, {6, 5}};
  if (s.answer == models::GraphAnswer::pairs) return models::pair_loss(models::pair_logits(run, pairs), tied);
  return models::graph_loss(run, s.answer == models::GraphAnswer::graphs ? graphs : nodes);
}

}  // namespace attn::test
