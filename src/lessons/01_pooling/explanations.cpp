#include "lessons/01_pooling/explanations.h"

#include <string>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"

namespace attn::lessons::pooling {
namespace {

using canvas::Role;

std::string of_key(const char* what, Index key) { return std::string(what) + " of key " + std::to_string(key + 1); }

}  // namespace

formula::Explanation explain_score(const Params& p, const Result& r, int, int j) {
  const Real value = r.attention.scores(0, j);
  if (p.score == kernels::Score::dot)
    return formula::explain_product(of_key("Score", j), {p.query.row(0), "q", Role::kQuery, {"query"}},
                                    {p.keys.row(j), "k", Role::kKey, {"keys", j}}, value);
  using namespace formula;
  Explanation x;
  x.title = of_key("Score", j);
  x.formula =
      row({op("-"), frac(num(1), num(2)), power(call("norm", {row({sym("q", Role::kQuery), op("-"), sym("k", Role::kKey)})}), num(2))});
  const auto square = [&](int c) {
    return power(row({num_at(p.query(0, c), {"query"}, c, Role::kQuery), op("-"), num_at(p.keys(j, c), {"keys", j}, c, Role::kKey)}),
                 num(2));
  };
  x.substituted = row({op("-"), frac(num(1), num(2)), op("*"), total({square(0), square(1)})});
  x.value = value;
  x.note = "Half the squared distance, negative: the nearest key scores highest.";
  return x;
}

formula::Explanation explain_exponential(const Params& p, const Result& r, int, int j) {
  using namespace formula;
  const auto above = [&r](Expression score) {
    return row({std::move(score), op("-"), num_at(r.attention.scores(0, r.nearest), {"scores"}, static_cast<int>(r.nearest))});
  };
  Explanation x;
  x.title = of_key("Exponential", j);
  x.formula = call("exp", {frac(row({sym("s"), op("-"), sub(sym("s"), sym("max"))}), sym("T"))});
  x.substituted = call("exp", {frac(above(num_at(r.attention.scores(0, j), {"scores"}, j)), num(p.temperature))});
  x.value = r.exponentials(0, j);
  x.note = "The largest score is taken off first. The shares stay the same, and nothing overflows.";
  return x;
}

formula::Explanation explain_weight(const Params& p, const Result& r, int, int j) {
  return formula::explain_softmax(of_key("Weight", j), r.attention.scores, r.attention.weights, nullptr, p.temperature, j, {"scores"});
}

formula::Explanation explain_largest(const Params& p, const Result& r, int, int) {
  Index best = 0;
  r.attention.weights.row(0).maxCoeff(&best);
  return formula::explain_softmax("Largest weight, of key " + std::to_string(best + 1), r.attention.scores, r.attention.weights, nullptr,
                                  p.temperature, static_cast<int>(best), {"scores"});
}

formula::Explanation explain_output(const Params& p, const Result& r, int, int j) {
  return formula::explain_weighted_sum(j == 0 ? "Output, x" : "Output, y", r.attention.weights, p.values.col(j), r.attention.output(0, j),
                                       {"weights"}, {"values", 0, j, true});
}

formula::Explanation explain_entropy(const Params&, const Result& r, int, int) {
  return formula::explain_entropy("Entropy of the weights", r.attention.weights, r.entropy, {"weights"});
}

formula::Explanation explain_effective(const Params&, const Result& r, int, int) {
  return formula::explain_effective_count("Effective number of keys", r.entropy, r.effective, {"entropy"});
}

formula::Explanation explain_swept(const Params&, const Result& r, int i, int j) {
  const Real temperature = r.temperatures(i, 0);
  return formula::explain_softmax(of_key("Weight", j) + " at temperature " + rounded(temperature, 3), r.attention.scores, r.sweep.row(i),
                                  nullptr, temperature, j, {"scores"});
}

}  // namespace attn::lessons::pooling
