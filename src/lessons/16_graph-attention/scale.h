// A graph of ten thousand nodes, and one layer of attention over it, computed on this machine.
//
// The graph: 100 communities of 100 nodes in a square of ten by ten; most ties stay within one, some lead to one beside it, few anywhere.
// Letters: n nodes, t ties (both ways), m edges with the loops of all nodes, h heads.
#pragma once

#include <string>
#include <vector>

#include "base/graph.h"
#include "base/mat.h"
#include "canvas/geometry.h"
#include "formula/expression.h"
#include "kernels/graph.h"

namespace attn::lessons::graph_attention {

inline constexpr int kScaleSide = 10, kScaleMembers = 100;
inline constexpr int kScaleNodes = kScaleSide * kScaleSide * kScaleMembers, kScaleTies = 50000;
inline constexpr int kScaleHeads = 8, kScaleWidth = 8, kScaleFeatures = 16;

struct ScaleGraph {
  std::vector<canvas::Point> places;  ///< [n] in [-1, 1] x [-1, 1]; node i is of community i / kScaleMembers, hubs in the middle
  std::vector<Tie> ties;              ///< [t] the lower number first
  Neighbours graph;
};
/// Always the same; made when it is first asked for.
const ScaleGraph& scale_graph();

/// A place of a community's middle.
canvas::Point community_place(int community);

struct ScaleLayer {
  Mat scores, weights;           ///< [m,h]
  std::vector<float> strengths;  ///< [t] of each tie: the mean of its weights over heads and both directions
  std::vector<int> strongest;    ///< [t] ties, the strongest first
  float largest = 0;             ///< of the strengths
  double milliseconds = 0;       ///< that the layer took, the least of a few runs
};
/// Features and weights are drawn from a seed, as before any training. Measured once for each `trial` and remembered; the time is no
/// function of anything else.
const ScaleLayer& scale_layer(int trial);

/// [k, h + 1]: the weights with which `node` attends to each of the k nodes that it sees, itself among them; the last column is the mean.
Mat scale_weights(int node, int trial);
/// Rows and columns of it.
std::vector<std::string> scale_rows(int node);
std::vector<std::string> scale_cols();
/// How a number of it came about.
formula::Explanation explain_scale_weight(int node, int trial, int row, int col);

}  // namespace attn::lessons::graph_attention
