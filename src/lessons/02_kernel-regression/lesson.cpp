// Lesson 02: Nadaraya-Watson regression as attention. Queries are places on the x axis, keys the training inputs, values the targets.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "charts/weight_map.h"
#include "course/lesson.h"
#include "lessons/02_kernel-regression/kernel_explanation.h"
#include "lessons/02_kernel-regression/regression_figure.h"
#include "lessons/02_kernel-regression/regression_study.h"
#include "lessons/02_kernel-regression/width_figure.h"
#include "tasks/csv.h"
#include "tasks/noisy_curve.h"

namespace attn::lessons::kernel_regression {
namespace {

using kernels::RegressionKernel;
using Result = RegressionStudy;

constexpr Real kNarrowest = Real(0.001), kWidest = 10000;
constexpr int kMostSteps = 200, kMostMovable = 400;  ///< movable: so many points can be told apart and taken in the hand

struct Params {
  RegressionKernel kernel = RegressionKernel::gaussian;
  Real width = Real(0.8);
  Real query = Real(0.5);  // from the left end of the data to the right end
  int size = 100;
  Real noise = 1;
  int seed = 4;
  Mat data = Mat(0, 2);   // [n, 2] of the reader's own; empty: generated
  Mat moved = Mat(0, 3);  // [e, 3]: index of a point, and where it was put
  Real rate = 1;
  int steps = 0;
};

bool is_generated(const Params& p) { return p.data.rows() == 0; }

Mat points_of(const Params& p) {
  Mat points = p.data;
  if (is_generated(p)) points = tasks::noisy_curve({.size = p.size, .noise = p.noise, .seed = static_cast<std::uint64_t>(p.seed)});
  for (Index e = 0; e < p.moved.rows(); ++e) {
    const Index i = static_cast<Index>(p.moved(e, 0));
    if (i < points.rows()) points.row(i) = p.moved.block(e, 1, 1, 2);
  }
  return points;
}

/// Moved points that are not there any more are forgotten; indices are whole numbers, each once, the last one counts.
void settle(Params& p) {
  const Index n = is_generated(p) ? p.size : p.data.rows();
  Mat kept(0, 3);
  for (Index e = 0; e < p.moved.rows(); ++e) {
    const Real index = std::floor(p.moved(e, 0));
    if (index < 0 || index >= static_cast<Real>(n)) continue;
    Index at = 0;
    while (at < kept.rows() && kept(at, 0) != index) ++at;
    if (at == kept.rows()) kept.conservativeResize(at + 1, 3);
    kept.row(at) << index, p.moved(e, 1), p.moved(e, 2);
  }
  p.moved = std::move(kept);
}

Result compute(const Params& p, const compute::Backend& backend) {
  RegressionSpec spec{.points = points_of(p),
                      .truth = nullptr,
                      .left = 0,
                      .right = 4,
                      .query = p.query,
                      .kernel = p.kernel,
                      .width = p.width,
                      .rate = p.rate,
                      .steps = p.steps,
                      .narrowest = kNarrowest,
                      .widest = kWidest};
  if (is_generated(p))
    spec.truth = tasks::true_curve;
  else
    spec.left = p.data.col(0).minCoeff(), spec.right = p.data.col(0).maxCoeff();
  for (Index e = 0; e < p.moved.rows(); ++e)
    spec.left = std::min(spec.left, p.moved(e, 1)), spec.right = std::max(spec.right, p.moved(e, 1));
  if (!(spec.left < spec.right)) spec.left -= 1, spec.right += 1;
  return study_regression(spec, {backend.nadaraya_watson, backend.nadaraya_watson_output});
}

// ---- results ------------------------------------------------------------------------------------------------------------------------

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
  return course::tensor(r.*member);
}
template <Mat WidthErrors::*member>
course::Tensor read_error(const Params&, const Result& r) {
  return course::tensor(r.errors.*member);
}
course::Tensor read_descent(const Params&, const Result& r) { return course::tensor(r.path.widths); }
course::Tensor read_points(const Params& p, const Result&) { return course::tensor(points_of(p), {}, {"x", "y"}); }
course::Tensor read_weights(const Params&, const Result& r) { return course::tensor(r.answer.weights); }
course::Tensor read_matrix(const Params&, const Result& r) {
  return course::tensor(r.matrix.weights, positions(r.rows), positions(r.matrix.positions));
}
course::Tensor read_best(const Params&, const Result& r) { return course::scalar(static_cast<double>(r.best.width)); }
course::Tensor read_best_error(const Params&, const Result& r) { return course::scalar(static_cast<double>(r.best.error)); }

// ---- figures ------------------------------------------------------------------------------------------------------------------------

void draw_fit(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const RegressionHand hand = draw_regression(canvas, {.xs = r.x,
                                                       .ys = r.y,
                                                       .density = r.density,
                                                       .left = r.box.left,
                                                       .right = r.box.right,
                                                       .low = r.box.low,
                                                       .high = r.box.high,
                                                       .grid = r.grid,
                                                       .fit = r.fit,
                                                       .truth = r.truth,
                                                       .mean = r.mean,
                                                       .query = r.query,
                                                       .weights = r.answer.weights,
                                                       .profile_x = r.profile_x,
                                                       .profile = r.profile,
                                                       .output = r.output,
                                                       .rmse = r.rmse,
                                                       .left_out = r.left_out,
                                                       .truth_name = "truth 2 sin x + x",
                                                       .movable = r.x.rows() <= kMostMovable});
  if (hand.query != r.query)
    edit.query = std::clamp(std::round((hand.query - r.box.left) / (r.box.right - r.box.left) * 1000) / 1000, Real(0), Real(1));
  if (hand.moved < 0) return;
  edit.moved.conservativeResize(p.moved.rows() + 1, 3);
  edit.moved.row(p.moved.rows()) << static_cast<Real>(hand.moved), std::round(hand.to.x * 1000) / 1000, std::round(hand.to.y * 1000) / 1000;
}

void draw_matrix(canvas::Canvas& canvas, const Params&, const Result& r, Params&) {
  charts::draw_weight_map(canvas, {.id = "matrix",
                                   .weights = r.matrix.weights,
                                   .queries = r.rows,
                                   .keys = r.matrix.positions,
                                   .query = r.query,
                                   .row_name = "queries x",
                                   .col_name = r.matrix.order.empty() ? "keys, added up in bins of x" : "keys, in order of x"});
}

void draw_width(canvas::Canvas& canvas, const Params&, const Result& r, Params& edit) {
  const std::string used = std::to_string(r.problem.x.rows()), all = std::to_string(r.x.rows());
  const std::string note = used != all ? "Errors over " + used + " of the " + all + " points." : std::string();
  edit.width = draw_widths(canvas, {.widths = r.errors.widths,
                                    .leave_one_out = r.errors.leave_one_out,
                                    .training = r.errors.training,
                                    .truth = r.errors.truth,
                                    .best_width = r.best.width,
                                    .best_error = r.best.error,
                                    .path_widths = r.path.widths,
                                    .path_errors = r.path.errors,
                                    .width = r.width,
                                    .error = r.left_out,
                                    .note = note});
}

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

// ---- explanations -------------------------------------------------------------------------------------------------------------------

/// u and f(u) of the query `at` against all keys.
struct Row {
  Mat u, f;
  Row(const Params& p, const Result& r, const Mat& x, Real at)
      : u(((x.array() - at).abs() / r.width).matrix().transpose()),
        f(u.unaryExpr([&p](Real v) { return kernels::regression_kernel(p.kernel, v); })) {}
  KernelRow view(const Params& p) const { return {u, f, p.kernel == RegressionKernel::gaussian}; }
};

std::string at_x(Real x) { return " at x = " + rounded(static_cast<double>(x), 4); }

formula::Explanation plain(std::string_view title, formula::Expression formula, Real value, std::string note = {}) {
  return {std::string(title), std::move(formula), formula::num(static_cast<double>(value)), static_cast<double>(value), std::move(note)};
}

formula::Explanation explain_matrix(const Params& p, const Result& r, int i, int j) {
  const Real value = r.matrix.weights(i, j), query = r.rows(i, 0);
  if (r.matrix.order.empty())
    return plain("weights of the keys about x = " + rounded(static_cast<double>(r.matrix.positions(j, 0)), 4) + at_x(query),
                 formula::sum("i", formula::sub(formula::sym("w"), formula::sym("i"))), value,
                 "The weights of all keys in this bin of x, added up.");
  const Row row(p, r, r.x, query);
  const Index key = r.matrix.order[static_cast<size_t>(j)];
  return explain_kernel_weight("weight of the key" + at_x(r.x(key, 0)) + " for the query" + at_x(query), row.view(p), static_cast<int>(key),
                               value);
}

formula::Explanation explain_left_out(const Params& p, const Result& r) {
  if (std::isnan(r.left_out))
    return plain("leave-one-out error", formula::sym("e"), r.left_out,
                 "Some point has no neighbour in reach, so it cannot be predicted from the others.");
  const Mat residuals = left_out_residuals(r.problem, p.kernel, r.width);
  formula::Explanation explanation = explain_root_mean_square("leave-one-out error", residuals, r.left_out);
  explanation.note = "Every point is predicted from all the others; e is by how much that fails.";
  return explanation;
}

formula::Explanation explain_rmse(const Result& r) {
  return explain_root_mean_square("error of the fit against the true curve, on a grid of x", truth_residuals(r), r.rmse);
}

formula::Explanation explain(const Params& p, const Result& r, std::string_view name, int i, int j) {
  if (name == "weights" && j < r.x.rows())
    return explain_kernel_weight("weight of the key" + at_x(r.x(j, 0)), Row(p, r, r.x, r.query).view(p), j, r.answer.weights(0, j));
  if (name == "output") return explain_kernel_mean("fit" + at_x(r.query), Row(p, r, r.x, r.query).view(p), r.y, r.output);
  if (name == "fit" && i < r.grid.rows())
    return explain_kernel_mean("fit" + at_x(r.grid(i, 0)), Row(p, r, r.x, r.grid(i, 0)).view(p), r.y, r.fit(i, 0));
  if (name == "matrix" && i < r.matrix.weights.rows() && j < r.matrix.weights.cols()) return explain_matrix(p, r, i, j);
  if (name == "rmse" && is_generated(p)) return explain_rmse(r);
  if (name == "loo-error") return explain_left_out(p, r);
  if (name == "mean")
    return plain("mean of y", formula::frac(formula::sum("i", formula::sub(formula::sym("y"), formula::sym("i"))), formula::sym("n")),
                 r.mean);
  if (name == "best-width")
    return plain("width with the least leave-one-out error", formula::call("argmin", {formula::sym("e")}), r.best.width,
                 "Found by trying widths in equal ratios and refining between the best three.");
  if (name == "best-error") return plain("least leave-one-out error", formula::call("min", {formula::sym("e")}), r.best.error);
  return {};
}

// ---- exercises ----------------------------------------------------------------------------------------------------------------------

/// What a very narrow kernel's fit is nearest to at the inputs: the mean (0), the data (1), the true curve (2).
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
  if (p.kernel == RegressionKernel::gaussian)
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

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result>({
      .slug = "kernel-regression",
      .title = "Kernel regression",
      .summary = "Nadaraya-Watson regression is attention by hand: queries on the axis, keys and values from data, yours if you like.",
      .params = params::Table<Params>{}
                    .choice(&Params::kernel,
                            {.id = "kernel", .label = "Kernel", .help = "How weight falls off with the distance between query and key."},
                            {{to_name(RegressionKernel::gaussian), "Gaussian"},
                             {to_name(RegressionKernel::boxcar), "boxcar"},
                             {to_name(RegressionKernel::triangular), "triangular"},
                             {to_name(RegressionKernel::epanechnikov), "Epanechnikov"}})
                    .number(&Params::width, {.id = "width",
                                             .label = "Width",
                                             .help = "Distances are divided by it; a descent on the width starts from here.",
                                             .min = kNarrowest,
                                             .max = kWidest,
                                             .logarithmic = true,
                                             .restarts_training = true})
                    .number(&Params::query, {.id = "query",
                                             .label = "Query",
                                             .help = "Where the fit is asked for: 0 is the left end of the data, 1 the right end.",
                                             .step = 0.001})
                    .integer(&Params::size, {.id = "size",
                                             .label = "Points",
                                             .help = "How many points are generated.",
                                             .min = 2,
                                             .max = tasks::kMaxCsvPoints,
                                             .step = 1,
                                             .logarithmic = true})
                    .number(&Params::noise, {.id = "noise",
                                             .label = "Noise",
                                             .help = "Standard deviation of the noise in y of generated points.",
                                             .max = 5,
                                             .step = 0.05})
                    .integer(&Params::seed,
                             {.id = "seed", .label = "Seed", .help = "Another seed draws other points.", .min = 1, .max = 9999, .step = 1})
                    .points(&Params::data, {.id = "data",
                                            .label = "Your data",
                                            .help = "Points x,y of your own, which replace the generated ones; empty brings those back.",
                                            .min = -tasks::kMaxCsvNumber,
                                            .max = tasks::kMaxCsvNumber,
                                            .rows = {0, tasks::kMaxCsvPoints}})
                    .matrix(&Params::moved, {.id = "moved",
                                             .label = "Moved points",
                                             .help = "Number of a point (from 0), and the x and y it was dragged to.",
                                             .min = -tasks::kMaxCsvNumber,
                                             .max = tasks::kMaxCsvNumber,
                                             .rows = {0, kMostMovable},
                                             .cols = {3, 3}})
                    .number(&Params::rate, {.id = "rate",
                                            .label = "Learning rate",
                                            .help = "How far one step of gradient descent moves the width's logarithm.",
                                            .min = 0.01,
                                            .max = 20,
                                            .logarithmic = true,
                                            .restarts_training = true})
                    .integer(&Params::steps, {.id = "steps",
                                              .label = "Descent steps",
                                              .help = "Steps of gradient descent on the width.",
                                              .max = kMostSteps,
                                              .step = 1}),
      .settle = [](const Params&, Params& after) { settle(after); },
      .compute = compute,
      .results = {{"weights", "Weights of the query", read_weights},
                  {"output", "Fit at the query", read_number<&Result::output>},
                  {"query-x", "x of the query", read_number<&Result::query>},
                  {"matrix", "Attention matrix", read_matrix},
                  {"grid", "x of the fit", read_column<&Result::grid>},
                  {"fit", "Fit", read_column<&Result::fit>},
                  {"truth", "True curve", read_column<&Result::truth>},
                  {"mean", "Mean of y", read_number<&Result::mean>},
                  {"rmse", "Error against the true curve", read_number<&Result::rmse>},
                  {"loo-error", "Leave-one-out error", read_number<&Result::left_out>},
                  {"width-used", "Width in use", read_number<&Result::width>},
                  {"best-width", "Best width", read_best},
                  {"best-error", "Leave-one-out error at the best width", read_best_error},
                  {"widths", "Widths of the error curves", read_error<&WidthErrors::widths>},
                  {"loo-curve", "Leave-one-out error over the widths", read_error<&WidthErrors::leave_one_out>},
                  {"training-curve", "Training error over the widths", read_error<&WidthErrors::training>},
                  {"descent", "Widths of the descent", read_descent},
                  {"points", "Data", read_points}},
      .figures = {{"fit", "Data, fit and weights", {"kernel", "width", "size", "noise", "seed"}, 1.4f, draw_fit},
                  {"attention-matrix", "Attention matrix", {"kernel", "width"}, 1.4f, draw_matrix},
                  {"width-search", "How wide?", {"kernel", "width", "rate", "steps"}, 1.4f, draw_width}},
      .describe = describe,
      .explain = explain,
      .exercises = {{"narrow", 3, check_narrow}, {"gap", 0, check_gap}, {"best", 0, check_best}},
      .metrics = metrics,
      .take_data = take_data,
  });
  return made;
}

}  // namespace attn::lessons::kernel_regression
