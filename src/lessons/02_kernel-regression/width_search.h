// How wide a regression kernel should be: its errors over a range of widths, the width with the least leave-one-out error, and gradient
// descent on the width.
//
// Errors are root mean squares in the units of y. A width at which some point has no neighbour in reach has no leave-one-out error: NaN.
#pragma once

#include <limits>

#include "base/mat.h"
#include "kernels/regression.h"

namespace attn::lessons::kernel_regression {

inline constexpr Real kNone = std::numeric_limits<Real>::quiet_NaN();  ///< an answer that there is not

/// The points that errors are taken over and, where the true curve is known, its values on a grid.
struct WidthProblem {
  Mat x, y;            ///< [m,1]
  Mat grid_x, grid_y;  ///< [g,1], or empty where there is no truth
  kernels::RegressionKernel kernel = kernels::RegressionKernel::gaussian;
};

struct WidthErrors {
  Mat widths;         ///< [k,1]
  Mat leave_one_out;  ///< [k,1] each point is predicted from all the others
  Mat training;       ///< [k,1] each point is predicted from all points, itself included
  Mat truth;          ///< [k,1] against grid_y, over the grid points that have an answer (NaN where none has); empty without a grid
};

/// The errors of one width. Both errors and the slope come from one pass over all pairs of points.
struct WidthLoss {
  Real leave_one_out = 0;  ///< NaN where some point has no neighbour in reach; a single point has none
  Real training = 0;       ///< never NaN: every point reaches itself
  Real slope = 0;          ///< d ln E / d ln width, where E is the mean squared leave-one-out error of the answered points; 0 if E is 0
};
WidthLoss width_loss(const WidthProblem& problem, Real width);
/// The same, computed by kernels::leave_one_out_error and nadaraya_watson_output.
WidthLoss width_loss_reference(const WidthProblem& problem, Real width);

/// Root mean square of a regression's answered outputs against `truth` [g,1]; NaN where nothing is answered.
Real answered_rms(const kernels::Regression& regression, In truth);

/// All errors at `count` widths from `narrowest` to `widest` in equal ratios.
WidthErrors width_errors(const WidthProblem& problem, Real narrowest, Real widest, int count);

struct BestWidth {
  Real width = 0, error = 0;
};
/// The width with the least leave-one-out error: the best of `errors`, refined between its neighbours to three digits. NaN where no width
/// has such an error.
BestWidth best_width(const WidthProblem& problem, const WidthErrors& errors);

struct Descent {
  Mat widths, errors;  ///< [steps + 1, 1], the start first; the errors are leave-one-out errors, NaN where there is none
};
/// Gradient descent by w <- w exp(-rate * slope), with the slope of width_loss. As that is a derivative of one logarithm with respect to
/// another, steps do not depend on the units of x and y. A step at most doubles or halves the width, which stays in [narrowest, widest].
Descent descend_width(const WidthProblem& problem, Real start, Real rate, int steps, Real narrowest, Real widest);

}  // namespace attn::lessons::kernel_regression
