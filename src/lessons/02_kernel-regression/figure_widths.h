// Errors against the width of the kernel: leave-one-out, training and true error, the best width, the path of a gradient descent, and a
// handle at the width where the descent starts (region `width`).
#pragma once

#include "canvas/canvas.h"
#include "lessons/02_kernel-regression/study.h"

namespace attn::lessons::kernel_regression {

void draw_widths(canvas::Canvas& canvas, const Params& params, const Result& result, Params& edit);

}  // namespace attn::lessons::kernel_regression
