// Lesson 01: attention as a soft dictionary. A query meets key-value pairs on two planes; softmax weighs the values.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "course/lesson.h"
#include "kernels/entropy.h"
#include "kernels/softmax.h"
#include "ui/attention_explanation.h"
#include "ui/hull.h"
#include "ui/pooling_figure.h"
#include "ui/product_explanation.h"
#include "ui/temperature_figure.h"

namespace attn::lessons {
namespace {

using ui::Role;

constexpr Real kReach = 4;  ///< all coordinates lie in [-kReach, kReach]
constexpr int kMostPairs = 12;
constexpr double kColdest = 0.01, kHottest = 100;
constexpr int kSweepSteps = 81;
constexpr int kFieldSide = 41;

enum class Score { distance, dot };
enum class View { points, colours };

struct Params {
  Mat query{{Real(-0.4), Real(0.6)}};  // [1, 2]
  Mat keys{{Real(-2.4), Real(1.6)}, {Real(0.2), Real(2.6)}, {Real(2.4), Real(0.8)}, {Real(1.4), Real(-2.2)}, {Real(-1.8), Real(-1.4)}};
  Mat values{{Real(-2.8), Real(-1.2)}, {Real(-1.2), Real(2.8)}, {Real(3), Real(1.4)}, {Real(1.4), Real(-2.8)}, {Real(0.4), Real(-0.4)}};
  Real temperature = 1;
  Score score = Score::distance;
  View view = View::points;
};

struct Result {
  kernels::Attention attention;  // scores and weights [1, m], output [1, 2]
  Real entropy = 0, effective = 0;
  Mat temperatures, sweep, effective_sweep;  // [t, 1], the weights there [t, m], their exp(H) [t, 1]
  Mat field;                                 // [s * s, 2], outputs for queries all over the plane; empty where values are places
};

kernels::AttentionOptions options(const Params& p, Real temperature) {
  return {.score = p.score == Score::distance ? kernels::Score::distance : kernels::Score::dot, .temperature = temperature};
}

/// Every key has a value: the keys decide how many there are.
void settle(Params& p) {
  const Index m = p.keys.rows();
  if (p.values.rows() > m) p.values.conservativeResize(m, 2);
  while (p.values.rows() < m) p.values = ui::with_point(p.values, ui::free_place(p.values, kReach));
}

Mat queries_all_over() {
  Mat grid(kFieldSide * kFieldSide, 2);
  for (int i = 0; i < grid.rows(); ++i) {
    const auto along = [](int k) { return ui::kPlaneOverscan * kReach * ((2 * static_cast<Real>(k) + 1) / kFieldSide - 1); };
    grid(i, 0) = along(i % kFieldSide);
    grid(i, 1) = -along(i / kFieldSide);
  }
  return grid;
}

Result compute(const Params& p, const compute::Backend& backend) {
  Result r;
  r.attention = backend.attention(p.query, p.keys, p.values, options(p, p.temperature));
  r.entropy = kernels::entropy_rows(r.attention.weights)(0, 0);
  r.effective = kernels::effective_count(r.attention.weights)(0, 0);
  r.temperatures.resize(kSweepSteps, 1);
  r.sweep.resize(kSweepSteps, p.keys.rows());
  for (int t = 0; t < kSweepSteps; ++t) {
    const double along = static_cast<double>(t) / (kSweepSteps - 1);
    r.temperatures(t, 0) = static_cast<Real>(kColdest * std::pow(kHottest / kColdest, along));
    r.sweep.row(t) = kernels::softmax_rows(r.attention.scores, nullptr, r.temperatures(t, 0));
  }
  r.effective_sweep = kernels::effective_count(r.sweep);
  if (p.view == View::colours) r.field = backend.attention(queries_all_over(), p.keys, p.values, options(p, p.temperature)).output;
  return r;
}

// ---- results ------------------------------------------------------------------------------------------------------------------------

std::vector<std::string> numbered(const char* letter, Index count) {
  std::vector<std::string> names;
  for (Index i = 0; i < count; ++i) names.push_back(letter + std::to_string(i + 1));
  return names;
}

course::Tensor read_scores(const Params& p, const Result& r) {
  return course::tensor(r.attention.scores, {"q"}, numbered("k", p.keys.rows()));
}
course::Tensor read_weights(const Params& p, const Result& r) {
  return course::tensor(r.attention.weights, {"q"}, numbered("k", p.keys.rows()));
}
course::Tensor read_output(const Params&, const Result& r) { return course::tensor(r.attention.output, {"o"}, {"x", "y"}); }
course::Tensor read_entropy(const Params&, const Result& r) { return course::scalar(r.entropy); }
course::Tensor read_effective(const Params&, const Result& r) { return course::scalar(r.effective); }
course::Tensor read_largest(const Params&, const Result& r) { return course::scalar(r.attention.weights.maxCoeff()); }
course::Tensor read_sweep(const Params& p, const Result& r) {
  std::vector<std::string> rows;
  for (Index t = 0; t < r.temperatures.rows(); ++t) rows.push_back("T = " + rounded(r.temperatures(t, 0), 3));
  return course::tensor(r.sweep, std::move(rows), numbered("k", p.keys.rows()));
}

// ---- figures ------------------------------------------------------------------------------------------------------------------------

void draw_pairs(ui::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const ui::PoolingPicture picture{.query = p.query,
                                   .keys = p.keys,
                                   .values = p.values,
                                   .weights = r.attention.weights,
                                   .output = r.attention.output,
                                   .entropy = r.entropy,
                                   .effective = r.effective,
                                   .reach = static_cast<float>(kReach),
                                   .most_pairs = kMostPairs,
                                   .colours = p.view == View::colours,
                                   .field = r.field};
  ui::draw_pooling(canvas, picture, edit.query, edit.keys, edit.values);
}

void draw_temperature(ui::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const ui::TemperaturePicture picture{.temperatures = r.temperatures,
                                       .sweep = r.sweep,
                                       .effective_sweep = r.effective_sweep,
                                       .weights = r.attention.weights,
                                       .effective = r.effective,
                                       .temperature = p.temperature};
  edit.temperature = ui::draw_temperature(canvas, picture);
}

std::string describe(const Params& p, const Result& r) {
  const Mat& w = r.attention.weights;
  Index best = 0;
  const Real largest = w.row(0).maxCoeff(&best);
  const std::string m = std::to_string(p.keys.rows());
  return "A query at (" + fixed(p.query(0, 0), 2) + ", " + fixed(p.query(0, 1), 2) + ") meets " + m +
         (p.keys.rows() == 1 ? " key" : " keys") + " at temperature " + rounded(p.temperature, 3) + ". Key " + std::to_string(best + 1) +
         " has the largest weight, " + fixed(largest, 2) + "; the output is (" + fixed(r.attention.output(0, 0), 2) + ", " +
         fixed(r.attention.output(0, 1), 2) + "), inside the hull of the values. Entropy " + fixed(r.entropy, 2) + " nats: as if " +
         fixed(r.effective, 2) + " of " + m + " keys were used equally.";
}

// ---- explanations -------------------------------------------------------------------------------------------------------------------

ui::Explanation explain_score(const Params& p, const Result& r, int i) {
  const std::string title = "score of key " + std::to_string(i + 1);
  const Real value = r.attention.scores(0, i);
  if (p.score == Score::dot)
    return ui::explain_product(title, {p.query.row(0), "q", Role::kQuery}, {p.keys.row(i), "k", Role::kKey}, value);
  using namespace ui;
  Explanation x;
  x.title = title;
  x.formula =
      row({op("-"), frac(num(1), num(2)), power(call("norm", {row({sym("q", Role::kQuery), op("-"), sym("k", Role::kKey)})}), num(2))});
  const auto square = [&](int c) { return power(row({num(p.query(0, c), Role::kQuery), op("-"), num(p.keys(i, c), Role::kKey)}), num(2)); };
  x.substituted = row({op("-"), frac(num(1), num(2)), op("*"), total({square(0), square(1)})});
  x.value = value;
  x.note = "Half the squared distance, negative: the nearest key scores highest.";
  return x;
}

ui::Explanation explain(const Params& p, const Result& r, std::string_view name, int i, int j) {
  const auto& [scores, weights, output] = r.attention;
  const int m = static_cast<int>(p.keys.rows());
  if (name == "scores" && j < m) return explain_score(p, r, j);
  if (name == "weights" && j < m)
    return ui::explain_softmax("weight of key " + std::to_string(j + 1), scores, weights, nullptr, p.temperature, j);
  if (name == "output" && j < 2)
    return ui::explain_weighted_sum(j == 0 ? "output, x" : "output, y", weights, p.values.col(j), output(0, j));
  if (name == "entropy") return ui::explain_entropy("entropy of the weights", weights, r.entropy);
  if (name == "effective") return ui::explain_effective_count("effective number of keys", r.entropy, r.effective);
  if (name == "largest") {
    Index best = 0;
    weights.row(0).maxCoeff(&best);
    return ui::explain_softmax("largest weight, of key " + std::to_string(best + 1), scores, weights, nullptr, p.temperature,
                               static_cast<int>(best));
  }
  if (name == "sweep" && i < r.sweep.rows() && j < m)
    return ui::explain_softmax("weight of key " + std::to_string(j + 1) + " at temperature " + rounded(r.temperatures(i, 0), 3), scores,
                               r.sweep.row(i), nullptr, r.temperatures(i, 0), j);
  return {};
}

// ---- exercises ----------------------------------------------------------------------------------------------------------------------

/// Bring two weights to 0.4 each.
course::Verdict check_forty(const Params&, const Result& r, int, const compute::Backend&) {
  constexpr Real kWanted = Real(0.4), kSlack = Real(0.02);
  std::vector<std::pair<Real, Index>> ranked;
  for (Index i = 0; i < r.attention.weights.cols(); ++i) ranked.push_back({r.attention.weights(0, i), i + 1});
  std::sort(ranked.rbegin(), ranked.rend());
  if (ranked.size() < 3) return {false, "Two weights of 0.4 leave 0.2 for the others: there have to be at least three keys."};
  const bool correct = std::abs(ranked[0].first - kWanted) <= kSlack && std::abs(ranked[1].first - kWanted) <= kSlack;
  return {correct, "The two largest weights are " + fixed(ranked[0].first, 2) + " (key " + std::to_string(ranked[0].second) + ") and " +
                       fixed(ranked[1].first, 2) + " (key " + std::to_string(ranked[1].second) +
                       (correct ? "): both within 0.02 of 0.4." : "); each has to be within 0.02 of 0.4.")};
}

/// What two copies of key 1 weigh together: as much as one (0), twice as much (1), or something between (2).
course::Verdict check_copy(const Params& p, const Result&, int prediction, const compute::Backend& backend) {
  Mat keys(p.keys.rows() + 1, 2), values(p.keys.rows() + 1, 2);
  keys << p.keys, p.keys.row(0);
  values << p.values, p.values.row(0);
  const Real before = backend.attention(p.query, p.keys, p.values, options(p, p.temperature)).weights(0, 0);
  const Mat after = backend.attention(p.query, keys, values, options(p, p.temperature)).weights;
  const Real together = after(0, 0) + after(0, after.cols() - 1);
  const int answer = together < Real(1.01) * before ? 0 : together > Real(1.99) * before ? 1 : 2;
  return {prediction == answer, "Key 1 alone has " + fixed(before, 3) + ". The two copies get " + fixed(after(0, 0), 3) +
                                    " each, together " + fixed(together, 3) + ", which is " + fixed(together / before, 2) +
                                    " times as much."};
}

/// Whether some query (1) or some temperature (2) brings the output out of the hull, or none does (0).
course::Verdict check_hull(const Params& p, const Result&, int prediction, const compute::Backend& backend) {
  std::vector<ui::Point> values;
  for (Index i = 0; i < p.values.rows(); ++i) values.push_back({static_cast<float>(p.values(i, 0)), static_cast<float>(p.values(i, 1))});
  const std::vector<ui::Point> hull = ui::convex_hull(values);
  constexpr float kRounding = 1e-4f;  // of numbers up to kReach in single precision
  int tried = 0;
  float farthest_near = 0, farthest_cold = 0;
  Mat queries = queries_all_over();
  for (const Real away : {Real(1), Real(100)})
    for (const double temperature : {kColdest, 0.1, 1.0, 10.0, kHottest}) {
      const Mat outputs = backend.attention(away * queries, p.keys, p.values, options(p, static_cast<Real>(temperature))).output;
      tried += static_cast<int>(outputs.rows());
      float& farthest = temperature == 1 ? farthest_near : farthest_cold;
      for (Index i = 0; i < outputs.rows(); ++i)
        farthest = std::max(farthest, ui::distance_outside(hull, {static_cast<float>(outputs(i, 0)), static_cast<float>(outputs(i, 1))}));
    }
  const int answer = farthest_near > kRounding ? 1 : farthest_cold > kRounding ? 2 : 0;
  return {prediction == answer, std::to_string(tried) + " queries, up to 400 away, at temperatures from " + rounded(kColdest, 2) + " to " +
                                    rounded(kHottest, 3) + ": " +
                                    (answer == 0 ? "every output lies in the hull." : "an output lies outside of the hull.")};
}

}  // namespace

extern const course::Lesson pooling_lesson;
const course::Lesson pooling_lesson = course::define<Params, Result>({
    .slug = "pooling",
    .title = "A soft dictionary",
    .summary = "Attention looks a query up in a dictionary that answers with a weighted mean: drag the query, the keys and the values.",
    .params =
        params::Table<Params>{}
            .points(&Params::query, {.id = "query",
                                     .label = "Query",
                                     .help = "The point that is looked up; every key is compared with it.",
                                     .min = -kReach,
                                     .max = kReach,
                                     .rows = {1, 1}})
            .points(&Params::keys, {.id = "keys",
                                    .label = "Keys",
                                    .help = "The points that the query is compared with; they decide the weights.",
                                    .min = -kReach,
                                    .max = kReach,
                                    .rows = {1, kMostPairs}})
            .points(&Params::values, {.id = "values",
                                      .label = "Values",
                                      .help = "What the dictionary answers with, one for each key; they do not influence the weights.",
                                      .min = -kReach,
                                      .max = kReach,
                                      .rows = {1, kMostPairs}})
            .number(&Params::temperature,
                    {.id = "temperature",
                     .label = "Temperature",
                     .help = "Divides the scores: towards 0 the best key takes everything, far above all keys share alike.",
                     .min = kColdest,
                     .max = kHottest,
                     .logarithmic = true})
            .choice(&Params::score,
                    {.id = "score", .label = "Score", .help = "How a key is compared with the query: by closeness, or by the dot product."},
                    {{"distance", "closeness"}, {"dot", "dot product"}})
            .choice(
                &Params::view,
                {.id = "view", .label = "Values are", .help = "Shows each value as a place on a plane, or as the colour at that place."},
                {{"points", "points"}, {"colours", "colours"}}),
    .settle = settle,
    .compute = compute,
    .results = {{"scores", "Scores", read_scores},
                {"weights", "Weights", read_weights},
                {"output", "Output", read_output},
                {"entropy", "Entropy of the weights, in nats", read_entropy},
                {"effective", "Effective number of keys, exp(H)", read_effective},
                {"largest", "Largest weight", read_largest},
                {"sweep", "Weights at temperatures from 0.01 to 100", read_sweep}},
    .figures = {{"pairs", "Query, keys and values", {"temperature", "score", "view"}, 1.4f, draw_pairs},
                {"temperature-sweep", "From look-up to mean", {"temperature", "score"}, 1.4f, draw_temperature}},
    .describe = describe,
    .explain = explain,
    .exercises = {{"forty", 0, check_forty}, {"copy", 3, check_copy}, {"hull", 3, check_hull}},
});

}  // namespace attn::lessons
