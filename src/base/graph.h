// Graphs as attention needs them: whom each node may attend to, sparse or as a mask.
//
// A node that is tied to nobody and has no loop sees nobody. Several graphs side by side are one graph without ties between them.
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

/// Whom each node may attend to, in compressed sparse rows: node i sees seen[first[i]] ... seen[first[i + 1] - 1], ascending, each once.
/// An edge is one such pair, numbered by its place in `seen`.
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

/// Whether a tie lets its second node see its first, too.
enum class TieKind { one_way, both_ways };

/// The ties' ends are nodes 0 ... nodes - 1; a tie that is there twice counts once. With `self_loops` every node sees itself, too;
/// without, only where a tie says so.
Neighbours neighbours(int nodes, std::span<const Tie> ties, TieKind kind, bool self_loops);

/// From a mask [n,n], true = row may attend to column.
Neighbours neighbours(const Mask& mask);
/// [n,n], the other way round.
Mask dense(const Neighbours& graph);

/// Who sees each node: every edge turned round.
Neighbours reversed(const Neighbours& graph);
/// Whether i sees j wherever j sees i.
bool is_symmetric(const Neighbours& graph);

/// Steps from `node` to each node along edges, 0 for itself, -1 where no path leads.
std::vector<int> distances(const Neighbours& graph, int node);
/// Node i sees whoever is at most `hops` steps away, itself included: what reaches it through `hops` layers.
Neighbours within(const Neighbours& graph, int hops);

/// One graph of all, nodes numbered on, no edge between two of them: a block-diagonal adjacency.
Neighbours side_by_side(std::span<const Neighbours> graphs);
/// The same graph with node order[i] of it as node i; `order` holds each of 0 ... n - 1 once.
Neighbours permuted(const Neighbours& graph, std::span<const int> order);

}  // namespace attn
