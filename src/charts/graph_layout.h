// Finds places for the nodes of a graph, as if there were a spring between any two nodes that is as long as the shortest path between them.
//
// Stress majorisation (Gansner, Koren and North 2004) lowers the energy of the springs and never raises it. It runs for a fixed number of
// rounds and without libm, so that the layout depends on the arguments only and is the same on every platform. A round takes work in n^2;
// 100 nodes take a few milliseconds. It is meant for up to a few hundred nodes.
#pragma once

#include <cstdint>
#include <span>

#include "base/mat.h"
#include "canvas/geometry.h"
#include "charts/graph.h"

namespace attn::charts {

/// Places [n,2] in the box [-1, 1] x [-1, 1], which they fill in at least one direction. The direction of ties, their weights and loops are
/// ignored. Another seed begins elsewhere and may lead to another layout. Parts that no tie connects are apart from each other. Lay a graph
/// out from its initial ties and keep the places when ties are added or cut, so that nodes do not move under the hand.
Mat graph_layout(int nodes, std::span<const GraphTie> ties, std::uint64_t seed = 1);

/// Records that a node was dragged, in a parameter [k,3] with one row (node, x, y) for each dragged node, in the order of the nodes.
void put_dragged(Mat* dragged, int node, canvas::Point place);
/// The rows of `dragged` that name one of `nodes` nodes, with places clamped to the box. Of several rows for the same node the last counts.
Mat valid_dragged(const Mat& dragged, int nodes);
/// The places `from`, except that the dragged nodes are where they were put.
Mat with_dragged(Mat from, const Mat& dragged);

}  // namespace attn::charts
