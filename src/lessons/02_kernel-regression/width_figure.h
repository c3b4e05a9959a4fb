// Errors of a kernel regression against the kernel's width: leave-one-out with its minimum, training error, error against the truth, the
// path of a gradient descent, and a handle at the present width (region `width`).
#pragma once

#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::lessons::kernel_regression {

struct WidthPicture {
  const Mat &widths, &leave_one_out, &training;  ///< [k,1] each, NaN where there is no error; widths rising
  const Mat& truth;                              ///< [k,1] or empty
  Real best_width, best_error;                   ///< NaN where there is none
  const Mat &path_widths, &path_errors;          ///< [s,1]: a descent from its start on; one row when no step was made
  Real width, error;                             ///< in use; error NaN where it has none
  std::string_view note = {};                    ///< a line more, such as how many points the errors are taken over
};

/// Returns the width that the hand wants to start from: that of the first row of the path unless it is moved.
Real draw_widths(canvas::Canvas& canvas, const WidthPicture& picture);

}  // namespace attn::lessons::kernel_regression
