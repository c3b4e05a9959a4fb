// Lists of points in the plane that grow and shrink by one.
#pragma once

#include "base/mat.h"
#include "canvas/geometry.h"

namespace attn::lessons::pooling {

/// Where a new point is put: the place of [-0.8 reach, 0.8 reach]^2 that is farthest from all `points` [m,2].
canvas::Point free_place(const Mat& points, float reach);

/// `points` [m,2] with `p` appended.
Mat with_point(const Mat& points, canvas::Point p);
/// `points` [m,2] without row `i`.
Mat without_point(const Mat& points, int i);

}  // namespace attn::lessons::pooling
