// Places for the nodes of a graph: between any two nodes hangs a spring as long as the way between them along ties.
//
// The springs' energy is lowered by stress majorisation (Gansner, Koren and North 2004), which never raises it, for a fixed number of
// rounds: the layout is a function of its arguments, settled when it is returned, and the same on every platform (no libm). n^2 work a
// round; 100 nodes take a few milliseconds. Meant for up to a few hundred nodes.
#pragma once

#include <cstdint>
#include <span>

#include "base/mat.h"
#include "canvas/geometry.h"
#include "charts/graph.h"

namespace attn::charts {

/// [n,2], in the box [-1, 1] x [-1, 1], which it fills in at least one direction. Directions of ties, weights and loops count for nothing.
/// Another seed begins elsewhere and may come to another layout. Parts that no tie joins stand apart from each other.
/// Lay a graph out from the ties it came with, and leave the places alone when ties are added or cut: nodes then keep still under the hand.
Mat graph_layout(int nodes, std::span<const GraphTie> ties, std::uint64_t seed = 1);

/// What a reader dragged, as a parameter: [k,3], one row (node, x, y) for each node that was dragged, in order of nodes.
void put_dragged(Mat* dragged, int node, canvas::Point place);
/// The rows of `dragged` that name one of `nodes` nodes, the last of those that name the same; places brought into the box.
Mat valid_dragged(const Mat& dragged, int nodes);
/// `from` with the dragged nodes where they were put, and all others where they were.
Mat with_dragged(Mat from, const Mat& dragged);

}  // namespace attn::charts
