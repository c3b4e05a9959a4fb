// The attention matrix: a row for each of some queries along the x axis, a column for each key.
#pragma once

#include "canvas/canvas.h"
#include "lessons/02_kernel-regression/study.h"

namespace attn::lessons::kernel_regression {

/// The figure. Where there are many keys or queries it is a map.
/// Computes the large matrix, where it is one.
void prepare_matrix(const Params& p, const Result& r);
void draw_matrix(canvas::Canvas& canvas, const Params& params, const Result& result, Params& edit);
/// The rows of Result::matrix, in which many keys share columns.
void draw_few_rows(canvas::Canvas& canvas, const Result& result);

}  // namespace attn::lessons::kernel_regression
