#include "lessons/02_kernel-regression/explanations.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "lessons/02_kernel-regression/kernel_explanation.h"

namespace attn::lessons::kernel_regression {
namespace {

using formula::Explanation;
using formula::Expression;

/// u and f(u) of the query `at` against all keys.
struct Row {
  Mat u, f;
  Row(const Params& p, const Result& r, Real at)
      : u(((r.x.array() - at).abs() / r.width).matrix().transpose()),
        f(u.unaryExpr([&p](Real v) { return kernels::regression_kernel(p.kernel, v); })) {}
  KernelRow view(const Params& p) const { return {u, f, p.kernel == kernels::RegressionKernel::gaussian}; }
};

std::string at_x(Real x) { return " at x = " + rounded(static_cast<double>(x), 4); }
std::string at_width(Real width) { return " at width " + rounded(static_cast<double>(width), 3); }

Expression indexed(const char* letter) { return formula::sub(formula::sym(letter), formula::sym("i")); }

/// A number that is not computed from others: its explanation shows nothing but the number.
Explanation plain(std::string_view title, Expression formula, Real value, std::string note = {}) {
  return {std::string(title), std::move(formula), formula::num(static_cast<double>(value)), static_cast<double>(value), std::move(note)};
}

/// low + (high - low) t.
Explanation between(std::string_view title, Real low, Real high, double t, Real value) {
  const double a = static_cast<double>(low), b = static_cast<double>(high);
  return {std::string(title),
          formula::row({formula::sym("left"), formula::op("+"), formula::sym("t"), formula::op("*"),
                        formula::row({formula::op("("), formula::sym("right"), formula::op("-"), formula::sym("left"), formula::op(")")})}),
          formula::total({formula::num(a), formula::row({formula::num(t), formula::op("*"), formula::num(b - a)})}),
          static_cast<double>(value), "From the left end of the data to the right end."};
}

Explanation left_out_at(const Result& r, Real width, Real value) {
  const std::string title = "Leave-one-out error" + at_width(width);
  if (std::isnan(value))
    return plain(title, formula::sym("e"), value, "Some point has no neighbour in reach, so it cannot be predicted from the others.");
  Explanation x = explain_root_mean_square(title, left_out_residuals(r.problem, width), value);
  x.note = "Every point is predicted from all the others; e is by how much that fails.";
  return x;
}

/// The width after `step` steps of the descent.
Explanation descended(const Params& p, const Result& r, int step) {
  const Real width = r.path.widths(step, 0);
  if (step == 0) return plain("Width", formula::sym("width"), width, "Yours to change: distances are divided by it.");
  const Real before = r.path.widths(step - 1, 0);
  const double slope = static_cast<double>(width_loss(r.problem, before).slope);
  const double most = std::log(2.0), by = std::clamp(-static_cast<double>(p.rate) * slope, -most, most);
  Explanation x;
  x.title = "Width after step " + std::to_string(step);
  x.formula = formula::row(
      {formula::sym("width"), formula::op("*"),
       formula::call("exp", {formula::row({formula::op("-"), formula::sym("rate"), formula::op("*"), formula::sym("slope")})})});
  x.substituted = formula::row({formula::num(static_cast<double>(before)), formula::op("*"), formula::call("exp", {formula::num(by)})});
  if (width == kNarrowest || width == kWidest) x.substituted = formula::num(static_cast<double>(width));
  x.value = static_cast<double>(width);
  x.note = "slope: of the logarithm of the squared leave-one-out error against the width's logarithm, here " + rounded(slope, 3) +
           ". A step at most doubles or halves the width.";
  return x;
}

}  // namespace

Explanation explain_weight(const Params& p, const Result& r, int, int j) {
  return explain_kernel_weight("Weight of the key" + at_x(r.x(j, 0)), Row(p, r, r.query).view(p), j, r.answer.weights(0, j));
}

Explanation explain_output(const Params& p, const Result& r, int, int) {
  return explain_kernel_mean("Fit" + at_x(r.query), Row(p, r, r.query).view(p), r.y, r.output);
}

Explanation explain_query(const Params& p, const Result& r, int, int) {
  return between("x of the query", r.box.left, r.box.right, static_cast<double>(p.query), r.query);
}

Explanation explain_matrix(const Params& p, const Result& r, int i, int j) {
  const Real value = r.matrix.weights(i, j), query = r.rows(i, 0);
  if (r.matrix.order.empty())
    return plain("Weights of the keys about x = " + rounded(static_cast<double>(r.matrix.positions(j, 0)), 4) + at_x(query),
                 formula::sum("i", indexed("w")), value, "The weights of all keys in this bin of x, added up.");
  const Row row(p, r, query);
  const Index key = r.matrix.order[static_cast<size_t>(j)];
  return explain_kernel_weight("Weight of the key" + at_x(r.x(key, 0)) + " for the query" + at_x(query), row.view(p), static_cast<int>(key),
                               value);
}

Explanation explain_grid(const Params&, const Result& r, int i, int) {
  return between("Place " + std::to_string(i + 1) + " of the fit", r.box.left, r.box.right,
                 static_cast<double>(i) / static_cast<double>(r.grid.rows() - 1), r.grid(i, 0));
}

Explanation explain_fit(const Params& p, const Result& r, int i, int) {
  return explain_kernel_mean("Fit" + at_x(r.grid(i, 0)), Row(p, r, r.grid(i, 0)).view(p), r.y, r.fit(i, 0));
}

Explanation explain_truth(const Params&, const Result& r, int i, int) {
  const auto curve = [](const Expression& x) {
    return formula::row({formula::num(2), formula::op("*"), formula::call("sin", {x}), formula::op("+"), x});
  };
  return {"True curve" + at_x(r.grid(i, 0)), curve(formula::sym("x")), curve(formula::num(static_cast<double>(r.grid(i, 0)))),
          static_cast<double>(r.truth(i, 0)), "The points are drawn from this curve, with noise."};
}

Explanation explain_mean(const Params&, const Result& r, int, int) {
  return plain("Mean of y", formula::frac(formula::sum("i", indexed("y")), formula::sym("n")), r.mean);
}

Explanation explain_rmse(const Params& p, const Result& r, int, int) {
  if (!is_generated(p)) return {};
  return explain_root_mean_square("Error of the fit against the true curve, where the fit is drawn", answered_residuals(r.fit, r.truth),
                                  r.rmse);
}

Explanation explain_left_out(const Params&, const Result& r, int, int) { return left_out_at(r, r.width, r.left_out); }

Explanation explain_width(const Params& p, const Result& r, int, int) { return descended(p, r, p.steps); }

Explanation explain_best(const Params&, const Result& r, int, int) {
  return plain("Width with the least leave-one-out error", formula::call("argmin", {formula::sym("e")}), r.best.width,
               "Found by trying widths in equal ratios and refining between the best three.");
}

Explanation explain_best_error(const Params&, const Result& r, int, int) { return left_out_at(r, r.best.width, r.best.error); }

Explanation explain_widths(const Params&, const Result& r, int i, int) {
  return plain("Width " + std::to_string(i + 1) + " of the error curves", formula::sym("width"), r.errors.widths(i, 0),
               "Widths in equal ratios, from a two-hundredth of the range of x to twice the range.");
}

Explanation explain_loo_curve(const Params&, const Result& r, int i, int) {
  return left_out_at(r, r.errors.widths(i, 0), r.errors.leave_one_out(i, 0));
}

Explanation explain_training_curve(const Params& p, const Result& r, int i, int) {
  const Real width = r.errors.widths(i, 0);
  const Mat fit = kernels::nadaraya_watson_output(r.problem.x, r.problem.y, r.problem.x, p.kernel, width).output;
  Explanation x = explain_root_mean_square("Training error" + at_width(width), fit - r.problem.y, r.errors.training(i, 0));
  x.note = "Every point is predicted from all, itself included; e is by how much that fails.";
  return x;
}

Explanation explain_truth_curve(const Params& p, const Result& r, int i, int) {
  const Real width = r.errors.widths(i, 0);
  const kernels::Regression fit = kernels::nadaraya_watson_output(r.problem.x, r.problem.y, r.problem.grid_x, p.kernel, width);
  std::vector<Real> misses;
  for (Index g = 0; g < fit.output.rows(); ++g)
    if (fit.reach(g, 0)) misses.push_back(fit.output(g, 0) - r.problem.grid_y(g, 0));
  return explain_root_mean_square("Error against the true curve" + at_width(width),
                                  Eigen::Map<const Mat>(misses.data(), static_cast<Index>(misses.size()), 1), r.errors.truth(i, 0));
}

Explanation explain_descent(const Params& p, const Result& r, int i, int) { return descended(p, r, i); }

Explanation explain_point(const Params& p, const Result& r, int i, int j) {
  const Real value = j == 0 ? r.x(i, 0) : r.y(i, 0), other = j == 0 ? r.y(i, 0) : r.x(i, 0);
  const std::string beside = j == 0 ? " (y = " : " (x = ";  // the hand moves both
  return plain(
      std::string(j == 0 ? "x" : "y") + " of point " + std::to_string(i + 1) + beside + rounded(static_cast<double>(other), 3) + ")",
      formula::sym(j == 0 ? "x" : "y"), value,
      is_generated(p) ? "Drawn from the curve with noise, or put here by hand." : "As the table has it, or put here by hand.");
}

}  // namespace attn::lessons::kernel_regression
