// Lesson 01: attention as a soft dictionary. A query meets key-value pairs on two planes; softmax weighs the values.

#include <string>
#include <vector>

#include "base/text.h"
#include "course/definition.h"
#include "lessons/01_pooling/exercises.h"
#include "lessons/01_pooling/explanations.h"
#include "lessons/01_pooling/figure_pairs.h"
#include "lessons/01_pooling/figure_temperature.h"
#include "lessons/01_pooling/study.h"

namespace attn::lessons::pooling {
namespace {

course::Tensor read_scores(const Params& p, const Result& r) {
  return course::tensor(r.attention.scores, {"q"}, numbered("k", p.keys.rows()));
}
course::Tensor read_exponentials(const Params& p, const Result& r) {
  return course::tensor(r.exponentials, {"q"}, numbered("k", p.keys.rows()));
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

}  // namespace

std::string describe(const Params& p, const Result& r) {
  const Mat& w = r.attention.weights;
  Index best = 0;
  const Real largest = w.row(0).maxCoeff(&best);
  return "A query at (" + fixed(p.query(0, 0), 2) + ", " + fixed(p.query(0, 1), 2) + ") meets " + counted(p.keys.rows(), "key") +
         " at temperature " + rounded(p.temperature, 3) + ". Key " + std::to_string(best + 1) + " has the largest weight, " +
         fixed(largest, 2) + "; the output is (" + fixed(r.attention.output(0, 0), 2) + ", " + fixed(r.attention.output(0, 1), 2) +
         "), inside the hull of the values. Entropy " + fixed(r.entropy, 2) + " nats: as if " + fixed(r.effective, 2) + " of " +
         std::to_string(p.keys.rows()) + " keys were used equally.";
}

extern const course::About about = {
    "pooling", "A soft dictionary",
    "Attention looks a query up in a dictionary that answers with a weighted mean: drag the query, the keys and the values."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result>({
      .about = about,
      .results = {{"scores", "Scores", read_scores, explain_score},
                  {"exponentials", "Exponentials of the scores, the largest as 1", read_exponentials, explain_exponential},
                  {"weights", "Weights", read_weights, explain_weight},
                  {"output", "Output", read_output, explain_output},
                  {"entropy", "Entropy of the weights, in nats", read_entropy, explain_entropy},
                  {"effective", "Effective number of keys, exp(H)", read_effective, explain_effective},
                  {"largest", "Largest weight", read_largest, explain_largest},
                  {"sweep", "Weights at temperatures from 0.01 to 100", read_sweep, explain_swept}},
      .figures = {{"pairs", "Query, keys and values", {"temperature", "score", "view"}, 1.4f, draw_pairs},
                  {"temperature-sweep", "From look-up to mean", {"temperature", "score"}, 1.4f, draw_temperature, true, "sweep"}},
      .exercises = {{"forty", 0, check_forty}, {"copy", 3, check_copy}, {"hull", 3, check_hull}},
  });
  return made;
}

}  // namespace attn::lessons::pooling
