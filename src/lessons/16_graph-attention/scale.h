// A graph of ten thousand nodes, and one layer of attention over it, computed on this machine.
//
// The graph has 100 communities of 100 nodes, in a square of ten by ten. Most ties stay within a community, some lead to one beside it, and
// a few lead anywhere. Letters: n nodes, t ties (both ways), m edges, which include the loops of all nodes, h heads.
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
  std::vector<canvas::Point> places;  ///< [n] in [-1, 1] x [-1, 1]; node i is in community i / kScaleMembers, whose hubs are in its middle
  std::vector<Tie> ties;              ///< [t] each with its smaller node first
  Neighbours graph;
};
/// The graph, which is always the same. It is made when it is first asked for.
const ScaleGraph& scale_graph();

/// The middle of a community.
canvas::Point community_place(int community);

struct ScaleLayer {
  Mat scores, weights;           ///< [m,h]
  std::vector<float> strengths;  ///< [t] for each tie the mean of its weights over heads and both directions
  std::vector<int> strongest;    ///< [t] places of ties in ScaleGraph::ties, the strongest first
  float largest = 0;             ///< the largest strength
  double milliseconds = 0;       ///< how long the layer took, the least of a few runs
};
/// The layer, untrained: features and weights are drawn from a seed. It is run, and its time taken, when `trial` is another than last time.
/// Only the time depends on `trial`.
const ScaleLayer& scale_layer(int trial);

/// [k, h + 1] the weights with which `node` attends to each of the k nodes that it sees, itself among them. The last column is the mean of
/// the heads.
Mat scale_weights(int node, int trial);
/// The names of its rows and columns.
std::vector<std::string> scale_rows(int node);
std::vector<std::string> scale_cols();
/// How one of these weights came about.
formula::Explanation explain_scale_weight(int node, int trial, int row, int col);

}  // namespace attn::lessons::graph_attention
