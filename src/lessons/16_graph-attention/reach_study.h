// How far layers see, and what many of them do: the karate club under nothing but means over neighbours.
//
// Letters: n nodes, l layers, A [n,n] the mean over whom a node sees (every row sums to 1, as attention's weights do), A^l [n,n] after l
// layers, X_l [n,n] the nodes' rows after l layers, X_0 = I.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/graph.h"
#include "base/mat.h"
#include "formula/expression.h"
#include "tasks/graphs.h"

namespace attn::lessons::graph_attention {

inline constexpr int kDepths = 16;  ///< layers that are looked at, at most

/// What a layer makes of the rows X: the mean A X alone; half of it and half of X, an ordinary residual connection; half of it and half of
/// X_0, the node's own beginning (Klicpera et al. 2019, equation 4, with alpha = 1/2).
enum class Adds { nothing, input, beginning };
inline constexpr int kAdds = 3;

struct ReachStudy {
  std::vector<std::string> names;  ///< [n]
  Mat places;                      ///< [n,2]
  Neighbours graph;                ///< every node sees itself, too
  Mat mean;                        ///< A
  std::vector<Mat> after;          ///< [l] A^l, from A^0 = I on
  Mat influence;                   ///< [n,1] column `source` of A^depth: how much of the source is in each node
  std::vector<int> hops;           ///< from the source, -1 where no path leads
  Mat within;                      ///< [kDepths+1,1] nodes that are at most so many steps away
  std::array<Mat, kAdds> root;     ///< [kDepths+1,1] root of the mean squared distance of a node's row of X_l from the mean row
  std::array<Mat, kAdds> spread;   ///< the same as a share of that at l = 0

  const Mat& spread_of(Adds adds) const { return spread[static_cast<std::size_t>(adds)]; }
};
ReachStudy study_reach(const Mask& ties, int source, int depth);

formula::Explanation explain_influence(const ReachStudy& s, int source, int depth, int node);
formula::Explanation explain_within(const ReachStudy& s, int l);
formula::Explanation explain_spread(const ReachStudy& s, Adds adds, int l);

}  // namespace attn::lessons::graph_attention
