// Lesson 02: Nadaraya-Watson regression as attention. Queries are places on the x axis, keys the training inputs, values the targets.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "course/definition.h"
#include "lessons/02_kernel-regression/exercises.h"
#include "lessons/02_kernel-regression/explanations.h"
#include "lessons/02_kernel-regression/figure_fit.h"
#include "lessons/02_kernel-regression/figure_matrix.h"
#include "lessons/02_kernel-regression/figure_widths.h"
#include "lessons/02_kernel-regression/study.h"
#include "tasks/csv.h"

namespace attn::lessons::kernel_regression {
namespace {

std::vector<std::string> positions(const Mat& m) {
  std::vector<std::string> names;
  for (Index i = 0; i < m.rows(); ++i) names.push_back("x = " + rounded(static_cast<double>(m(i, 0)), 4));
  return names;
}

template <Real Result::*member>
course::Tensor read_number(const Params&, const Result& r) {
  return course::scalar(static_cast<double>(r.*member));
}
template <Mat Result::*member>
course::Tensor read_column(const Params&, const Result& r) {
  return course::tensor(r.*member, positions(r.grid));
}
template <Mat WidthErrors::*member>
course::Tensor read_error(const Params&, const Result& r) {
  std::vector<std::string> names;
  for (Index i = 0; i < r.errors.widths.rows(); ++i) names.push_back("width " + rounded(static_cast<double>(r.errors.widths(i, 0)), 4));
  return course::tensor(r.errors.*member, std::move(names));
}
course::Tensor read_descent(const Params&, const Result& r) { return course::tensor(r.path.widths); }
course::Tensor read_points(const Params& p, const Result&) { return course::tensor(points_of(p), {}, {"x", "y"}); }
course::Tensor read_weights(const Params&, const Result& r) { return course::tensor(r.answer.weights); }
course::Tensor read_matrix(const Params&, const Result& r) {
  return course::tensor(r.matrix.weights, positions(r.rows), positions(r.matrix.positions));
}
course::Tensor read_best(const Params&, const Result& r) { return course::scalar(static_cast<double>(r.best.width)); }
course::Tensor read_best_error(const Params&, const Result& r) { return course::scalar(static_cast<double>(r.best.error)); }

course::Import take_data(Params& p, std::string_view text) {
  const tasks::Csv csv = tasks::parse_csv(text);
  std::string message;
  for (const std::string& sentence : csv.messages) message += (message.empty() ? "" : " ") + sentence;
  if (!csv.accepted()) return {false, message};
  p.data = csv.points, p.moved.resize(0, 3), p.steps = 0;
  const Real range = p.data.col(0).maxCoeff() - p.data.col(0).minCoeff();
  double width = static_cast<double>(std::clamp(range / 8, kNarrowest, kWidest));
  text_to_number(rounded(width, 2), &width);
  if (range > 0) p.width = static_cast<Real>(width);
  return {true, message};
}

std::vector<course::Metric> metrics(const Params& p, const Result& r) {
  return {{"step", static_cast<double>(p.steps)}, {"loss", static_cast<double>(r.left_out)}, {"width", static_cast<double>(r.width)}};
}

}  // namespace

std::string describe(const Params& p, const Result& r) {
  constexpr std::array<const char*, kernels::kRegressionKernelCount> kPhrases = {"a Gaussian", "a boxcar", "a triangular",
                                                                                 "an Epanechnikov"};
  const auto shown = [](Real value) { return rounded(static_cast<double>(value), 3); };
  std::string text = std::to_string(r.x.rows()) + " points, " + kPhrases[static_cast<size_t>(p.kernel)] + " kernel of width " +
                     shown(r.width) + ". At x = " + shown(r.query) +
                     (std::isnan(r.output) ? " no key is in reach, so there is no answer." : " the fit is " + shown(r.output) + ".");
  if (!std::isnan(r.rmse)) text += " Error against the true curve " + shown(r.rmse) + ".";
  if (!std::isnan(r.left_out)) text += " Leave-one-out error " + shown(r.left_out) + ".";
  if (!std::isnan(r.best.width)) text += " The best width is " + shown(r.best.width) + ", with " + shown(r.best.error) + ".";
  return text;
}

extern const course::About about = {
    "kernel-regression", "Kernel regression",
    "Nadaraya-Watson regression is attention by hand: queries on the axis, keys and values from data, yours if you like."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result>({
      .about = about,
      .results = {{"weights", "Weights of the query", read_weights, explain_weight},
                  {"output", "Fit at the query", read_number<&Result::output>, explain_output},
                  {"query-x", "x of the query", read_number<&Result::query>, explain_query},
                  {"matrix", "Attention matrix", read_matrix, explain_matrix},
                  {"grid", "x of the fit", read_column<&Result::grid>, explain_grid},
                  {"fit", "Fit", read_column<&Result::fit>, explain_fit},
                  {"truth", "True curve", read_column<&Result::truth>, explain_truth},
                  {"mean", "Mean of y", read_number<&Result::mean>, explain_mean},
                  {"rmse", "Error against the true curve", read_number<&Result::rmse>, explain_rmse},
                  {"loo-error", "Leave-one-out error", read_number<&Result::left_out>, explain_left_out},
                  {"width-used", "Width in use", read_number<&Result::width>, explain_width},
                  {"best-width", "Best width", read_best, explain_best},
                  {"best-error", "Leave-one-out error at the best width", read_best_error, explain_best_error},
                  {"widths", "Widths of the error curves", read_error<&WidthErrors::widths>, explain_widths},
                  {"loo-curve", "Leave-one-out error over the widths", read_error<&WidthErrors::leave_one_out>, explain_loo_curve},
                  {"training-curve", "Training error over the widths", read_error<&WidthErrors::training>, explain_training_curve},
                  {"truth-curve", "Error against the true curve over the widths", read_error<&WidthErrors::truth>, explain_truth_curve},
                  {"descent", "Widths of the descent", read_descent, explain_descent},
                  {"points", "Data", read_points, explain_point, "point"}},
      .figures = {{"fit", "Data, fit and weights", {"kernel", "width", "size", "noise", "seed"}, 1.4f, draw_fit, true, "fit"},
                  {"attention-matrix",
                   "Attention matrix",
                   {"kernel", "width", "size", "queries"},
                   1.4f,
                   later<draw_matrix>,
                   true,
                   {},
                   nullptr,
                   0,
                   later<prepare_matrix>},
                  {"width-search",
                   "How wide?",
                   {"kernel", "width", "rate", "steps"},
                   1.4f,
                   draw_widths,
                   true,
                   "loo-curve,training-curve,truth-curve"}},
      .exercises = {{"narrow", 3, check_narrow}, {"gap", 0, check_gap}, {"best", 0, check_best}},
      .metrics = metrics,
      .take_data = take_data,
  });
  return made;
}

}  // namespace attn::lessons::kernel_regression
