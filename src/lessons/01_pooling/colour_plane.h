// A plane of colours: a point is a colour, and the weighted mean of points is the mixture of their colours.
#pragma once

#include "canvas/geometry.h"
#include "canvas/theme.h"

namespace attn::lessons::pooling {

/// The colour at `p`, clamped to the square [-1, 1] x [-1, 1]. Lightness is the same everywhere, the middle is grey, and the direction is
/// the hue. The plane is the chroma plane of OKLab (Ottosson 2020), where the mean of two points looks like a mixture of their colours.
canvas::Color plane_color(canvas::Point p);

}  // namespace attn::lessons::pooling
