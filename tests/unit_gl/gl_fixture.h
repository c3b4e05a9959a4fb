// The fixture of every GL test: it has a context and the backend, and checks that the GPU did the work.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "compute/backend_gl.h"
#include "unit_gl/gl_context.h"

namespace attn::compute {

constexpr Real kGpuTolerance = 1e-4f;

/// Whether |a - b| <= tolerance * max(|a|, |b|, 1) everywhere. A NaN is never close.
inline ::testing::AssertionResult close(In a, In b, Real tolerance = kGpuTolerance) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) {
    return ::testing::AssertionFailure() << a.rows() << "x" << a.cols() << " against " << b.rows() << "x" << b.cols();
  }
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) {
      const Real scale = std::max({std::abs(a(i, j)), std::abs(b(i, j)), Real(1)});
      if (std::abs(a(i, j) - b(i, j)) <= tolerance * scale) continue;
      return ::testing::AssertionFailure() << "at (" << i << "," << j << "): " << a(i, j) << " against " << b(i, j);
    }
  }
  return ::testing::AssertionSuccess();
}

class Gl : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (const std::string why = make_context(); !why.empty()) GTEST_FAIL() << why;
  }
  static void TearDownTestSuite() { release_gl(); }

  void SetUp() override {
    std::string why;
    gl = webgl(&why);
    ASSERT_NE(gl, nullptr) << why;
    before_ = calls();
  }
  void TearDown() override {
    EXPECT_EQ(calls().fell_back - before_.fell_back, on_cpu_expected) << calls().why_cpu;
    EXPECT_GT(calls().on_gpu - before_.on_gpu + on_cpu_expected, 0) << "no case of this test ran on the GPU";
    RecordProperty("gl_cases", static_cast<int>(calls().on_gpu - before_.on_gpu));
  }

  const Backend* gl = nullptr;
  long on_cpu_expected = 0;  ///< how many calls this test makes in order to see the GPU refuse them

 private:
  Calls before_;
};

/// A mask that is true in about two thirds. Row 0 sees nothing if there is more than one row.
inline Mask random_mask(Index n, Index m, Rng& rng) {
  Mask mask(n, m);
  for (Index i = 0; i < mask.size(); ++i) mask.data()[i] = rng.uniform() < 0.67;
  if (n > 1) mask.row(0).setConstant(false);
  return mask;
}

}  // namespace attn::compute
