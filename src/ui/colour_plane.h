// A plane of colours: a point is a colour, and the weighted mean of points is the mixture of their colours.
#pragma once

#include "ui/geometry.h"
#include "ui/theme.h"

namespace attn::ui {

/// The colour at `p` of the square [-1, 1] x [-1, 1] (clamped): equal lightness everywhere, grey in the middle, hue by direction. The
/// plane is the chroma plane of OKLab (Ottosson 2020), in which mixtures look like mixtures.
Color plane_color(Point p);

}  // namespace attn::ui
