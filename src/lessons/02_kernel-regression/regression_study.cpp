#include "lessons/02_kernel-regression/regression_study.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/check.h"

namespace attn::lessons::kernel_regression {
namespace {

constexpr Real kNone = std::numeric_limits<Real>::quiet_NaN();
constexpr int kMostDots = 1500;  ///< more points are counted into cells
constexpr int kDensityRows = 48, kDensityCols = 72;
constexpr int kMostColumns = 120;  ///< of the matrix: more keys share columns
constexpr int kMatrixRows = 33, kCurveWidths = 41, kProfileSteps = 401;
constexpr int kFineGrid = 481, kCoarseGrid = 97;  ///< the coarse one for many points

Mat values_of(Real (*curve)(Real), const Mat& x) {
  return x.unaryExpr([curve](Real v) { return curve(v); });
}

Box box_of(const RegressionSpec& spec) {
  const Real low = spec.points.col(1).minCoeff(), high = spec.points.col(1).maxCoeff();
  const Real margin = high > low ? Real(0.05) * (high - low) : Real(1);
  return {spec.left, spec.right, low - margin, high + margin};
}

Real error_of(const Mat& fit, const Mat& truth) {
  double sum = 0;
  Index answered = 0;
  for (Index i = 0; i < fit.rows(); i += kErrorStride) {
    if (std::isnan(fit(i, 0))) continue;
    const double miss = static_cast<double>(fit(i, 0)) - static_cast<double>(truth(i, 0));
    sum += miss * miss;
    ++answered;
  }
  return answered == 0 ? kNone : static_cast<Real>(std::sqrt(sum / static_cast<double>(answered)));
}

void search_width(const RegressionSpec& spec, RegressionStudy* s) {
  const Index n = s->x.rows(), stride = (n + kMostLeftOut - 1) / kMostLeftOut, m = (n + stride - 1) / stride;
  s->problem.kernel = spec.kernel;
  s->problem.x.resize(m, 1), s->problem.y.resize(m, 1);
  for (Index i = 0; i < m; ++i) s->problem.x(i, 0) = s->x(i * stride, 0), s->problem.y(i, 0) = s->y(i * stride, 0);
  if (spec.truth && stride == 1) {
    s->problem.grid_x = even_steps(spec.left, spec.right, (kFineGrid - 1) / kErrorStride + 1);
    s->problem.grid_y = values_of(spec.truth, s->problem.grid_x);
  }
  const Real range = spec.right - spec.left, narrowest = std::max(range / 200, spec.narrowest);
  s->errors = width_errors(s->problem, narrowest, std::max(2 * range, 4 * narrowest), kCurveWidths);
  s->best = best_width(s->problem, s->errors);
  s->path = descend_width(s->problem, spec.width, spec.rate, spec.steps, spec.narrowest, spec.widest);
  s->width = s->path.widths(spec.steps, 0);
  s->left_out = s->path.errors(spec.steps, 0);
}

}  // namespace

Mat left_out_residuals(const WidthProblem& problem, kernels::RegressionKernel kernel, Real width) {
  const Index m = problem.x.rows();
  Mat residuals(m, 1), x(m - 1, 1), y(m - 1, 1);
  for (Index i = 0; i < m; ++i) {
    x << problem.x.topRows(i), problem.x.bottomRows(m - 1 - i);
    y << problem.y.topRows(i), problem.y.bottomRows(m - 1 - i);
    residuals(i, 0) = kernels::nadaraya_watson_output(x, y, problem.x.row(i), kernel, width).output(0, 0) - problem.y(i, 0);
  }
  return residuals;
}

Mat truth_residuals(const RegressionStudy& study) {
  std::vector<Real> misses;
  for (Index i = 0; i < study.grid.rows(); i += kErrorStride)
    if (!std::isnan(study.fit(i, 0))) misses.push_back(study.fit(i, 0) - study.truth(i, 0));
  return Eigen::Map<const Mat>(misses.data(), static_cast<Index>(misses.size()), 1);
}

RegressionStudy study_regression(const RegressionSpec& spec, const RegressionFunctions& functions) {
  const Index n = spec.points.rows();
  CHECK(n >= 1 && spec.points.cols() == 2 && spec.left < spec.right, "study_regression: points ", shape(spec.points), ", x from ",
        spec.left, " to ", spec.right);
  RegressionStudy s;
  s.x = spec.points.col(0), s.y = spec.points.col(1);
  s.box = box_of(spec);
  s.query = spec.left + spec.query * (spec.right - spec.left);
  s.mean = static_cast<Real>(s.y.cast<double>().mean());
  search_width(spec, &s);

  s.answer = functions.regression(s.x, s.y, Mat::Constant(1, 1, s.query), spec.kernel, s.width);
  s.output = s.answer.reach(0, 0) ? s.answer.output(0, 0) : kNone;
  s.grid = even_steps(spec.left, spec.right, n <= 2000 ? kFineGrid : kCoarseGrid);
  const kernels::Regression curve = functions.output(s.x, s.y, s.grid, spec.kernel, s.width);
  s.fit = curve.reach.select(curve.output, Mat::Constant(s.grid.rows(), 1, kNone));
  if (spec.truth) s.truth = values_of(spec.truth, s.grid);
  s.rmse = spec.truth ? error_of(s.fit, s.truth) : kNone;
  s.profile_x = even_steps(spec.left, spec.right, kProfileSteps);
  s.profile = kernel_profile(s.profile_x, s.x, s.query, spec.kernel, s.width);
  if (s.profile.size() == 0) s.profile_x = s.profile = Mat(0, 1);
  if (n > kMostDots) s.density = count_density(spec.points, s.box, kDensityRows, kDensityCols);
  s.rows = even_steps(spec.left, spec.right, kMatrixRows);
  s.matrix = order_keys(functions.regression(s.x, s.y, s.rows, spec.kernel, s.width).weights, s.x, spec.left, spec.right, kMostColumns);
  return s;
}

}  // namespace attn::lessons::kernel_regression
