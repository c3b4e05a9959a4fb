#include "lessons/02_kernel-regression/kernel_explanation.h"

#include <cmath>
#include <utility>
#include <vector>

#include "formula/cells.h"

namespace attn::lessons::kernel_regression {
namespace {

constexpr Index kLongest = 200;  ///< terms of a sum that are written one by one

/// What is subtracted from each u^2 / 2 of a Gaussian, so that not all its values vanish; 0 where they do not anyway.
double shift_of(const KernelRow& row) {
  if (!row.gaussian || row.f.maxCoeff() > Real(1e-30)) return 0;
  const double nearest = static_cast<double>(row.u.minCoeff());
  return nearest * nearest / 2;
}

double kernel_value(const KernelRow& row, Index j, double shift) {
  if (!row.gaussian) return static_cast<double>(row.f(0, j));
  const double u = static_cast<double>(row.u(0, j));
  return std::exp(shift - u * u / 2);
}

formula::Expression kernel_term(const KernelRow& row, Index j, double shift) {
  if (!row.gaussian) return formula::num(static_cast<double>(row.f(0, j)));
  const double u = static_cast<double>(row.u(0, j));
  return formula::call("exp", {formula::num(shift - u * u / 2)});
}

/// sum_j f_j y_j, or sum_j f_j where y is null. The sum is written without the keys out of reach.
formula::Expression kernel_sum(const KernelRow& row, const Mat* y, double shift) {
  std::vector<formula::Expression> terms;
  double sum = 0;
  for (Index j = 0; j < row.u.cols(); ++j) {
    if (!row.gaussian && row.f(0, j) == 0) continue;
    const double factor = y ? static_cast<double>((*y)(j, 0)) : 1;
    sum += factor * kernel_value(row, j, shift);
    if (static_cast<Index>(terms.size()) > kLongest) continue;
    formula::Expression term = kernel_term(row, j, shift);
    terms.push_back(
        y ? attn::formula::row({std::move(term), formula::op("*"), formula::num_at(factor, {"points", j, 1}, 0, canvas::Role::kValue)})
          : std::move(term));
  }
  if (terms.empty()) return formula::num(0);
  return static_cast<Index>(terms.size()) > kLongest ? formula::num(sum) : formula::total(std::move(terms));
}

const char* const kShiftNote =
    "The smallest exponent has been taken out of the fraction, where it cancels; else everything would round to 0.";

formula::Expression f_of(const char* index) { return formula::call("f", {formula::sub(formula::sym("u"), formula::sym(index))}); }

}  // namespace

formula::Explanation explain_kernel_weight(std::string_view title, const KernelRow& row, int i, Real value) {
  const double shift = shift_of(row);
  formula::Explanation x;
  x.title = title;
  x.formula = formula::frac(f_of("i"), formula::sum("j", f_of("j")));
  x.substituted =
      value == 0 && !row.gaussian ? formula::num(0) : formula::frac(kernel_term(row, i, shift), kernel_sum(row, nullptr, shift));
  x.value = static_cast<double>(value);
  if (shift != 0) x.note = kShiftNote;
  if (!row.gaussian && row.f(0, i) == 0) x.note = "This key is out of the kernel's reach.";
  return x;
}

formula::Explanation explain_kernel_mean(std::string_view title, const KernelRow& row, const Mat& y, Real value) {
  const double shift = shift_of(row);
  formula::Explanation x;
  x.title = title;
  x.formula = formula::frac(
      formula::sum("i", attn::formula::row({formula::sub(formula::sym("y", canvas::Role::kValue), formula::sym("i")), f_of("i")})),
      formula::sum("j", f_of("j")));
  x.substituted = formula::frac(kernel_sum(row, &y, shift), kernel_sum(row, nullptr, shift));
  x.value = static_cast<double>(value);
  if (shift != 0) x.note = kShiftNote;
  if (std::isnan(value)) x.note = "No key is in reach: 0 / 0 has no value, so there is no answer here.";
  return x;
}

formula::Explanation explain_root_mean_square(std::string_view title, const Mat& residuals, Real value) {
  formula::Explanation x;
  x.title = title;
  x.formula = formula::root(formula::frac(
      formula::sum("i", formula::power(formula::sub(formula::sym("e"), formula::sym("i")), formula::num(2))), formula::sym("n")));
  std::vector<formula::Expression> terms;
  double squares = 0;
  for (Index i = 0; i < residuals.rows(); ++i) {
    const double e = static_cast<double>(residuals(i, 0));
    squares += e * e;
    if (i <= kLongest) terms.push_back(formula::power(formula::num(std::abs(e)), formula::num(2)));
  }
  x.substituted =
      formula::root(formula::frac(residuals.rows() > kLongest || terms.empty() ? formula::num(squares) : formula::total(std::move(terms)),
                                  formula::num(static_cast<double>(residuals.rows()))));
  x.value = static_cast<double>(value);
  return x;
}

}  // namespace attn::lessons::kernel_regression
