// Five ways to score a query against keys: where they agree, what the width does to a dot product, and what each costs.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "course/lesson.h"
#include "formula/attention_explanation.h"
#include "lessons/03_scoring/score_explanation.h"
#include "lessons/03_scoring/scoring.h"
#include "lessons/03_scoring/scoring_figures.h"

namespace attn::lessons::scoring {
namespace {

using Params = ScoringSettings;
using Result = Scoring;
using kernels::Score;

Result compute(const Params& p, const compute::Backend& backend) { return compare_scores(p, backend.attention); }

// ---- results ---------------------------------------------------------------------------------------------------------------------------

struct ScoreWords {
  std::string_view name, formula;
};
/// In the order of kernels::Score.
constexpr ScoreWords kScores[kernels::kScoreCount] = {{"Dot product", "q\u00b7k"},
                                                      {"Scaled dot product", "q\u00b7k / \u221ad"},
                                                      {"Distance", "\u2212\u00bd|q \u2212 k|\u00b2"},
                                                      {"Bilinear", "q M k\u1d40"},
                                                      {"Additive", "w\u00b7tanh(q W + k W)"}};
constexpr std::string_view kScaleNames[] = {"q\u00b7k", "q\u00b7k / \u221ad", "q\u00b7k \u00d7 \u221ad (the misprint)"};

std::vector<std::string> numbered(const char* letter, Index count) {
  std::vector<std::string> names;
  for (Index i = 0; i < count; ++i) names.push_back(letter + std::to_string(i + 1));
  return names;
}

/// The row of the query looked at, of one score; empty where the score is not defined.
Mat chosen_row(const Params& p, const Mat& all) { return all.size() ? Mat(all.row(p.chosen - 1)) : Mat(); }

/// One row for each defined score.
course::Tensor compared(const Params& p, const Result& r, Mat kernels::Attention::*member) {
  Mat rows(0, r.keys.rows());
  std::vector<std::string> names;
  for (int s = 0; s < kernels::kScoreCount; ++s) {
    if (!p.defined(static_cast<Score>(s))) continue;
    rows.conservativeResize(rows.rows() + 1, r.keys.rows());
    rows.bottomRows(1) = chosen_row(p, r.by_score[static_cast<size_t>(s)].*member);
    names.emplace_back(kernels::to_name(static_cast<Score>(s)));
  }
  return course::tensor(rows, names, numbered("k", r.keys.rows()));
}

course::Tensor costs(const Params&, const Result& r) {
  Mat cost(kernels::kScoreCount, 3);
  std::vector<std::string> names;
  for (int s = 0; s < kernels::kScoreCount; ++s) {
    const kernels::ScoreCost& c = r.cost[static_cast<size_t>(s)];
    cost(s, 0) = static_cast<Real>(c.parameters), cost(s, 1) = static_cast<Real>(c.multiply_adds),
            cost(s, 2) = static_cast<Real>(c.tanh_evaluations);
    names.emplace_back(kernels::to_name(static_cast<Score>(s)));
  }
  return course::tensor(cost, names, {"parameters", "multiply-adds", "tanh"});
}

course::Tensor curve(const Result& r, const Mat& values) {
  std::vector<std::string> widths;
  for (int width : r.random.widths) widths.push_back(std::to_string(width));
  return course::tensor(values, {"none", "inverse-root", "root"}, widths);
}

double at_width(const Params& p, const Result& r, const Mat& values) { return values(static_cast<int>(p.scale), r.random.chosen); }

std::vector<course::ResultSpec<Params, Result>> results() {
  using P = const Params&;
  using R = const Result&;
  return {
      {"scores", "Scores of all queries",
       [](P p, R r) { return course::tensor(r.of(p.score).scores, numbered("q", p.queries.rows()), numbered("k", r.keys.rows())); }},
      {"weights", "Weights of all queries",
       [](P p, R r) { return course::tensor(r.of(p.score).weights, numbered("q", p.queries.rows()), numbered("k", r.keys.rows())); }},
      {"terms", "Terms of the distance score",
       [](P, R r) {
         return course::tensor(r.terms, numbered("k", r.terms.rows()), {"q.k", "-k.k/2", "-q.q/2", "sum"});
       }},
      {"dot-weights", "Weights by dot product",
       [](P p, R r) { return course::tensor(chosen_row(p, r.of(Score::dot).weights), {}, numbered("k", r.terms.rows())); }},
      {"distance-weights", "Weights by distance",
       [](P p, R r) { return course::tensor(chosen_row(p, r.of(Score::distance).weights), {}, numbered("k", r.terms.rows())); }},
      {"difference", "Largest difference between the two", [](P, R r) { return course::scalar(r.difference); }},
      {"bilinear-scores", "Bilinear scores",
       [](P p, R r) {
         return course::tensor(r.of(Score::bilinear).scores, numbered("q", p.queries.rows()), numbered("k", r.keys.rows()));
       }},
      {"hidden", "Hidden units of the additive score",
       [](P p, R r) { return course::tensor(r.hidden, numbered("k", r.keys.rows()), numbered("", p.hidden())); }},
      {"additive-scores", "Additive scores",
       [](P p, R r) { return course::tensor(chosen_row(p, r.of(Score::additive).scores).transpose(), numbered("k", r.keys.rows())); }},
      {"compared-weights", "Weights by every score", [](P p, R r) { return compared(p, r, &kernels::Attention::weights); }},
      {"compared-scores", "Scores by every score", [](P p, R r) { return compared(p, r, &kernels::Attention::scores); }},
      {"cost", "What each score costs", costs},
      {"variance", "Variance of the scores", [](P p, R r) { return course::scalar(at_width(p, r, r.random.variance)); }},
      {"entropy", "Entropy of the weights", [](P p, R r) { return course::scalar(at_width(p, r, r.random.entropy)); }},
      {"largest", "Largest weight", [](P p, R r) { return course::scalar(at_width(p, r, r.random.largest)); }},
      {"gradient", "Norm of the softmax's gradient", [](P p, R r) { return course::scalar(at_width(p, r, r.random.gradient)); }},
      {"variance-curve", "Variance against width", [](P, R r) { return curve(r, r.random.variance); }},
      {"entropy-curve", "Entropy against width", [](P, R r) { return curve(r, r.random.entropy); }},
      {"largest-curve", "Largest weight against width", [](P, R r) { return curve(r, r.random.largest); }},
      {"gradient-curve", "Gradient against width", [](P, R r) { return curve(r, r.random.gradient); }},
      {"sample-weights", "Weights of one random query", [](P, R r) { return course::tensor(r.sample.weights); }},
  };
}

std::string describe(const Params& p, const Result& r) {
  const std::string query = "query " + std::to_string(p.chosen), count = std::to_string(r.keys.rows()) + " keys";
  const auto preferred = [&](Score score) {
    Index best = 0;
    chosen_row(p, r.of(score).weights).row(0).maxCoeff(&best);
    return "key " + std::to_string(best + 1);
  };
  std::string text = p.equally_wide()
                         ? "For " + query + " among " + count + (p.normalise ? " of equal length" : "") + ", the dot product prefers " +
                               preferred(Score::dot) + " and the distance " + preferred(Score::distance) +
                               "; their weights differ by at most " + fixed(r.difference, 2) + ". "
                         : "Queries have 2 numbers and the " + count + " have " + std::to_string(r.keys.cols()) +
                               ", so only the bilinear and the additive score are defined. ";
  text += "The bilinear score prefers " + preferred(Score::bilinear) + ", the additive one " + preferred(Score::additive) + ". ";
  text += "Random vectors of width " + std::to_string(p.width) + " give scores of variance " +
          rounded(at_width(p, r, r.random.variance), 3) + ", entropy " + fixed(at_width(p, r, r.random.entropy), 2) +
          ", a largest weight of " + fixed(at_width(p, r, r.random.largest), 2) + " and a gradient norm of " +
          fixed(at_width(p, r, r.random.gradient), 3) + ".";
  return text;
}

// ---- explanations ----------------------------------------------------------------------------------------------------------------------

ScoreParts parts_of(const Params& p, const Result& r, Index i, Index j) { return {p.queries.row(i), r.keys.row(j), p.m, p.wq, p.wk, p.w}; }

formula::Explanation explain_score(const Params& p, const Result& r, Score score, Index i, Index j) {
  const std::string name(kScores[static_cast<int>(score)].name);
  const std::string title = name + " of q" + std::to_string(i + 1) + " and k" + std::to_string(j + 1);
  return explain_score(kernels::to_name(score), title, parts_of(p, r, i, j), r.of(score).scores(i, j));
}

formula::Explanation explain_weight(const Params&, const Result& r, Score score, Index i, Index j) {
  const kernels::Attention& a = r.of(score);
  return formula::explain_softmax(
      "Weight of k" + std::to_string(j + 1) + " for q" + std::to_string(i + 1) + ", " + std::string(kScores[static_cast<int>(score)].name),
      a.scores.row(i), a.weights.row(i), nullptr, 1, static_cast<int>(j));
}

/// The tensor compared-* leaves out scores that are not defined.
Score nth_defined(const Params& p, int n) {
  for (int s = 0; s < kernels::kScoreCount; ++s)
    if (p.defined(static_cast<Score>(s)) && n-- == 0) return static_cast<Score>(s);
  return Score::additive;
}

formula::Explanation explain(const Params& p, const Result& r, std::string_view name, int i, int j) {
  const auto given = [](std::string title, double value, const char* note) {
    return formula::Explanation{std::move(title), formula::sym("x"), formula::num(value), value, note};
  };
  const char* yours = "One of the numbers you can change.";
  if (name == "scores") return explain_score(p, r, p.score, i, j);
  if (name == "weights") return explain_weight(p, r, p.score, i, j);
  if (name == "dot-weights") return explain_weight(p, r, Score::dot, p.chosen - 1, j);
  if (name == "distance-weights") return explain_weight(p, r, Score::distance, p.chosen - 1, j);
  if (name == "compared-weights") return explain_weight(p, r, nth_defined(p, i), p.chosen - 1, j);
  if (name == "compared-scores") return explain_score(p, r, nth_defined(p, i), p.chosen - 1, j);
  if (name == "bilinear-scores") return explain_score(p, r, Score::bilinear, i, j);
  if (name == "additive-scores") return explain_score(p, r, Score::additive, p.chosen - 1, i);
  if (name == "terms") return explain_distance_term(j, "k" + std::to_string(i + 1), parts_of(p, r, p.chosen - 1, i), r.terms(i, j));
  if (name == "hidden")
    return explain_hidden_unit("Hidden unit " + std::to_string(j + 1) + " for k" + std::to_string(i + 1), parts_of(p, r, p.chosen - 1, i),
                               j, r.hidden(i, j));
  if (name == "queries" || name == "query-row")
    return given("Number " + std::to_string(j + 1) + " of q" + std::to_string((name == "queries" ? i : p.chosen - 1) + 1),
                 name == "queries" ? p.queries(i, j) : p.query()(0, j), yours);
  if (name == "keys") return given("Number " + std::to_string(j + 1) + " of k" + std::to_string(i + 1), r.keys(i, j), yours);
  if (name == "keys-transposed") return given("Number " + std::to_string(i + 1) + " of k" + std::to_string(j + 1), r.keys(j, i), yours);
  if (name == "m") return given("Entry of M", p.m(i, j), yours);
  if (name == "wq") return given("Entry of W_q", p.wq(i, j), yours);
  if (name == "wk") return given("Entry of W_k", p.wk(i, j), yours);
  if (name == "w") return given("Entry of w", p.w(i, j), yours);
  if (name == "sample-weights")
    return formula::explain_softmax("Weight of random key " + std::to_string(j + 1), r.sample.scores, r.sample.weights, nullptr,
                                    static_cast<Real>(1 / factor(p.scale, p.width)), j);
  if (name == "difference")
    return given("Largest difference between the two", r.difference, "Over all keys, between the weights by dot product and by distance.");
  if (name == "cost")
    return given(std::string(kScores[i].name), costs(p, r).data[static_cast<size_t>(3 * i + j)],
                 "For all queries and keys of the picture; what is projected once is counted once.");
  if (name == "variance") return given("Variance of the scores", at_width(p, r, r.random.variance), "Of all the scores of all draws.");
  if (name == "entropy") return given("Entropy of the weights", at_width(p, r, r.random.entropy), "In nats; the mean over the draws.");
  if (name == "largest") return given("Largest weight", at_width(p, r, r.random.largest), "The mean over the draws.");
  if (name == "gradient")
    return given("Norm of the softmax's gradient", at_width(p, r, r.random.gradient),
                 "Frobenius norm of diag(w) - w w\u1d40, the mean over the draws.");
  return {};
}

// ---- exercises -------------------------------------------------------------------------------------------------------------------------

/// Which of three printings of the identity holds for the picture's query and keys?
course::Verdict signs(const Params& p, const Result&, int prediction, const compute::Backend& backend) {
  Params q = p;
  q.keys = Mat(p.keys.leftCols(kScoringWidth));
  settle(q);
  const Result r = compute(q, backend);
  int answer = -1;
  std::string text;
  for (int i = 0; i < 3; ++i) {
    const Real worst = identity_error(q, r, kPrintings[static_cast<size_t>(i)]);
    if (worst < Real(1e-3)) answer = i;
    text += (i ? ", line " : "Line ") + std::to_string(i + 1) + " is off by up to " + fixed(worst, 2);
  }
  return {prediction == answer, text + "."};
}

/// Keys of equal length, the query drawn out to twice its length.
course::Verdict longer_query(const Params& p, const Result&, int prediction, const compute::Backend& backend) {
  Params q = p;
  q.keys = Mat(p.keys.leftCols(kScoringWidth)), q.normalise = true;
  settle(q);
  const auto largest = [&](const Result& r) { return r.of(Score::distance).weights.row(q.chosen - 1).maxCoeff(); };
  const Result before = compute(q, backend);
  q.queries.row(q.chosen - 1) *= 2;
  const Result after = compute(q, backend);
  const bool same = after.difference<Real(1e-4), sharper = largest(after)> largest(before) + Real(1e-4);
  return {prediction == (same ? (sharper ? 1 : 0) : 2), "Dot product and distance differ by at most " + fixed(after.difference, 2) +
                                                            ", and the largest weight goes from " + fixed(largest(before), 2) + " to " +
                                                            fixed(largest(after), 2) + "."};
}

/// The largest of 16 weights at width 256 without the scale, with the reader's seed.
course::Verdict saturation(const Params& p, const Result&, int prediction, const compute::Backend& backend) {
  Params q = p;
  q.width = 256, q.random_keys = 16, q.scale = WidthScale::kNone;
  const Result r = compute(q, backend);
  const double largest = at_width(q, r, r.random.largest);
  q.scale = WidthScale::kInverseRoot;
  return {prediction == (largest < 0.3   ? 0
                         : largest < 0.7 ? 1
                                         : 2),
          "Without the scale the largest weight is " + fixed(largest, 2) + " on average, with it " +
              fixed(at_width(q, r, r.random.largest), 2) + "."};
}

course::Verdict turn(const Params& p, const Result& r, int, const compute::Backend&) {
  if (!p.equally_wide()) return {false, "The dot product needs keys with two numbers; make them narrower again."};
  Index worst = 0, favourite = 0;
  chosen_row(p, r.of(Score::dot).scores).row(0).minCoeff(&worst);
  chosen_row(p, r.of(Score::bilinear).weights).row(0).maxCoeff(&favourite);
  return {worst == favourite, "By dot product key " + std::to_string(worst + 1) + " comes last; the bilinear score puts key " +
                                  std::to_string(favourite + 1) + " first."};
}

/// What may be dragged and typed: sizes of the matrices and the step of their entries.
constexpr params::Extent kQueryWidth = {2, 2}, kKeyWidth = {2, 4}, kUnits = {1, 6};
constexpr double kStep = 0.1;

// ---- figures ---------------------------------------------------------------------------------------------------------------------------

template <void (*draw)(canvas::Canvas&, const ScoringPicture&, ScoringEdit&)>
void draw_figure(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  std::vector<ScorePicture> all;
  for (int s = 0; s < kernels::kScoreCount; ++s) {
    const auto at = static_cast<size_t>(s);
    all.push_back({kScores[s].name, kScores[s].formula, chosen_row(p, r.by_score[at].weights), r.field[at], r.cost[at].parameters,
                   r.cost[at].multiply_adds, r.cost[at].tanh_evaluations});
  }
  const ScoringPicture picture{.queries = p.queries,
                               .keys = r.keys,
                               .chosen = p.chosen - 1,
                               .equally_wide = p.equally_wide(),
                               .normalised = p.normalise,
                               .terms = r.terms,
                               .dot_weights = chosen_row(p, r.of(Score::dot).weights),
                               .distance_weights = chosen_row(p, r.of(Score::distance).weights),
                               .difference = r.difference,
                               .score = static_cast<int>(p.score),
                               .scores = r.of(p.score).scores,
                               .weights = r.of(p.score).weights,
                               .m = p.m,
                               .wq = p.wq,
                               .wk = p.wk,
                               .w = p.w,
                               .hidden = r.hidden,
                               .bilinear_scores = r.of(Score::bilinear).scores,
                               .additive_scores = chosen_row(p, r.of(Score::additive).scores).transpose(),
                               .all = all,
                               .reach = static_cast<float>(kScoringReach),
                               .step = static_cast<float>(kStep),
                               .key_width = kKeyWidth,
                               .units = kUnits};
  ScoringEdit hands{edit.chosen, edit.queries, edit.keys, edit.m, edit.wq, edit.wk, edit.w};
  draw(canvas, picture, hands);
}

void draw_width(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const std::vector<std::string> names(std::begin(kScaleNames), std::end(kScaleNames));
  const RandomScores& x = r.random;
  const WidthPicture picture{.widths = x.widths,
                             .chosen = x.chosen,
                             .scale = static_cast<int>(p.scale),
                             .scale_names = names,
                             .variance = x.variance,
                             .entropy = x.entropy,
                             .largest = x.largest,
                             .gradient = x.gradient,
                             .scores = x.scores[static_cast<size_t>(x.chosen)],
                             .factor = static_cast<Real>(factor(p.scale, p.width)),
                             .sample_weights = r.sample.weights};
  edit.width = draw_scoring_width(canvas, picture, kLargestWidth);
}

params::Table<Params> table() {
  const auto matrix = [](std::string_view id, std::string_view label, std::string_view help, params::Extent rows, params::Extent cols) {
    return params::Spec{
        .id = id, .label = label, .help = help, .min = -kScoringReach, .max = kScoringReach, .step = kStep, .rows = rows, .cols = cols};
  };
  std::vector<params::Choice> scores;
  for (int s = 0; s < kernels::kScoreCount; ++s) scores.push_back({kernels::to_name(static_cast<Score>(s)), kScores[s].name});
  return params::Table<Params>{}
      .matrix(&Params::queries, matrix("queries", "Queries", "A query in each row: a place in the plane.", {1, 6}, kQueryWidth))
      .matrix(&Params::keys,
              matrix("keys", "Keys", "A key in each row: a place in the plane, and up to two numbers more.", {1, 8}, kKeyWidth))
      .integer(
          &Params::chosen,
          {.id = "query", .label = "Query looked at", .help = "The query whose weights the pictures show.", .min = 1, .max = 6, .step = 1})
      .boolean(&Params::normalise, {.id = "normalise", .label = "Keys of equal length", .help = "Draws every key out to length 2."})
      .choice(&Params::score, {.id = "score", .label = "Score", .help = "The score of the matrix product's figure."}, scores)
      .matrix(&Params::m,
              matrix("m", "M", "The matrix of the bilinear score: a row for each number of a query, a column for each of a key.",
                     kQueryWidth, kKeyWidth))
      .matrix(&Params::wq, matrix("wq", "Query matrix", "Takes a query to the hidden units of the additive score.", kQueryWidth, kUnits))
      .matrix(&Params::wk, matrix("wk", "Key matrix", "Takes a key to the hidden units of the additive score.", kKeyWidth, kUnits))
      .matrix(&Params::w, matrix("w", "w", "Weighs the hidden units of the additive score; a row for each.", kUnits, {1, 1}))
      .integer(&Params::width, {.id = "width",
                                .label = "Width d",
                                .help = "Numbers in each random query and key.",
                                .min = 1,
                                .max = kLargestWidth,
                                .step = 1,
                                .logarithmic = true})
      .choice(&Params::scale, {.id = "scale", .label = "Scale", .help = "What the dot product is multiplied by."},
              {{"none", "none"}, {"inverse-root", "1 / \u221ad"}, {"root", "\u221ad, the misprint"}})
      .integer(
          &Params::random_keys,
          {.id = "random-keys", .label = "Random keys", .help = "How many keys each random query meets.", .min = 2, .max = 32, .step = 1})
      .integer(&Params::draws, {.id = "draws",
                                .label = "Draws",
                                .help = "How many random queries, each with keys of its own, are averaged.",
                                .min = 1,
                                .max = 128,
                                .step = 1})
      .integer(&Params::seed, {.id = "seed", .label = "Seed", .help = "Number of the random draw.", .min = 0, .max = 9999, .step = 1});
}

}  // namespace

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result>({
      .slug = "scoring",
      .title = "Scoring",
      .summary = "How alike are a query and a key? From distance to dot product, why it is divided by the root of d, and scores with "
                 "learned parts.",
      .params = table(),
      .settle = [](const Params&, Params& after) { settle(after); },
      .compute = compute,
      .results = results(),
      .figures =
          {{"geometry", "Distance and dot product", {"normalise", "query", "queries", "keys"}, 1.5f, draw_figure<draw_scoring_geometry>},
           {"width", "Why divide by \u221ad", {"width", "scale", "random-keys", "draws", "seed"}, 1.5f, draw_width},
           {"product", "One matrix product", {"score", "queries", "keys", "normalise"}, 2.0f, draw_figure<draw_scoring_product>},
           {"bilinear", "Bilinear", {"m", "queries", "keys"}, 2.4f, draw_figure<draw_scoring_bilinear>},
           {"additive", "Additive", {"query", "wq", "wk", "w"}, 1.6f, draw_figure<draw_scoring_additive>},
           {"compare", "All scores", {"query", "normalise"}, 1.6f, draw_figure<draw_scoring_comparison>}},
      .describe = describe,
      .explain = explain,
      .exercises = {{"signs", 3, signs}, {"longer-query", 3, longer_query}, {"saturation", 3, saturation}, {"turn", 0, turn}},
  });
  return made;
}

}  // namespace attn::lessons::scoring
