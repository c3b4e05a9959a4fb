#include "lessons/02_kernel-regression/width_search.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/check.h"

namespace attn::lessons::kernel_regression {
namespace {

constexpr int kRefinements = 16;  ///< steps of a golden-section search, each of which leaves 0.618 of the interval

/// A sum of Gaussian values below this has lost its digits to underflow.
constexpr double kVanishing = 1e-280;

/// Sums over the other points j of every point i: f, f y, and their derivatives with respect to ln width.
struct PairSums {
  std::vector<double> f, f_y, slope, slope_y;
  explicit PairSums(size_t m) : f(m), f_y(m), slope(m), slope_y(m) {}
};

PairSums sum_pairs(const WidthProblem& problem, Real width) {
  const Index m = problem.x.rows();
  const bool gaussian = problem.kernel == kernels::RegressionKernel::gaussian;
  PairSums sums(static_cast<size_t>(m));
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < i; ++j) {
      const double u = std::abs(static_cast<double>(problem.x(i, 0)) - static_cast<double>(problem.x(j, 0))) / static_cast<double>(width);
      const double f =
          gaussian ? std::exp(-0.5 * u * u) : static_cast<double>(kernels::regression_kernel(problem.kernel, static_cast<Real>(u)));
      if (f == 0) continue;
      // Because u is inversely proportional to the width, d f / d ln width = -u f'(u).
      const double slope =
          gaussian ? u * u * f : -u * static_cast<double>(kernels::regression_kernel_slope(problem.kernel, static_cast<Real>(u)));
      for (const auto& [self, other] : {std::pair{i, j}, std::pair{j, i}}) {
        const size_t k = static_cast<size_t>(self);
        const double y = static_cast<double>(problem.y(other, 0));
        sums.f[k] += f, sums.f_y[k] += f * y;
        sums.slope[k] += slope, sums.slope_y[k] += slope * y;
      }
    }
  return sums;
}

}  // namespace

WidthLoss width_loss(const WidthProblem& problem, Real width) {
  const PairSums sums = sum_pairs(problem, width);
  const size_t m = sums.f.size();
  const double self = static_cast<double>(kernels::regression_kernel(problem.kernel, 0));
  double left_out = 0, training = 0, slope = 0;
  size_t answered = 0;
  for (size_t i = 0; i < m; ++i) {
    if (problem.kernel == kernels::RegressionKernel::gaussian && m > 1 && sums.f[i] < kVanishing)
      return width_loss_reference(problem, width);
    const double y = static_cast<double>(problem.y(static_cast<Index>(i), 0));
    const double miss = (sums.f_y[i] + self * y) / (sums.f[i] + self) - y;
    training += miss * miss;
    if (sums.f[i] == 0) continue;
    ++answered;
    const double output = sums.f_y[i] / sums.f[i], error = output - y;
    left_out += error * error;
    slope += 2 * error * (sums.slope_y[i] - output * sums.slope[i]) / sums.f[i];
  }
  WidthLoss loss;
  loss.leave_one_out = answered < m ? kNone : static_cast<Real>(std::sqrt(left_out / static_cast<double>(m)));
  loss.training = static_cast<Real>(std::sqrt(training / static_cast<double>(m)));
  loss.slope = left_out > 0 ? static_cast<Real>(slope / left_out) : Real(0);
  return loss;
}

WidthLoss width_loss_reference(const WidthProblem& problem, Real width) {
  const kernels::LeaveOneOut loo = kernels::leave_one_out_error(problem.x, problem.y, problem.kernel, width);
  WidthLoss loss;
  loss.leave_one_out = loo.unanswered > 0 ? kNone : std::sqrt(loo.error);
  loss.training = answered_rms(kernels::nadaraya_watson_output(problem.x, problem.y, problem.x, problem.kernel, width), problem.y);
  loss.slope = loo.error > 0 ? width * loo.d_width / loo.error : Real(0);
  return loss;
}

Real answered_rms(const kernels::Regression& regression, In truth) {
  double sum = 0;
  Index answered = 0;
  for (Index i = 0; i < truth.rows(); ++i) {
    if (!regression.reach(i, 0)) continue;
    const double error = static_cast<double>(regression.output(i, 0)) - static_cast<double>(truth(i, 0));
    sum += error * error;
    ++answered;
  }
  return answered == 0 ? kNone : static_cast<Real>(std::sqrt(sum / static_cast<double>(answered)));
}

WidthErrors width_errors(const WidthProblem& problem, Real narrowest, Real widest, int count) {
  CHECK(count >= 2 && narrowest > 0 && narrowest < widest, "width_errors: ", count, " widths from ", narrowest, " to ", widest);
  WidthErrors errors;
  for (Mat* column : {&errors.widths, &errors.leave_one_out, &errors.training}) column->resize(count, 1);
  if (problem.grid_x.rows() > 0) errors.truth.resize(count, 1);
  for (int i = 0; i < count; ++i) {
    const Real width = narrowest * std::pow(widest / narrowest, static_cast<Real>(i) / static_cast<Real>(count - 1));
    errors.widths(i, 0) = width;
    const WidthLoss loss = width_loss(problem, width);
    errors.leave_one_out(i, 0) = loss.leave_one_out;
    errors.training(i, 0) = loss.training;
    if (errors.truth.rows() > 0)
      errors.truth(i, 0) =
          answered_rms(kernels::nadaraya_watson_output(problem.x, problem.y, problem.grid_x, problem.kernel, width), problem.grid_y);
  }
  return errors;
}

BestWidth best_width(const WidthProblem& problem, const WidthErrors& errors) {
  Index best = -1;
  for (Index i = 0; i < errors.widths.rows(); ++i)
    if (!std::isnan(errors.leave_one_out(i, 0)) && (best < 0 || errors.leave_one_out(i, 0) < errors.leave_one_out(best, 0))) best = i;
  if (best < 0) return {kNone, kNone};
  BestWidth found{errors.widths(best, 0), errors.leave_one_out(best, 0)};
  Real low = errors.widths(std::max<Index>(best - 1, 0), 0), high = errors.widths(std::min(best + 1, errors.widths.rows() - 1), 0);
  const auto try_width = [&](Real width) {
    const Real error = width_loss(problem, width).leave_one_out;
    if (error < found.error) found = {width, error};  // a NaN is never less
    return std::isnan(error) ? std::numeric_limits<Real>::infinity() : error;
  };
  constexpr Real kGolden = Real(0.6180339887);
  const auto between = [&](Real t) { return low * std::pow(high / low, t); };
  Real left = try_width(between(1 - kGolden)), right = try_width(between(kGolden));
  for (int i = 0; i < kRefinements; ++i) {
    if (left <= right) {
      high = between(kGolden), right = left, left = try_width(between(1 - kGolden));
    } else {
      low = between(1 - kGolden), left = right, right = try_width(between(kGolden));
    }
  }
  return found;
}

Descent descend_width(const WidthProblem& problem, Real start, Real rate, int steps, Real narrowest, Real widest) {
  Descent path{Mat(steps + 1, 1), Mat(steps + 1, 1)};
  Real width = start;
  for (int i = 0; i <= steps; ++i) {
    const WidthLoss loss = width_loss(problem, width);
    path.widths(i, 0) = width, path.errors(i, 0) = loss.leave_one_out;
    constexpr Real kLargest = Real(0.6931471806);  // ln 2
    width = std::clamp(width * std::exp(std::clamp(-rate * loss.slope, -kLargest, kLargest)), narrowest, widest);
  }
  return path;
}

}  // namespace attn::lessons::kernel_regression
