// A plane of colours: a point is a colour, and the weighted mean of points is the mixture of their colours.
#pragma once

#include "canvas/geometry.h"
#include "canvas/theme.h"

namespace attn::lessons::pooling {

/// The colour at `p` of the square [-1, 1] x [-1, 1] (clamped): equal lightness everywhere, grey in the middle, hue by direction. The
/// plane is the chroma plane of OKLab (Ottosson 2020), in which mixtures look like mixtures.
canvas::Color plane_color(canvas::Point p);

}  // namespace attn::lessons::pooling
