// A kernel regression seen from all sides: the answer for one query, the fit with its gaps, the attention matrix,
// the errors over widths, and a gradient descent on the width.
#pragma once

#include "base/mat.h"
#include "compute/backend.h"
#include "kernels/regression.h"
#include "lessons/02_kernel-regression/key_field.h"
#include "lessons/02_kernel-regression/params.h"
#include "lessons/02_kernel-regression/views.h"
#include "lessons/02_kernel-regression/width_search.h"

namespace attn::lessons::kernel_regression {

/// Work that grows with the square of the number of points is done over at most so many of them.
inline constexpr int kMostLeftOut = 160;

struct Result {
  Mat x, y;                    ///< [n,1]
  Box box;                     ///< the interval of x that is asked about, and all y with a margin
  Real query = 0, width = 1;   ///< x of the query; the width after the descent
  kernels::Regression answer;  ///< for the query: output [1,1], weights [1,n]
  Real output = 0;             ///< the answer, NaN where there is none
  Real mean = 0;               ///< mean of y
  Real rmse = 0;               ///< of the fit against the truth, over the grid points with an answer; NaN where the truth is not known
  Real left_out = 0;           ///< leave-one-out error at `width`, NaN where some point has no neighbour in reach
  Mat grid, fit, truth;        ///< [g,1]; fit is NaN in gaps, truth empty where it is not known
  Mat profile_x, profile;      ///< [k,1] places, and the weight that a key there would have; empty where there is no answer
  Mat density;                 ///< how many points lie in each cell of the box; empty while the points are few enough to be drawn
  Mat rows;                    ///< [r,1] x of the queries of `matrix`
  KeyColumns matrix;           ///< the weights of these queries
  const compute::Backend* backend = &compute::cpu();  ///< for what is computed when it is first looked at
  WidthProblem problem;                               ///< the points that errors are taken over: all, or every k-th where there are many
  WidthErrors errors;
  BestWidth best;
  Descent path;
};

/// [n,2] the points, given or generated; those that were moved lie where they were put.
Mat points_of(const Params& p);

Result compute(const Params& p, const compute::Backend& backend);

/// Whether there are more queries or keys than `matrix` has rows and columns of their own.
bool is_large(const Params& p, const Result& r);
/// The matrix with all queries of the parameters and all keys. It is computed when it is first asked for.
const KeyField& large_matrix(const Params& p, const Result& r);

/// [m,1] each point's prediction from all others minus its y; NaN where no other point is in reach.
Mat left_out_residuals(const WidthProblem& problem, Real width);

/// [c,1] `fit` minus `truth` (both [g,1]) at the places where the fit has an answer.
Mat answered_residuals(const Mat& fit, const Mat& truth);

}  // namespace attn::lessons::kernel_regression
