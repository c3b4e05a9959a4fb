// Checks every backward kernel: compares its analytic gradient with central differences, in double precision.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/check.h"
#include "base/mat.h"

namespace attn::test {

static_assert(sizeof(Real) == sizeof(double), "Jacobian tests are built with ATTN_REAL_DOUBLE");

/// `loss` is a scalar function that reads `*x`; `d_x` is its analytic gradient. Every entry of `*x` is moved by +-h in turn.
inline ::testing::AssertionResult gradient_matches(Mat* x, const Mat& d_x, const std::function<double()>& loss) {
  constexpr double kStep = 1e-5, kAllowed = 1e-7;
  if (d_x.rows() != x->rows() || d_x.cols() != x->cols())
    return ::testing::AssertionFailure() << "gradient " << shape(d_x) << " of an argument " << shape(*x);
  for (Index i = 0; i < x->size(); ++i) {
    double& entry = x->data()[i];
    const double kept = entry;
    entry = kept + kStep;
    const double above = loss();
    entry = kept - kStep;
    const double below = loss();
    entry = kept;
    const double expected = (above - below) / (2 * kStep), actual = d_x.data()[i];
    if (!(std::fabs(actual - expected) <= kAllowed * std::max({std::fabs(actual), std::fabs(expected), 1.0})))
      return ::testing::AssertionFailure() << "entry " << i << " of " << shape(*x) << ": analytic " << actual << ", numeric " << expected;
  }
  return ::testing::AssertionSuccess();
}

/// The scalar sum of c * y, whose gradient with respect to y is c.
inline double weighted_sum(const Mat& c, const Mat& y) { return c.cwiseProduct(y).sum(); }

}  // namespace attn::test
