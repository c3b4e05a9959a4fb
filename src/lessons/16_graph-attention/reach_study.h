// How far layers see, and what many of them do. Each layer takes nothing but means over neighbours; the graph is the karate club or the
// reader's own.
//
// Letters: n nodes, l layers; A [n,n] takes the mean over the nodes that a node sees (every row sums to 1, as attention's weights do), A^l
// is the same after l layers; X_l [n,n] are the nodes' rows after l layers, X_0 = I.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/graph.h"
#include "base/mat.h"
#include "formula/expression.h"
#include "tasks/graphs.h"

namespace attn::lessons::graph_attention {

inline constexpr int kDepths = 16;  ///< most layers

/// What a layer makes of the rows X:
///   nothing     the mean A X alone
///   input       (A X + X) / 2, an ordinary residual connection
///   beginning   (A X + X_0) / 2, with the node's own beginning (Klicpera et al. 2019, equation 4, with alpha = 1/2)
enum class Adds { nothing, input, beginning };
inline constexpr int kAdds = 3;

struct ReachStudy {
  std::vector<std::string> names;  ///< [n]
  Mat places;                      ///< [n,2]
  Neighbours graph;                ///< every node sees itself, too
  Mat mean;                        ///< A
  std::vector<Mat> after;          ///< A^l for l = 0 (I) to kDepths
  Mat influence;                   ///< [n,1] column `source` of A^depth: how much of the source is in each node
  std::vector<int> hops;           ///< [n] steps from the source; -1 where no path leads
  Mat within;                      ///< [kDepths+1,1] how many nodes are at most l steps from the source
  std::array<Mat, kAdds> root;     ///< [kDepths+1,1] root of the mean squared distance of a node's row of X_l from the mean row
  std::array<Mat, kAdds> spread;   ///< [kDepths+1,1] `root` divided by its value at l = 0

  const Mat& spread_of(Adds adds) const { return spread[static_cast<std::size_t>(adds)]; }
};
ReachStudy study_reach(const Mask& ties, int source, int depth);

formula::Explanation explain_influence(const ReachStudy& s, int source, int depth, int node);
formula::Explanation explain_within(const ReachStudy& s, int l);
formula::Explanation explain_spread(const ReachStudy& s, Adds adds, int l);

}  // namespace attn::lessons::graph_attention
