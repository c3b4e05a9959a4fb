#include "lessons/16_graph-attention/reach_study.h"

#include <cmath>
#include <string>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "kernels/matmul.h"

namespace attn::lessons::graph_attention {
namespace {

using formula::num, formula::sym, formula::sub, formula::frac;

Mat mean_of(const Neighbours& graph) {
  Mat out = Mat::Zero(graph.nodes(), graph.nodes());
  for (int i = 0; i < graph.nodes(); ++i)
    for (const int j : graph.of(i)) out(i, j) = 1 / static_cast<Real>(graph.of(i).size());
  return out;
}

Real root_of_spread(const Mat& rows) {
  const Mat centred = rows.rowwise() - rows.colwise().mean();
  return std::sqrt(centred.squaredNorm() / static_cast<Real>(rows.rows()));
}

Mat next_rows(Adds adds, const Mat& mean, const Mat& rows, const Mat& beginning) {
  const Mat heard = kernels::product(mean, rows);
  if (adds == Adds::nothing) return heard;
  return Real(0.5) * (heard + (adds == Adds::input ? rows : beginning));
}

std::string layers(int l) { return counted(l, "layer"); }

}  // namespace

ReachStudy study_reach(const Mask& ties, int source, int depth) {
  const Index n = ties.rows();
  Mask looped = ties;
  looped.diagonal().setConstant(true);
  ReachStudy out;
  out.graph = neighbours(looped);
  out.mean = mean_of(out.graph);
  out.hops = distances(out.graph, source);
  out.within = Mat::Zero(kDepths + 1, 1);
  out.root.fill(out.within), out.spread.fill(out.within);
  const Mat beginning = Mat::Identity(n, n);
  std::array<Mat, kAdds> rows{beginning, beginning, beginning};
  for (int l = 0; l <= kDepths; ++l) {
    for (std::size_t k = 0; k < kAdds; ++k) {
      if (l > 0) rows[k] = next_rows(static_cast<Adds>(k), out.mean, rows[k], beginning);
      out.root[k](l, 0) = root_of_spread(rows[k]);
      if (out.root[k](0, 0) > 0) out.spread[k](l, 0) = out.root[k](l, 0) / out.root[k](0, 0);
    }
    out.after.push_back(rows.front());
    for (const int steps : out.hops) out.within(l, 0) += steps >= 0 && steps <= l ? 1 : 0;
  }
  out.influence = out.after[static_cast<size_t>(depth)].col(source);
  return out;
}

formula::Explanation explain_influence(const ReachStudy& s, int source, int depth, int node) {
  const std::string title = "How much of node " + s.names[static_cast<size_t>(source)] + " is in node " +
                            s.names[static_cast<size_t>(node)] + " after " + layers(depth);
  if (depth == 0)
    return {title, sub(sym("I"), formula::row({sym("i"), sym("s")})), num(node == source ? 1 : 0), node == source ? 1.0 : 0.0,
            "Before the first layer every node is itself alone."};
  const std::span<const int> seen = s.graph.of(node);
  const Mat& before = s.after[static_cast<size_t>(depth - 1)];
  Mat weights(1, static_cast<Index>(seen.size())), column(static_cast<Index>(seen.size()), 1);
  for (size_t e = 0; e < seen.size(); ++e) {
    weights(0, static_cast<Index>(e)) = s.mean(node, seen[e]);
    column(static_cast<Index>(e), 0) = before(seen[e], source);
  }
  formula::Explanation x = formula::explain_weighted_sum(title, weights, column, s.influence(node, 0));
  x.note = "Over whom it sees, itself included: each counts " + std::string("1/") + std::to_string(seen.size()) + ".";
  return x;
}

formula::Explanation explain_within(const ReachStudy& s, int l) {
  std::vector<formula::Expression> rings;
  for (int ring = 0; ring <= l; ++ring)
    rings.push_back(num(ring == 0 ? static_cast<double>(s.within(0, 0)) : static_cast<double>(s.within(ring, 0) - s.within(ring - 1, 0))));
  return {"Nodes that reach it through " + layers(l), formula::sum("k", sub(sym("n"), sym("k"))), formula::total(std::move(rings)),
          static_cast<double>(s.within(l, 0)), "A term for each number of steps, from 0 on."};
}

formula::Explanation explain_spread(const ReachStudy& s, Adds adds, int l) {
  constexpr std::array<const char*, kAdds> kRules{"Each layer takes means and nothing else.",
                                                  "Each layer takes half of the mean and half of what it was given.",
                                                  "Each layer takes half of the mean and half of the node\u2019s own beginning."};
  const auto k = static_cast<std::size_t>(adds);
  const std::string title = "Spread of the nodes after " + layers(l);
  const Mat& root = s.root[k];
  if (!(root(0, 0) > 0)) return {title, sub(sym("d"), sym("l")), num(0), 0, "All nodes are alike from the beginning."};
  return {title, frac(sub(sym("d"), sym("l")), sub(sym("d"), num(0))),
          frac(num(static_cast<double>(root(l, 0))), num(static_cast<double>(root(0, 0)))), static_cast<double>(s.spread[k](l, 0)),
          std::string(kRules[k]) + " d: root of the mean squared distance of a node\u2019s row from the mean row."};
}

}  // namespace attn::lessons::graph_attention
