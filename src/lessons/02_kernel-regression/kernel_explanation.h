// Explanations of the numbers of a kernel regression, for the inspector: a weight f_i / sum f_j, the weighted mean of the targets, and root
// mean squares.
#pragma once

#include <string_view>

#include "base/mat.h"
#include "formula/expression.h"

namespace attn::lessons::kernel_regression {

/// One query against all keys: u_j = |q - x_j| / width and the kernel's values f(u_j), both [1,m]. For a Gaussian, explanations write the
/// exponents; where all f underflow, they take the smallest one out of the fraction. For other kernels they write the values of f.
struct KernelRow {
  const Mat &u, &f;
  bool gaussian = true;
};

/// f_i / sum_j f_j. Long sums (over 200 terms) appear as one number.
formula::Explanation explain_kernel_weight(std::string_view title, const KernelRow& row, int i, Real value);

/// sum_j f_j y_j / sum_j f_j, y [m,1]. `value` is NaN where no key is in reach; the note then says so.
formula::Explanation explain_kernel_mean(std::string_view title, const KernelRow& row, const Mat& y, Real value);

/// sqrt(sum of squares / c) of `residuals` [c,1].
formula::Explanation explain_root_mean_square(std::string_view title, const Mat& residuals, Real value);

}  // namespace attn::lessons::kernel_regression
