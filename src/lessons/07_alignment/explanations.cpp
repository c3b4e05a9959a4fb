#include "lessons/07_alignment/explanations.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"
#include "lessons/07_alignment/words.h"

namespace attn::lessons::alignment {
namespace {

using formula::call, formula::Explanation, formula::Expression, formula::frac, formula::num, formula::op, formula::power, formula::sym;
using models::AlignmentReach, models::AlignmentScore;

Expression gaussian(Expression far, Expression sigma) {
  const Expression twice = formula::row({num(2), op("*"), power(std::move(sigma), num(2))});
  return call("exp", {formula::row({op("-"), frac(power(std::move(far), num(2)), twice)})});
}

Expression sigmoid(Expression of) {
  return frac(num(1), formula::row({num(1), op("+"), call("exp", {formula::row({op("-"), std::move(of)})})}));
}

Explanation explain_override(std::string title, Real value, Real own) {
  return {std::move(title), sym("alpha"), num(value), static_cast<double>(value),
          "Set by hand. The model\u2019s own weight is " + formula::to_text(num(own)) + "."};
}

/// 1 + m sigma(v . t).
Explanation explain_predicted_centre(std::string title, const models::ScoreTerms& terms, int m, Real value) {
  const Expression product = formula::product_sum({terms.left, "v"}, {terms.right, "t"});
  return {std::move(title),
          formula::row({num(1), op("+"), sym("m"), op("*"), call("sigmoid", {formula::row({sym("v"), op("*"), sym("t")})})}),
          formula::row({num(1), op("+"), num(m), op("*"), sigmoid(product)}), static_cast<double>(value),
          "t = tanh(W s) of the state that is scored; counted from 1, the end mark stands at " + std::to_string(m + 1) + "."};
}

/// sum_j alpha_j j.
Explanation explain_mean_position(std::string title, In weights, int step, Real value) {
  std::vector<Expression> terms;
  for (Index j = 0; j < weights.cols(); ++j)
    terms.push_back(formula::row({formula::num_at(weights(0, j), {"alignment", step}, j), op("*"), num(static_cast<double>(j + 1))}));
  return {std::move(title), formula::sum("j", formula::row({formula::sub(sym("alpha"), sym("j")), sym("j")})),
          formula::total(std::move(terms)), static_cast<double>(value),
          "Nothing limits the reach; this is the mean of the positions under the weights."};
}

std::string weight_title(const Result& r, int j, const std::string& word) {
  return "Weight of " + quoted(r.sentence.source[static_cast<size_t>(j)]) + " for " + quoted(word);
}

/// The model's own weight of position j. `scores` leads to the scores where they can be read.
Explanation explain_own(std::string title, const models::DecoderStep& step, int j, const formula::Cells& scores) {
  Mask within(1, step.scores.cols());
  for (Index k = 0; k < within.cols(); ++k) within(0, k) = k >= step.first && k <= step.last;
  const bool all = within.all();
  Explanation x = formula::explain_softmax(std::move(title), step.scores, step.weights, all ? nullptr : &within, 1, j, scores);
  if (!within(0, j)) {
    x.note = "Outside the window: the weight is 0 whatever its score.";
    return x;
  }
  if (!all) x.note = "Only positions within the window are in the sum. " + x.note;
  if (!(step.deviation > 0)) return x;
  const Expression far = formula::row({num(j + 1), op("-"), num(static_cast<double>(step.centre) + 1)});
  x.formula = formula::row({std::move(x.formula), op("*"), gaussian(formula::row({sym("j"), op("-"), sym("p")}), sym("sigma"))});
  x.substituted = formula::row({std::move(x.substituted), op("*"), gaussian(far, num(step.deviation))});
  x.note += " The Gaussian about the centre makes weights smaller, so that the row sums to less than 1.";
  return x;
}

}  // namespace

Explanation explain_weight(const Result& r, int i, int j) {
  const models::DecoderStep& step = r.translation.steps[static_cast<size_t>(i)];
  const std::string title = weight_title(r, j, r.sentence.output[static_cast<size_t>(i)]);
  if (r.sentence.overridden[static_cast<size_t>(i)]) return explain_override(title, step.weights(0, j), step.aligned(0, j));
  return explain_own(title, step, j, i == r.step ? formula::Cells{"scores"} : formula::Cells{});
}

Explanation explain_birth(const Result& r, int i, int j) {
  return explain_own(weight_title(r, j, r.birth.rows[static_cast<size_t>(i)]), r.birth.forced.steps[static_cast<size_t>(i)], j, {});
}

Explanation explain_score(const Params& p, const Result& r, int j) {
  static constexpr std::array<std::string_view, 4> kLeft{"v", "s", "sW", "v"};
  const bool learned = p.model.score == AlignmentScore::additive || p.model.score == AlignmentScore::concat;
  const std::string state = p.model.timing == models::AlignmentTiming::previous ? "the state before" : "this step\u2019s state";
  Explanation x = formula::explain_product(
      "Score of " + quoted(r.sentence.source[static_cast<size_t>(j)]),
      {r.at.score_terms.left.row(j), kLeft[static_cast<size_t>(p.model.score)], learned ? canvas::Role::kInk : canvas::Role::kQuery},
      {r.at.score_terms.right.row(j), learned ? "t" : "h", canvas::Role::kKey}, r.at.scores(0, j));
  if (p.model.score == AlignmentScore::additive) x.note = "t = tanh(Ws + Uh); ";
  if (p.model.score == AlignmentScore::concat) x.note = "t = tanh(W[s; h]); ";
  x.note += "s is " + state + ", h the annotation.";
  return x;
}

Explanation explain_centre(const Params& p, const Result& r, int i) {
  const std::string title = "Centre of step " + std::to_string(i + 1);
  const Real value = r.centres(i, 0) + 1;
  if (p.model.reach == AlignmentReach::global)
    return explain_mean_position(title, r.translation.steps[static_cast<size_t>(i)].weights, i, value);
  if (p.model.reach == AlignmentReach::local_p && i == r.step)
    return explain_predicted_centre(title, r.at.centre_terms, static_cast<int>(r.sentence.source.size()) - 1, value);
  return {title, sym("p"), num(value), static_cast<double>(value),
          p.model.reach == AlignmentReach::local_m ? "The step\u2019s own number: source and output are taken to run in parallel."
                                                   : "Show this step to see how its centre is predicted."};
}

Explanation explain_share(std::string_view title, int right, int all, std::string_view note) {
  return {std::string(title), frac(sym("right"), sym("all")), frac(num(right), num(all)), all > 0 ? static_cast<double>(right) / all : 0,
          std::string(note)};
}

}  // namespace attn::lessons::alignment
