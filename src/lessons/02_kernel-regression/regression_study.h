// A kernel regression seen from all sides: the answer for one query, the fit with its gaps, the attention matrix, the errors over widths,
// and a gradient descent on the width.
#pragma once

#include "base/mat.h"
#include "kernels/regression.h"
#include "lessons/02_kernel-regression/regression_views.h"
#include "lessons/02_kernel-regression/width_search.h"

namespace attn::lessons::kernel_regression {

struct RegressionSpec {
  Mat points;                     ///< [n,2]: x, y; n >= 1
  Real (*truth)(Real) = nullptr;  ///< the curve behind the points, or null where it is not known
  Real left = 0, right = 1;       ///< the interval of x that is asked about; left < right
  Real query = Real(0.5);         ///< from left (0) to right (1)
  kernels::RegressionKernel kernel = kernels::RegressionKernel::gaussian;
  Real width = 1;  ///< where the descent starts
  Real rate = 1;   ///< of the descent
  int steps = 0;
  Real narrowest = 0, widest = 0;  ///< what the descent may reach
};

/// Who computes: a backend's two functions.
struct RegressionFunctions {
  kernels::Regression (*regression)(In x, In y, In queries, kernels::RegressionKernel kernel, Real width);
  kernels::Regression (*output)(In x, In y, In queries, kernels::RegressionKernel kernel, Real width);
};

struct RegressionStudy {
  Mat x, y;                    ///< [n,1]
  Box box;                     ///< the interval of x, and all y with a margin
  Real query = 0, width = 1;   ///< x of the query; the width after the descent
  kernels::Regression answer;  ///< of the query: output [1,1], weights [1,n]
  Real output = 0;             ///< the answer, NaN where there is none
  Real mean = 0;               ///< of y
  Real rmse = 0;               ///< of the fit against the truth over every kErrorStride-th place of the grid; NaN where that is not known
  Real left_out = 0;           ///< leave-one-out error at `width`, NaN where some point has no neighbour in reach
  Mat grid, fit, truth;        ///< [g,1]; fit is NaN in gaps, truth empty where it is not known
  Mat profile_x, profile;      ///< [k,1] the weight that a key elsewhere would have; empty where there is no answer
  Mat density;                 ///< counts of very many points, or empty
  Mat rows;                    ///< [r,1] x of the matrix's queries
  KeyColumns matrix;           ///< their weights
  WidthProblem problem;        ///< what the errors over widths are taken over: all points, or every k-th of many
  WidthErrors errors;
  BestWidth best;
  Descent path;
};

/// Work that grows with n^2 is done over at most this many points.
inline constexpr int kMostLeftOut = 160;

/// The error against the truth is taken over every eighth place of the grid, which is drawn finer than it has to be measured.
inline constexpr Index kErrorStride = 8;

/// [m,1] what is missing to each point's y when it is predicted from all others; NaN where no other is in reach.
Mat left_out_residuals(const WidthProblem& problem, kernels::RegressionKernel kernel, Real width);

/// [k,1] the fit less the truth, at the places of the grid that `rmse` is taken over and that have an answer.
Mat truth_residuals(const RegressionStudy& study);

RegressionStudy study_regression(const RegressionSpec& spec, const RegressionFunctions& functions);

}  // namespace attn::lessons::kernel_regression
