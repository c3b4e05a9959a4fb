// How wide a regression kernel should be: its errors over a range of widths, the width with the least leave-one-out error, and gradient
// descent on the width.
//
// Errors are root mean squares in the units of y. A width at which some point has no neighbour in reach has no leave-one-out error: NaN.
#pragma once

#include "base/mat.h"
#include "kernels/regression.h"

namespace attn::lessons::kernel_regression {

/// The points that errors are taken over, and where the true curve is known, a grid of it.
struct WidthProblem {
  Mat x, y;            ///< [m,1]
  Mat grid_x, grid_y;  ///< [g,1], or empty where there is no truth
  kernels::RegressionKernel kernel = kernels::RegressionKernel::gaussian;
};

struct WidthErrors {
  Mat widths;         ///< [k,1]
  Mat leave_one_out;  ///< [k,1] each point predicted from all the others
  Mat training;       ///< [k,1] each point predicted from all, itself included
  Mat truth;          ///< [k,1] against grid_y, over the grid points that have an answer (NaN where none has); empty without a grid
};

/// What one width costs. Every pair of points is looked at once, for both errors and the slope.
struct WidthLoss {
  Real leave_one_out = 0;  ///< NaN where a point is unanswered, as a single one is
  Real training = 0;       ///< a point always reaches itself
  Real slope = 0;          ///< d ln E / d ln width, E the mean squared leave-one-out error over the answered points; 0 where E is 0
};
WidthLoss width_loss(const WidthProblem& problem, Real width);
/// The same from kernels::leave_one_out_error and nadaraya_watson_output.
WidthLoss width_loss_reference(const WidthProblem& problem, Real width);

/// Root mean square of a regression's answered outputs against `truth` [g,1]; NaN where nothing is answered.
Real answered_rms(const kernels::Regression& regression, In truth);

/// All errors at `count` widths from `narrowest` to `widest` in equal ratios.
WidthErrors width_errors(const WidthProblem& problem, Real narrowest, Real widest, int count);

struct BestWidth {
  Real width = 0, error = 0;
};
/// The least leave-one-out error: the best of `errors`, refined between its neighbours to three digits. NaN where no width has one.
BestWidth best_width(const WidthProblem& problem, const WidthErrors& errors);

struct Descent {
  Mat widths, errors;  ///< [steps + 1, 1] from the start on; leave-one-out errors, NaN where there is none
};
/// Steps downhill: w <- w exp(-rate * slope), the slope that of width_loss. A step at most doubles or halves the width, which stays in
/// [narrowest, widest]. Both logarithms make the step free of the units of x and y.
Descent descend_width(const WidthProblem& problem, Real start, Real rate, int steps, Real narrowest, Real widest);

}  // namespace attn::lessons::kernel_regression
