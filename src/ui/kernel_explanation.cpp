#include "ui/kernel_explanation.h"

#include <cmath>
#include <utility>
#include <vector>

namespace attn::ui {
namespace {

constexpr Index kLongest = 200;  ///< terms of a sum that are written one by one

/// What is subtracted from u^2 / 2 of a Gaussian: nothing unless all its values would vanish.
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

Expression kernel_term(const KernelRow& row, Index j, double shift) {
  if (!row.gaussian) return num(static_cast<double>(row.f(0, j)));
  const double u = static_cast<double>(row.u(0, j));
  return call("exp", {num(shift - u * u / 2)});
}

/// sum_j f_j y_j, or sum_j f_j where y is null. Keys out of reach are left out of the written sum.
Expression kernel_sum(const KernelRow& row, const Mat* y, double shift) {
  std::vector<Expression> terms;
  double sum = 0;
  for (Index j = 0; j < row.u.cols(); ++j) {
    if (!row.gaussian && row.f(0, j) == 0) continue;
    const double factor = y ? static_cast<double>((*y)(j, 0)) : 1;
    sum += factor * kernel_value(row, j, shift);
    if (static_cast<Index>(terms.size()) > kLongest) continue;
    Expression term = kernel_term(row, j, shift);
    terms.push_back(y ? attn::ui::row({std::move(term), op("*"), num(factor, Role::kValue)}) : std::move(term));
  }
  if (terms.empty()) return num(0);
  return static_cast<Index>(terms.size()) > kLongest ? num(sum) : total(std::move(terms));
}

const char* const kShiftNote =
    "The smallest exponent has been taken out of the fraction, where it cancels; else everything would round to 0.";

Expression f_of(const char* index) { return call("f", {sub(sym("u"), sym(index))}); }

}  // namespace

Explanation explain_kernel_weight(std::string_view title, const KernelRow& row, int i, Real value) {
  const double shift = shift_of(row);
  Explanation x;
  x.title = title;
  x.formula = frac(f_of("i"), sum("j", f_of("j")));
  x.substituted = value == 0 && !row.gaussian ? num(0) : frac(kernel_term(row, i, shift), kernel_sum(row, nullptr, shift));
  x.value = static_cast<double>(value);
  if (shift != 0) x.note = kShiftNote;
  if (!row.gaussian && row.f(0, i) == 0) x.note = "This key is out of the kernel's reach.";
  return x;
}

Explanation explain_kernel_mean(std::string_view title, const KernelRow& row, const Mat& y, Real value) {
  const double shift = shift_of(row);
  Explanation x;
  x.title = title;
  x.formula = frac(sum("i", attn::ui::row({sub(sym("y", Role::kValue), sym("i")), f_of("i")})), sum("j", f_of("j")));
  x.substituted = frac(kernel_sum(row, &y, shift), kernel_sum(row, nullptr, shift));
  x.value = static_cast<double>(value);
  if (shift != 0) x.note = kShiftNote;
  if (std::isnan(value)) x.note = "No key is in reach: 0 / 0 has no value, so there is no answer here.";
  return x;
}

Explanation explain_root_mean_square(std::string_view title, const Mat& residuals, Real value) {
  Explanation x;
  x.title = title;
  x.formula = root(frac(sum("i", power(sub(sym("e"), sym("i")), num(2))), sym("n")));
  std::vector<Expression> terms;
  double squares = 0;
  for (Index i = 0; i < residuals.rows(); ++i) {
    const double e = static_cast<double>(residuals(i, 0));
    squares += e * e;
    if (i <= kLongest) terms.push_back(power(num(std::abs(e)), num(2)));
  }
  x.substituted = root(frac(residuals.rows() > kLongest || terms.empty() ? num(squares) : total(std::move(terms)),
                            num(static_cast<double>(residuals.rows()))));
  x.value = static_cast<double>(value);
  return x;
}

}  // namespace attn::ui
