// Dashed lines as a list of short ones.
#pragma once

#include <span>
#include <vector>

#include "canvas/geometry.h"

namespace attn::canvas {

/// The dashes of a polyline, each `on` pixels long with gaps of `off`, running on around its corners. At most a few thousand.
std::vector<std::vector<Point>> dashes(std::span<const Point> points, bool closed, float on, float off);

}  // namespace attn::canvas
