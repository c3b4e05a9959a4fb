// Data points about a curve, the fit through them, the query with its answer, and below the axis the weight of every key.
//
// The query is dragged along the axis (region `query`). Up to kMostMovable points can be moved (regions `point[i]`); very many points are
// drawn as a density.
#pragma once

#include "canvas/canvas.h"
#include "lessons/02_kernel-regression/study.h"

namespace attn::lessons::kernel_regression {

void draw_fit(canvas::Canvas& canvas, const Params& params, const Result& result, Params& edit);

}  // namespace attn::lessons::kernel_regression
