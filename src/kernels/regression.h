// Kernel regression as attention: queries are points, keys the training inputs, values the targets (Nadaraya 1964, Watson 1964).
//
//   output(q) = sum_j f(u_j) y_j / sum_j f(u_j),   u_j = |q - x_j| / width
//
// A query that no key of a compact kernel reaches has no answer: `reach` is false, and its weights and output are 0, never NaN. The
// Gaussian reaches everything. Its weights are computed as a softmax of -u^2/2, which does not underflow far away from the data. width > 0.
#pragma once

#include <optional>
#include <string_view>

#include "base/mat.h"

namespace attn::kernels {

enum class RegressionKernel { gaussian, boxcar, triangular, epanechnikov };
inline constexpr int kRegressionKernelCount = 4;

/// "gaussian", "boxcar", "triangular", "epanechnikov".
std::string_view to_name(RegressionKernel kernel);
std::optional<RegressionKernel> regression_kernel_from_name(std::string_view name);

/// The kernel's value at u >= 0: exp(-u^2/2); 1 if u <= 1; max(0, 1 - u); max(0, 3/4 (1 - u^2)).
Real regression_kernel(RegressionKernel kernel, Real u);
/// Its derivative with respect to u (0 at the kinks).
Real regression_kernel_slope(RegressionKernel kernel, Real u);

struct Regression {
  Mat output;   ///< [g,1]
  Mat weights;  ///< [g,m]
  Mask reach;   ///< [g,1] whether any key is in reach
  Mat sums;     ///< [g,1] sum_j f(u_j), by which the kernel's values are divided; the Gaussian's are relative to that of the nearest key
};
/// One weight, for the sum that belongs to its query. `nearest` is the distance of the query to its nearest key. 0 where no key is in
/// reach.
Real regression_weight(RegressionKernel kernel, Real distance, Real nearest, Real width, Real sum);

/// CHECKs that x, y and queries are columns, that x and y have the same length, and that width > 0. Every function here does so; other
/// implementations call this.
void check_regression(In x, In y, In queries, Real width);

/// x [m,1], y [m,1], queries [g,1].
Regression nadaraya_watson(In x, In y, In queries, RegressionKernel kernel, Real width);
Regression nadaraya_watson_reference(In x, In y, In queries, RegressionKernel kernel, Real width);
/// The same without the g * m weights (`weights` stays empty), for many keys.
Regression nadaraya_watson_output(In x, In y, In queries, RegressionKernel kernel, Real width);

struct RegressionGrads {
  Mat d_x, d_y, d_queries;  ///< [m,1], [m,1], [g,1]
  Real d_width = 0;
};
/// Gradients of a scalar through `output`, given d_output [g,1]; queries without reach contribute nothing.
RegressionGrads nadaraya_watson_vjp(In x, In y, In queries, RegressionKernel kernel, Real width, In d_output);

struct LeaveOneOut {
  Real error = 0;        ///< mean over the answered points i of (the output at x_i without point i, minus y_i)^2
  Real d_width = 0;      ///< derivative of `error` with respect to the width
  Index unanswered = 0;  ///< points whose neighbours are all out of reach; they are left out of the mean
};
/// x [m,1], y [m,1].
LeaveOneOut leave_one_out_error(In x, In y, RegressionKernel kernel, Real width);

}  // namespace attn::kernels
