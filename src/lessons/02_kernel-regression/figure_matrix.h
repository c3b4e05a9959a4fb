// The attention matrix: a row for each of some queries along the x axis, a column for each key.
#pragma once

#include "canvas/canvas.h"
#include "lessons/02_kernel-regression/study.h"

namespace attn::lessons::kernel_regression {

void draw_matrix(canvas::Canvas& canvas, const Params& params, const Result& result, Params& edit);

}  // namespace attn::lessons::kernel_regression
