// The convex hull of points in the plane: what their weighted means can reach.
#pragma once

#include <span>
#include <vector>

#include "canvas/geometry.h"

namespace attn::lessons::pooling {

/// The corners of the hull in order around it, without points inside or on an edge. Points on a line give two corners, equal points one.
std::vector<canvas::Point> convex_hull(std::span<const canvas::Point> points);

/// How far `p` lies outside the hull given by its corners; 0 inside and on the edge. `hull` is not empty.
float distance_outside(std::span<const canvas::Point> hull, canvas::Point p);

}  // namespace attn::lessons::pooling
