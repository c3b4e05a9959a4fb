// Splits dashed lines into a list of short lines.
#pragma once

#include <span>
#include <vector>

#include "canvas/geometry.h"

namespace attn::canvas {

/// The dashes of a polyline, each `on` pixels long with gaps of `off`. They continue around corners. There are at most a few thousand.
std::vector<std::vector<Point>> dashes(std::span<const Point> points, bool closed, float on, float off);

}  // namespace attn::canvas
