// Data points about a curve, the fit through them, the query with its answer, and under the axis the weight of every key.
//
// The query is dragged along the axis (region `query`); while there are few points each of them can be moved (`point[i]`). Many points are
// drawn as a density.
#pragma once

#include "canvas/canvas.h"
#include "lessons/02_kernel-regression/study.h"

namespace attn::lessons::kernel_regression {

void draw_fit(canvas::Canvas& canvas, const Params& params, const Result& result, Params& edit);

}  // namespace attn::lessons::kernel_regression
