// A kernel regression seen from all sides: the answer for one query, the fit with its gaps, the attention matrix,
// the errors over widths, and a gradient descent on the width.
#pragma once

#include "base/mat.h"
#include "compute/backend.h"
#include "kernels/regression.h"
#include "lessons/02_kernel-regression/params.h"
#include "lessons/02_kernel-regression/views.h"
#include "lessons/02_kernel-regression/width_search.h"

namespace attn::lessons::kernel_regression {

/// Work that grows with n^2 is done over at most this many points.
inline constexpr int kMostLeftOut = 160;

struct Result {
  Mat x, y;                    ///< [n,1]
  Box box;                     ///< the interval of x that is asked about, and all y with a margin
  Real query = 0, width = 1;   ///< x of the query; the width after the descent
  kernels::Regression answer;  ///< of the query: output [1,1], weights [1,n]
  Real output = 0;             ///< the answer, NaN where there is none
  Real mean = 0;               ///< of y
  Real rmse = 0;               ///< of the fit against the truth over the places of the grid with an answer; NaN where that is not known
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

/// [n,2], with those that were moved where they were put.
Mat points_of(const Params& p);

Result compute(const Params& p, const compute::Backend& backend);

/// [m,1] what is missing to each point's y when it is predicted from all others; NaN where no other is in reach.
Mat left_out_residuals(const WidthProblem& problem, Real width);

/// [c,1] `fit` less `truth` [g,1] where the fit has an answer.
Mat answered_residuals(const Mat& fit, const Mat& truth);

}  // namespace attn::lessons::kernel_regression
