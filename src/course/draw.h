// The type of a function that draws a figure, for the headers that declare such functions: `Draw draw_matrix;`.
#pragma once

#include "canvas/canvas.h"

namespace attn::course {

/// Draws `result`, which was computed from `params`, on all of `canvas`. What the hand does is written to `edit`, which comes in as a copy
/// of `params`. The app then validates and settles `edit` and computes the next result from it.
template <class P, class R>
using Draw = void(canvas::Canvas& canvas, const P& params, const R& result, P& edit);

}  // namespace attn::course
