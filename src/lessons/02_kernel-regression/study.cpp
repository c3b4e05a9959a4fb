#include "lessons/02_kernel-regression/study.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/kept.h"
#include "tasks/noisy_curve.h"

namespace attn::lessons::kernel_regression {
namespace {

constexpr Real kLeft = 0, kRight = 4;  ///< points are generated between these
constexpr int kMostDots = 1500;        ///< more points are counted in cells instead of drawn one by one
constexpr int kDensityRows = 48, kDensityCols = 72;
constexpr int kMostColumns = 120;  ///< columns of the matrix; where there are more keys, they share columns
constexpr int kCurveWidths = 41, kProfileSteps = 401;
constexpr int kFineGrid = 481, kCoarseGrid = 97;  ///< places of the fit; the coarse grid is for more than kMostFine points
constexpr Index kMostFine = 2000;

Mat truth_at(const Mat& x) {
  return x.unaryExpr([](Real v) { return tasks::true_curve(v); });
}

/// From the least x to the greatest, moved points included, and over all y with a margin. Generated points have a fixed interval of x,
/// which moved points can only widen.
Box box_of(const Params& p, const Mat& points) {
  Box box{kLeft, kRight, points.col(1).minCoeff(), points.col(1).maxCoeff()};
  if (!is_generated(p)) box.left = p.data.col(0).minCoeff(), box.right = p.data.col(0).maxCoeff();
  for (Index e = 0; e < p.moved.rows(); ++e) box.left = std::min(box.left, p.moved(e, 1)), box.right = std::max(box.right, p.moved(e, 1));
  if (!(box.left < box.right)) box.left -= 1, box.right += 1;
  const Real margin = box.high > box.low ? Real(0.05) * (box.high - box.low) : Real(1);
  box.low -= margin, box.high += margin;
  return box;
}

void search_width(const Params& p, Result* r) {
  const Index n = r->x.rows(), stride = (n + kMostLeftOut - 1) / kMostLeftOut, m = (n + stride - 1) / stride;
  r->problem.kernel = p.kernel;
  r->problem.x.resize(m, 1), r->problem.y.resize(m, 1);
  for (Index i = 0; i < m; ++i) r->problem.x(i, 0) = r->x(i * stride, 0), r->problem.y(i, 0) = r->y(i * stride, 0);
  if (is_generated(p) && stride == 1) r->problem.grid_x = r->grid, r->problem.grid_y = r->truth;
  const Real range = r->box.right - r->box.left, narrowest = std::max(range / 200, kNarrowest);
  r->errors = width_errors(r->problem, narrowest, std::max(2 * range, 4 * narrowest), kCurveWidths);
  r->best = best_width(r->problem, r->errors);
  r->path = descend_width(r->problem, p.width, p.rate, p.steps, kNarrowest, kWidest);
  r->width = r->path.widths(p.steps, 0);
  r->left_out = r->path.errors(p.steps, 0);
}

}  // namespace

Mat points_of(const Params& p) {
  Mat points = p.data;
  if (is_generated(p)) points = tasks::noisy_curve({.size = p.size, .noise = p.noise, .seed = static_cast<std::uint64_t>(p.seed)});
  for (Index e = 0; e < p.moved.rows(); ++e) {
    const Index i = static_cast<Index>(p.moved(e, 0));
    if (i < points.rows()) points.row(i) = p.moved.block(e, 1, 1, 2);
  }
  return points;
}

Mat left_out_residuals(const WidthProblem& problem, Real width) {
  const Index m = problem.x.rows();
  Mat residuals(m, 1), x(m - 1, 1), y(m - 1, 1);
  for (Index i = 0; i < m; ++i) {
    x << problem.x.topRows(i), problem.x.bottomRows(m - 1 - i);
    y << problem.y.topRows(i), problem.y.bottomRows(m - 1 - i);
    residuals(i, 0) = kernels::nadaraya_watson_output(x, y, problem.x.row(i), problem.kernel, width).output(0, 0) - problem.y(i, 0);
  }
  return residuals;
}

Mat answered_residuals(const Mat& fit, const Mat& truth) {
  std::vector<Real> misses;
  for (Index i = 0; i < fit.rows(); ++i)
    if (!std::isnan(fit(i, 0))) misses.push_back(fit(i, 0) - truth(i, 0));
  return Eigen::Map<const Mat>(misses.data(), static_cast<Index>(misses.size()), 1);
}

namespace {

/// All that does not follow the query.
Result without_query(const Params& p, const compute::Backend& backend) {
  Result r;
  const Mat points = points_of(p);
  const Index n = points.rows();
  r.x = points.col(0), r.y = points.col(1);
  r.box = box_of(p, points);
  r.mean = static_cast<Real>(r.y.cast<double>().mean());
  r.grid = even_steps(r.box.left, r.box.right, n <= kMostFine ? kFineGrid : kCoarseGrid);
  if (is_generated(p)) r.truth = truth_at(r.grid);
  search_width(p, &r);
  const kernels::Regression curve = backend.nadaraya_watson_output(r.x, r.y, r.grid, p.kernel, r.width);
  r.fit = curve.reach.select(curve.output, Mat::Constant(r.grid.rows(), 1, kNone));
  r.rmse = is_generated(p) ? answered_rms(curve, r.truth) : kNone;
  if (n > kMostDots) r.density = count_density(points, r.box, kDensityRows, kDensityCols);
  r.rows = even_steps(r.box.left, r.box.right, kFewQueries);
  r.matrix = order_keys(backend.nadaraya_watson(r.x, r.y, r.rows, p.kernel, r.width).weights, r.x, r.box.left, r.box.right, kMostColumns);
  return r;
}

struct Key {
  Params params;
  const compute::Backend* backend;
  bool operator==(const Key& other) const {
    static const params::Table<Params> table = Params::table();
    static constexpr std::array<std::string_view, 4> kByHand = {"query", "map-x", "map-y", "map-zoom"};
    return backend == other.backend && params::equal_but(table.rows(), kByHand, &params, &other.params);
  }
};

}  // namespace

Result compute(const Params& p, const compute::Backend& backend) {
  static thread_local Kept<Key, Result> kept;
  Result r = kept.get({p, &backend}, [&] { return without_query(p, backend); });
  r.backend = &backend;
  r.query = r.box.left + p.query * (r.box.right - r.box.left);
  r.answer = backend.nadaraya_watson(r.x, r.y, Mat::Constant(1, 1, r.query), p.kernel, r.width);
  r.output = r.answer.reach(0, 0) ? r.answer.output(0, 0) : kNone;
  r.profile_x = even_steps(r.box.left, r.box.right, kProfileSteps);
  r.profile = kernel_profile(r.profile_x, r.x, r.query, p.kernel, r.width);
  if (r.profile.size() == 0) r.profile_x = r.profile = Mat(0, 1);
  return r;
}

bool is_large(const Params& p, const Result& r) { return r.x.rows() > kMostColumns || p.queries > kFewQueries; }

const KeyField& large_matrix(const Params& p, const Result& r) {
  static thread_local Kept<Key, KeyField, 2> kept;
  return kept.get({p, r.backend},
                  [&] { return KeyField(r.x, r.y, even_steps(r.box.left, r.box.right, p.queries), p.kernel, r.width, *r.backend); });
}

}  // namespace attn::lessons::kernel_regression
