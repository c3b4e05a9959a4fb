#include "models/width_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace attn::models {
namespace {

constexpr Real kNone = std::numeric_limits<Real>::quiet_NaN();
constexpr int kRefinements = 16;  ///< golden sections: each leaves 0.618 of the interval

}  // namespace

Real leave_one_out_rms(const WidthProblem& problem, Real width) {
  const kernels::LeaveOneOut loo = kernels::leave_one_out_error(problem.x, problem.y, problem.kernel, width);
  return loo.unanswered > 0 ? kNone : std::sqrt(loo.error);
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

Real training_rms(const WidthProblem& problem, Real width) {
  return answered_rms(kernels::nadaraya_watson_output(problem.x, problem.y, problem.x, problem.kernel, width), problem.y);
}

WidthErrors width_errors(const WidthProblem& problem, Real narrowest, Real widest, int count) {
  CHECK(count >= 2 && narrowest > 0 && narrowest < widest, "width_errors: ", count, " widths from ", narrowest, " to ", widest);
  WidthErrors errors;
  for (Mat* column : {&errors.widths, &errors.leave_one_out, &errors.training}) column->resize(count, 1);
  if (problem.grid_x.rows() > 0) errors.truth.resize(count, 1);
  for (int i = 0; i < count; ++i) {
    const Real width = narrowest * std::pow(widest / narrowest, static_cast<Real>(i) / static_cast<Real>(count - 1));
    errors.widths(i, 0) = width;
    errors.leave_one_out(i, 0) = leave_one_out_rms(problem, width);
    errors.training(i, 0) = training_rms(problem, width);
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
    const Real error = leave_one_out_rms(problem, width);
    if (error < found.error) found = {width, error};  // false for NaN
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

Mat descend_width(const WidthProblem& problem, Real start, Real rate, int steps, Real narrowest, Real widest) {
  Mat path(steps + 1, 1);
  path(0, 0) = start;
  for (int i = 0; i < steps; ++i) {
    const Real width = path(i, 0);
    const kernels::LeaveOneOut loo = kernels::leave_one_out_error(problem.x, problem.y, problem.kernel, width);
    const Real slope = loo.error > 0 ? width * loo.d_width / loo.error : Real(0);
    constexpr Real kLargest = Real(0.6931471806);  // ln 2
    const Real step = std::clamp(-rate * slope, -kLargest, kLargest);
    path(i + 1, 0) = std::clamp(width * std::exp(step), narrowest, widest);
  }
  return path;
}

}  // namespace attn::models
