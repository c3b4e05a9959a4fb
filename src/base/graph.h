// Graphs as attention needs them: they say whom each node may attend to, as a sparse list or as a mask.
//
// A node without ties and without a loop sees nobody. A batch of graphs is one graph, whose parts have no ties between them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/mat.h"

namespace attn {

/// One tie: node `from` may attend to node `to` (row `from`, column `to` of the adjacency).
struct Tie {
  int from = 0, to = 0;
  bool operator==(const Tie&) const = default;
};

/// The nodes that each node may attend to, in compressed sparse rows: node i sees seen[first[i]] ... seen[first[i + 1] - 1], in ascending
/// order and each once. Such a pair of nodes is an edge, and its number is its place in `seen`.
struct Neighbours {
  std::vector<int> first{0};  ///< [nodes + 1]
  std::vector<int> seen;      ///< [edges]

  int nodes() const { return static_cast<int>(first.size()) - 1; }
  int edges() const { return static_cast<int>(seen.size()); }
  std::span<const int> of(int node) const {
    const auto i = static_cast<std::size_t>(node);
    return {seen.data() + first[i], static_cast<std::size_t>(first[i + 1] - first[i])};
  }
  /// The number of the edge from -> to, or -1.
  int edge(int from, int to) const;
  bool operator==(const Neighbours&) const = default;
};

/// Whether the second node of a tie also sees the first.
enum class TieKind { one_way, both_ways };

/// The graph with these ties between nodes 0 ... nodes - 1; a repeated tie counts once. With `self_loops` every node also sees itself;
/// without, it does so only where a tie says so.
Neighbours neighbours(int nodes, std::span<const Tie> ties, TieKind kind, bool self_loops);

/// The graph of a mask [n,n], true = row may attend to column.
Neighbours neighbours(const Mask& mask);
/// The mask [n,n] of a graph.
Mask dense(const Neighbours& graph);

/// The graph with every edge reversed, which says by whom each node is seen.
Neighbours reversed(const Neighbours& graph);
/// Whether i sees j wherever j sees i.
bool is_symmetric(const Neighbours& graph);

/// The number of steps along edges from `node` to each node: 0 to itself, -1 where there is no path.
std::vector<int> distances(const Neighbours& graph, int node);
/// The graph in which a node sees every node that is at most `hops` steps away, itself included. These are the nodes that can influence it
/// through `hops` layers.
Neighbours within(const Neighbours& graph, int hops);

/// One graph made of all, numbered one after the other, without edges between them: its adjacency matrix is block-diagonal.
Neighbours side_by_side(std::span<const Neighbours> graphs);
/// The same graph with its nodes renumbered: node i is the former node order[i]. `order` must contain each of 0 ... n - 1 once.
Neighbours permuted(const Neighbours& graph, std::span<const int> order);

}  // namespace attn
