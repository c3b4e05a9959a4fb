#include "base/graph.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace attn {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The graph of edges (row, column), which may be in any order and repeat.
Neighbours from_edges(int nodes, std::vector<std::pair<int, int>> edges) {
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  Neighbours graph;
  graph.first.assign(at(nodes) + 1, 0);
  graph.seen.reserve(edges.size());
  for (const auto& [from, to] : edges) {
    ++graph.first[at(from) + 1];
    graph.seen.push_back(to);
  }
  for (std::size_t i = 1; i < graph.first.size(); ++i) graph.first[i] += graph.first[i - 1];
  return graph;
}

}  // namespace

int Neighbours::edge(int from, int to) const {
  const std::span<const int> row = of(from);
  const auto found = std::lower_bound(row.begin(), row.end(), to);
  return found != row.end() && *found == to ? first[at(from)] + static_cast<int>(found - row.begin()) : -1;
}

Neighbours neighbours(int nodes, std::span<const Tie> ties, TieKind kind, bool self_loops) {
  CHECK(nodes >= 0, "neighbours: ", nodes, " nodes");
  std::vector<std::pair<int, int>> edges;
  edges.reserve(2 * ties.size() + at(nodes));
  for (const Tie& tie : ties) {
    CHECK(tie.from >= 0 && tie.from < nodes && tie.to >= 0 && tie.to < nodes, "neighbours: a tie ", tie.from, " - ", tie.to, " of ", nodes,
          " nodes");
    edges.emplace_back(tie.from, tie.to);
    if (kind == TieKind::both_ways) edges.emplace_back(tie.to, tie.from);
  }
  if (self_loops)
    for (int i = 0; i < nodes; ++i) edges.emplace_back(i, i);
  return from_edges(nodes, std::move(edges));
}

Neighbours neighbours(const Mask& mask) {
  CHECK(mask.rows() == mask.cols(), "neighbours: the mask is ", shape(mask));
  Neighbours graph;
  for (Index i = 0; i < mask.rows(); ++i) {
    for (Index j = 0; j < mask.cols(); ++j)
      if (mask(i, j)) graph.seen.push_back(static_cast<int>(j));
    graph.first.push_back(graph.edges());
  }
  return graph;
}

Mask dense(const Neighbours& graph) {
  Mask mask = Mask::Constant(graph.nodes(), graph.nodes(), false);
  for (int i = 0; i < graph.nodes(); ++i)
    for (const int j : graph.of(i)) mask(i, j) = true;
  return mask;
}

Neighbours reversed(const Neighbours& graph) {
  std::vector<std::pair<int, int>> edges;
  edges.reserve(graph.seen.size());
  for (int i = 0; i < graph.nodes(); ++i)
    for (const int j : graph.of(i)) edges.emplace_back(j, i);
  return from_edges(graph.nodes(), std::move(edges));
}

bool is_symmetric(const Neighbours& graph) { return reversed(graph) == graph; }

std::vector<int> distances(const Neighbours& graph, int node) {
  CHECK(node >= 0 && node < graph.nodes(), "distances: node ", node, " of ", graph.nodes());
  std::vector<int> steps(at(graph.nodes()), -1), reached{node};
  steps[at(node)] = 0;
  for (std::size_t next = 0; next < reached.size(); ++next)
    for (const int j : graph.of(reached[next]))
      if (steps[at(j)] < 0) {
        steps[at(j)] = steps[at(reached[next])] + 1;
        reached.push_back(j);
      }
  return steps;
}

Neighbours within(const Neighbours& graph, int hops) {
  CHECK(hops >= 0, "within: ", hops, " hops");
  Neighbours wide;
  for (int i = 0; i < graph.nodes(); ++i) {
    const std::vector<int> steps = distances(graph, i);
    for (int j = 0; j < graph.nodes(); ++j)
      if (steps[at(j)] >= 0 && steps[at(j)] <= hops) wide.seen.push_back(j);
    wide.first.push_back(wide.edges());
  }
  return wide;
}

Neighbours side_by_side(std::span<const Neighbours> graphs) {
  Neighbours all;
  for (const Neighbours& graph : graphs) {
    const int nodes = all.nodes(), edges = all.edges();
    for (const int j : graph.seen) all.seen.push_back(nodes + j);
    for (int i = 1; i <= graph.nodes(); ++i) all.first.push_back(edges + graph.first[at(i)]);
  }
  return all;
}

Neighbours permuted(const Neighbours& graph, std::span<const int> order) {
  CHECK(order.size() == at(graph.nodes()), "permuted: an order of ", order.size(), " for ", graph.nodes(), " nodes");
  std::vector<int> place(order.size(), -1);
  for (std::size_t i = 0; i < order.size(); ++i) {
    CHECK(order[i] >= 0 && order[i] < graph.nodes() && place[at(order[i])] < 0, "permuted: node ", order[i],
          " is there twice or not at all");
    place[at(order[i])] = static_cast<int>(i);
  }
  std::vector<std::pair<int, int>> edges;
  edges.reserve(graph.seen.size());
  for (int i = 0; i < graph.nodes(); ++i)
    for (const int j : graph.of(i)) edges.emplace_back(place[at(i)], place[at(j)]);
  return from_edges(graph.nodes(), std::move(edges));
}

}  // namespace attn
