#include "lessons/03_scoring/results.h"

#include <string>
#include <string_view>
#include <utility>

#include "course/definition.h"
#include "formula/attention_explanation.h"
#include "lessons/03_scoring/explanation.h"
#include "lessons/03_scoring/words.h"

namespace attn::lessons::scoring {
namespace {

using course::Tensor;
using formula::Explanation;
using P = const Params&;
using R = const Result&;

// ---- reading ---------------------------------------------------------------------------------------------------------------------------

/// A row for each query, a column for each key.
Tensor by_pair(P p, R r, const Mat& values) {
  return course::tensor(values, numbered("q", p.queries.rows()), numbered("k", r.keys.rows()));
}

/// One row of numbers for each defined score.
Tensor by_score(P p, R r, Mat kernels::Attention::*member) {
  Mat rows(0, r.keys.rows());
  std::vector<std::string> names;
  for (int s = 0; s < kernels::kScoreCount; ++s) {
    const auto score = static_cast<Score>(s);
    if (!p.defined(score)) continue;
    rows.conservativeResize(rows.rows() + 1, r.keys.rows());
    rows.bottomRows(1) = chosen_row(p, r.of(score).*member);
    names.emplace_back(words_of(score).name);
  }
  return course::tensor(rows, names, numbered("k", r.keys.rows()));
}

/// The score that row n of by_score belongs to.
Score nth_defined(P p, int n) {
  for (int s = 0; s < kernels::kScoreCount; ++s)
    if (p.defined(static_cast<Score>(s)) && n-- == 0) return static_cast<Score>(s);
  return Score::additive;
}

Tensor costs(P, R r) {
  Mat cost(kernels::kScoreCount, 3);
  std::vector<std::string> names;
  for (int s = 0; s < kernels::kScoreCount; ++s) {
    const kernels::ScoreCost& c = r.cost[static_cast<size_t>(s)];
    cost.row(s) << static_cast<Real>(c.parameters), static_cast<Real>(c.multiply_adds), static_cast<Real>(c.tanh_evaluations);
    names.emplace_back(words_of(static_cast<Score>(s)).name);
  }
  return course::tensor(cost, names, {"parameters", "multiply-adds", "tanh"});
}

Tensor curve(R r, const Mat& values) {
  std::vector<std::string> widths;
  for (int width : r.random.widths) widths.push_back(std::to_string(width));
  return course::tensor(values, {"none", "inverse-root", "root"}, widths);
}

// ---- explaining ------------------------------------------------------------------------------------------------------------------------

Explanation score_of(P p, R r, Score score, Index i, Index j) {
  const std::string title = std::string(words_of(score).name) + " of q" + std::to_string(i + 1) + " and k" + std::to_string(j + 1);
  return explain_score(score, title, parts_of(p, r, i, j), r.of(score).scores(i, j));
}

Explanation weight_of(P p, R r, Score score, Index i, Index j) {
  const kernels::Attention& a = r.of(score);
  const std::string title =
      "Weight of k" + std::to_string(j + 1) + " for q" + std::to_string(i + 1) + ", " + std::string(words_of(score).name);
  return formula::explain_softmax(title, a.scores.row(i), a.weights.row(i), nullptr, 1, static_cast<int>(j),
                                  score == p.score ? formula::Cells{"scores", i} : formula::Cells{});
}

Explanation key_entry(P p, R r, int i, int j) {
  return explain_key("Number " + std::to_string(j + 1) + " of k" + std::to_string(i + 1), p.keys.row(i), p.normalise, j, r.keys(i, j));
}

/// A mean over many draws is stated without its computation.
Explanation told(std::string title, double value, std::string note) {
  return {std::move(title), formula::sym("x"), formula::num(value), value, std::move(note)};
}

constexpr std::string_view kVariance = "Of all the scores of all draws.", kEntropy = "In nats; the mean over the draws.",
                           kLargest = "The mean over the draws.",
                           kGradient = "Frobenius norm of diag(w) - w w\u1d40, the mean over the draws.";

Explanation on_curve(R r, std::string_view what, const Mat& values, std::string_view note, int i, int j) {
  return told(std::string(what) + " at width " + std::to_string(r.random.widths[static_cast<size_t>(j)]) + ", " +
                  std::string(formula_of(static_cast<WidthScale>(i))),
              values(i, j), std::string(note));
}

}  // namespace

std::vector<course::ResultSpec<Params, Result>> results() {
  return {
      {"scores", "Scores of all queries", [](P p, R r) { return by_pair(p, r, r.of(p.score).scores); },
       [](P p, R r, int i, int j) { return score_of(p, r, p.score, i, j); }},
      {"weights", "Weights of all queries", [](P p, R r) { return by_pair(p, r, r.of(p.score).weights); },
       [](P p, R r, int i, int j) { return weight_of(p, r, p.score, i, j); }},
      {"terms", "Terms of the distance score",
       [](P, R r) {
         return course::tensor(r.terms, numbered("k", r.terms.rows()), {"q.k", "-k.k/2", "-q.q/2", "sum"});
       },
       [](P p, R r, int i, int j) {
         return explain_distance_term(j, "k" + std::to_string(i + 1), parts_of(p, r, p.chosen - 1, i), r.terms(i, j));
       }},
      {"dot-weights", "Weights by dot product",
       [](P p, R r) { return course::tensor(chosen_row(p, r.of(Score::dot).weights), {}, numbered("k", r.terms.rows())); },
       [](P p, R r, int, int j) { return weight_of(p, r, Score::dot, p.chosen - 1, j); }},
      {"distance-weights", "Weights by distance",
       [](P p, R r) { return course::tensor(chosen_row(p, r.of(Score::distance).weights), {}, numbered("k", r.terms.rows())); },
       [](P p, R r, int, int j) { return weight_of(p, r, Score::distance, p.chosen - 1, j); }},
      {"difference", "Largest difference between the two",
       [](P p, R r) { return p.equally_wide() ? course::scalar(r.difference) : course::tensor(Mat()); },
       [](P p, R r, int, int) {
         return explain_difference("Largest difference between the two", chosen_row(p, r.of(Score::dot).weights),
                                   chosen_row(p, r.of(Score::distance).weights), r.difference);
       }},
      {"bilinear-scores", "Bilinear scores", [](P p, R r) { return by_pair(p, r, r.of(Score::bilinear).scores); },
       [](P p, R r, int i, int j) { return score_of(p, r, Score::bilinear, i, j); }},
      {"hidden", "Hidden units of the additive score",
       [](P p, R r) { return course::tensor(r.hidden, numbered("k", r.keys.rows()), numbered("", p.hidden())); },
       [](P p, R r, int i, int j) {
         return explain_hidden_unit("Hidden unit " + std::to_string(j + 1) + " for k" + std::to_string(i + 1),
                                    parts_of(p, r, p.chosen - 1, i), j, r.hidden(i, j));
       }},
      {"additive-scores", "Additive scores",
       [](P p, R r) { return course::tensor(chosen_row(p, r.of(Score::additive).scores).transpose(), numbered("k", r.keys.rows())); },
       [](P p, R r, int i, int) { return score_of(p, r, Score::additive, p.chosen - 1, i); }},
      {"compared-weights", "Weights by every score", [](P p, R r) { return by_score(p, r, &kernels::Attention::weights); },
       [](P p, R r, int i, int j) { return weight_of(p, r, nth_defined(p, i), p.chosen - 1, j); }},
      {"compared-scores", "Scores by every score", [](P p, R r) { return by_score(p, r, &kernels::Attention::scores); },
       [](P p, R r, int i, int j) { return score_of(p, r, nth_defined(p, i), p.chosen - 1, j); }},
      {"cost", "What each score costs", costs,
       [](P p, R, int i, int j) {
         const auto score = static_cast<Score>(i);
         return explain_cost(score, words_of(score).name, p, j);
       }},
      {"likeness", "Dot products over the root of the width", [](P p, R) { return course::tensor(p.likeness, {}, numbered("k", 5)); },
       [](P p, R, int, int j) {
         return told("q\u00b7k" + std::to_string(j + 1) + " / \u221ad", p.likeness(0, j), "Yours to change: drag the bar.");
       }},
      {"grown-scores", "Dot products of the reader\u2019s own bars",
       [](P, R r) { return course::tensor(r.grown.scores, {}, numbered("k", 5)); },
       [](P p, R r, int, int j) { return explain_grown(p, j, r.grown.scores(0, j)); }},
      {"grown-weights", "Weights without the root", [](P, R r) { return course::tensor(r.grown.plain, {}, numbered("k", 5)); },
       [](P, R r, int, int j) {
         return formula::explain_softmax("Weight of k" + std::to_string(j + 1) + " without the root", r.grown.scores, r.grown.plain,
                                         nullptr, 1, j, {"grown-scores"});
       }},
      {"grown-scaled", "Weights with the root", [](P, R r) { return course::tensor(r.grown.scaled, {}, numbered("k", 5)); },
       [](P p, R r, int, int j) {
         return formula::explain_softmax("Weight of k" + std::to_string(j + 1) + " with the root", p.likeness, r.grown.scaled, nullptr, 1,
                                         j, {"likeness"});
       }},
      {"variance", "Variance of the scores", [](P p, R r) { return course::scalar(at_width(p, r, r.random.variance)); },
       [](P p, R r, int, int) { return told("Variance of the scores", at_width(p, r, r.random.variance), std::string(kVariance)); }},
      {"entropy", "Entropy of the weights", [](P p, R r) { return course::scalar(at_width(p, r, r.random.entropy)); },
       [](P p, R r, int, int) { return told("Entropy of the weights", at_width(p, r, r.random.entropy), std::string(kEntropy)); }},
      {"largest", "Largest weight", [](P p, R r) { return course::scalar(at_width(p, r, r.random.largest)); },
       [](P p, R r, int, int) { return told("Largest weight", at_width(p, r, r.random.largest), std::string(kLargest)); }},
      {"gradient", "Norm of the softmax's gradient", [](P p, R r) { return course::scalar(at_width(p, r, r.random.gradient)); },
       [](P p, R r, int, int) {
         return told("Norm of the softmax's gradient", at_width(p, r, r.random.gradient), std::string(kGradient));
       }},
      {"variance-curve", "Variance against width", [](P, R r) { return curve(r, r.random.variance); },
       [](P, R r, int i, int j) { return on_curve(r, "Variance", r.random.variance, kVariance, i, j); }},
      {"entropy-curve", "Entropy against width", [](P, R r) { return curve(r, r.random.entropy); },
       [](P, R r, int i, int j) { return on_curve(r, "Entropy", r.random.entropy, kEntropy, i, j); }},
      {"largest-curve", "Largest weight against width", [](P, R r) { return curve(r, r.random.largest); },
       [](P, R r, int i, int j) { return on_curve(r, "Largest weight", r.random.largest, kLargest, i, j); }},
      {"gradient-curve", "Gradient against width", [](P, R r) { return curve(r, r.random.gradient); },
       [](P, R r, int i, int j) { return on_curve(r, "Gradient norm", r.random.gradient, kGradient, i, j); }},
      {"sample-weights", "Weights of one random query", [](P, R r) { return course::tensor(r.sample.weights); },
       [](P p, R r, int, int j) {
         return formula::explain_softmax("Weight of random key " + std::to_string(j + 1), r.sample.scores, r.sample.weights, nullptr,
                                         static_cast<Real>(1 / factor(p.scale, p.width)), j);
       }},
      {"query-row", "Numbers of the query looked at", [](P p, R) { return course::tensor(p.query()); },
       [](P p, R, int, int j) {
         return told("Number " + std::to_string(j + 1) + " of q" + std::to_string(p.chosen), p.query()(0, j),
                     "Yours to change: drag it in the plane, or among the queries.");
       }},
      {"keys", "Keys as used", [](P, R r) { return course::tensor(r.keys, numbered("k", r.keys.rows())); }, key_entry, "key"},
      {"keys-transposed", "Keys as columns", [](P, R r) { return course::tensor(r.keys.transpose(), {}, numbered("k", r.keys.rows())); },
       [](P p, R r, int i, int j) { return key_entry(p, r, j, i); }},
  };
}

}  // namespace attn::lessons::scoring
