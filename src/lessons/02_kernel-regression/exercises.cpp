#include "lessons/02_kernel-regression/exercises.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "tasks/noisy_curve.h"

namespace attn::lessons::kernel_regression {

course::Verdict check_narrow(const Params& p, const Result& r, int prediction, const compute::Backend& backend) {
  const Real width = (r.box.right - r.box.left) / 20000;
  const kernels::Regression fit = backend.nadaraya_watson_output(r.x, r.y, r.problem.x, p.kernel, width);
  const Mat mean = Mat::Constant(r.problem.x.rows(), 1, r.mean);
  std::vector<Real> errors = {answered_rms(fit, mean), answered_rms(fit, r.problem.y)};
  if (is_generated(p)) errors.push_back(answered_rms(fit, r.problem.x.unaryExpr([](Real x) { return tasks::true_curve(x); })));
  const int answer = static_cast<int>(std::min_element(errors.begin(), errors.end()) - errors.begin());
  std::string message = "With width " + rounded(static_cast<double>(width), 2) + ", the fit at the inputs differs from the mean by " +
                        rounded(static_cast<double>(errors[0]), 3) + ", from the data by " + rounded(static_cast<double>(errors[1]), 3);
  if (errors.size() > 2) message += ", from the true curve by " + rounded(static_cast<double>(errors[2]), 3);
  return {prediction == answer, message + " (root mean squares)."};
}

course::Verdict check_gap(const Params& p, const Result& r, int, const compute::Backend&) {
  if (p.kernel == kernels::RegressionKernel::gaussian)
    return {false, "The Gaussian kernel reaches every key, however far away: it always has an answer."};
  Real nearest = std::abs(r.x(0, 0) - r.query);
  for (Index i = 1; i < r.x.rows(); ++i) nearest = std::min(nearest, std::abs(r.x(i, 0) - r.query));
  return {std::isnan(r.output), "The nearest key is " + rounded(static_cast<double>(nearest), 3) + " away, and the kernel reaches " +
                                    rounded(static_cast<double>(r.width), 3) +
                                    (std::isnan(r.output) ? ": no answer." : ": there is an answer.")};
}

course::Verdict check_best(const Params&, const Result& r, int, const compute::Backend&) {
  if (std::isnan(r.left_out)) return {false, "At this width some point has no neighbour in reach: there is no leave-one-out error."};
  const bool correct = r.left_out <= Real(1.01) * r.best.error;
  return {correct, "The leave-one-out error is " + rounded(static_cast<double>(r.left_out), 4) + "; the least possible is " +
                       rounded(static_cast<double>(r.best.error), 4) + (correct ? ". That is within one percent." : ".")};
}

}  // namespace attn::lessons::kernel_regression
