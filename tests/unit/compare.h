// Compares matrices in tests: |a - b| <= tolerance * max(|a|, |b|, 1), entry by entry, or without any tolerance.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/mat.h"

namespace attn::test {

inline constexpr double kTolerance = 1e-5;  ///< between variants on the CPU

inline ::testing::AssertionResult close(In a, In b, double tolerance = kTolerance) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return ::testing::AssertionFailure() << shape(a) << " against " << shape(b);
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.cols(); ++j) {
      const double x = a(i, j), y = b(i, j), allowed = tolerance * std::max({std::fabs(x), std::fabs(y), 1.0});
      if (!(std::fabs(x - y) <= allowed))
        return ::testing::AssertionFailure() << "at [" << i << "," << j << "] of " << shape(a) << ": " << x << " against " << y;
    }
  return ::testing::AssertionSuccess();
}

inline bool same_bits(In a, In b) { return a.rows() == b.rows() && a.cols() == b.cols() && (a.array() == b.array()).all(); }

inline bool all_finite(In m) {
  for (Index i = 0; i < m.rows(); ++i)
    for (Index j = 0; j < m.cols(); ++j)
      if (!std::isfinite(m(i, j))) return false;
  return true;
}

}  // namespace attn::test
