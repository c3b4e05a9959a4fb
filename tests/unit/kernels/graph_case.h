// Graphs and weights for the tests of graph layers, with odd numbers of nodes, odd widths, and some nodes that see nobody.
#pragma once

#include <string>
#include <vector>

#include "base/rng.h"
#include "kernels/graph.h"

namespace attn::test {

struct GraphCase {
  Neighbours graph;
  Mat x;
  kernels::GraphAttentionWeights weights;
  kernels::GraphAttentionOptions options;
};

/// A graph of n nodes in which each ordered pair is an edge with the probability `density`, but nodes 1, 6, 11, ... see nobody.
inline Neighbours random_graph(int n, double density, bool self_loops, Rng& rng) {
  std::vector<Tie> ties;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i % 5 != 1 && (i == j ? self_loops : rng.uniform() < density)) ties.push_back({i, j});
  return neighbours(n, ties, TieKind::one_way, false);
}

/// `shared` means version 2 without a w_source of its own.
inline GraphCase graph_case(int n, Index f, Index width, const kernels::GraphAttentionOptions& o, bool shared, Rng& rng) {
  GraphCase c{random_graph(n, 0.4, true, rng), normal_matrix(n, f, rng), {}, o};
  c.weights.w = normal_matrix(f, o.heads * width, rng);
  if (o.version == 2 && !shared) c.weights.w_source = normal_matrix(f, o.heads * width, rng);
  c.weights.a_source = normal_matrix(o.heads, width, rng);
  if (o.version == 1) c.weights.a_target = normal_matrix(o.heads, width, rng);
  return c;
}

inline std::string name_of(const kernels::GraphAttentionOptions& o, Index width, bool shared) {
  return "version " + std::to_string(o.version) + ", " + std::to_string(o.heads) + " heads of " + std::to_string(width) +
         (o.join == kernels::HeadJoin::mean ? ", mean" : "") + (shared ? ", shared" : "");
}

/// Calls f(case, name) for both versions, both joins, shared or not, and for 1 to 9 heads of widths that are multiples of a vector or not.
template <class F>
void for_graph_cases(int nodes, F f) {
  Rng rng(3);
  for (const int version : {1, 2})
    for (const auto join : {kernels::HeadJoin::concat, kernels::HeadJoin::mean})
      for (const auto& [heads, width] : {std::pair{1, 1}, {1, 7}, {2, 4}, {3, 5}, {8, 8}, {9, 2}})
        for (const bool shared : {false, true}) {
          const kernels::GraphAttentionOptions o{.heads = heads, .version = version, .join = join, .slope = Real(0.2)};
          if (version == 1 && shared) continue;
          f(graph_case(nodes, 3, width, o, shared, rng), name_of(o, width, shared));
        }
}

}  // namespace attn::test
