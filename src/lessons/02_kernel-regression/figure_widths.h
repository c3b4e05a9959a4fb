// Errors over the width of the kernel: leave-one-out, training and true error, the best width, the path of a descent, and a handle at the
// width where it starts (region `width`).
#pragma once

#include "canvas/canvas.h"
#include "lessons/02_kernel-regression/study.h"

namespace attn::lessons::kernel_regression {

void draw_widths(canvas::Canvas& canvas, const Params& params, const Result& result, Params& edit);

}  // namespace attn::lessons::kernel_regression
