#include "ui/score_explanation.h"

#include <string>
#include <utility>
#include <vector>

#include "ui/product_explanation.h"

namespace attn::ui {
namespace {

Factor query(const ScoreParts& parts) { return {parts.q, "q", Role::kQuery}; }
Factor key(const ScoreParts& parts) { return {parts.k, "k", Role::kKey}; }

Expression minus_half(Expression what) { return row({num(-0.5), op("*"), std::move(what)}); }

Expression squared_length(Expression what) { return power(row({op("|"), std::move(what), op("|")}), num(2)); }

Expression squared_difference(const Mat& q, const Mat& k) {
  std::vector<Expression> squares;
  for (Index i = 0; i < q.cols(); ++i)
    squares.push_back(power(row({num(q(0, i), Role::kQuery), op("-"), num(k(0, i), Role::kKey)}), num(2)));
  return total(std::move(squares));
}

Explanation explain_distance(std::string_view title, const ScoreParts& parts, Real value) {
  Explanation x;
  x.title = title;
  x.formula = minus_half(squared_length(row({sym("q", Role::kQuery), op("-"), sym("k", Role::kKey)})));
  x.substituted = minus_half(squared_difference(parts.q, parts.k));
  x.value = value;
  return x;
}

}  // namespace

Explanation explain_score(std::string_view score, std::string_view title, const ScoreParts& parts, Real value) {
  if (score == "dot") return explain_product(title, query(parts), key(parts), value);
  if (score == "scaled_dot") return explain_scaled_product(title, query(parts), key(parts), static_cast<int>(parts.q.cols()), value);
  if (score == "distance") return explain_distance(title, parts, value);
  if (score == "bilinear") {
    Explanation x = explain_product(title, {parts.q * parts.m, "qM", Role::kQuery}, key(parts), value);
    x.note = "The first numbers are those of q M.";
    return x;
  }
  const Mat hidden = (parts.q * parts.wq + parts.k * parts.wk).array().tanh();
  Explanation x = explain_product(title, {parts.w.transpose(), "w"}, {hidden, "h"}, value);
  x.note = "h are the hidden units, tanh(q W_q + k W_k).";
  return x;
}

Explanation explain_distance_term(int term, std::string_view name, const ScoreParts& parts, Real value) {
  if (term == 0) return explain_product("q\u00b7k for " + std::string(name), query(parts), key(parts), value);
  if (term == 3) return explain_distance("Distance score of " + std::string(name), parts, value);
  const Factor own = term == 1 ? key(parts) : query(parts);
  Explanation x;
  x.title = term == 1 ? "What the length of " + std::string(name) + " takes away" : "What the query\u2019s own length takes away";
  x.formula = minus_half(squared_length(sym(own.letter, own.role)));
  x.substituted = minus_half(product_sum(own, own));
  x.value = value;
  if (term == 2) x.note = "The same for every key: it cancels in the softmax.";
  return x;
}

Explanation explain_hidden_unit(std::string_view title, const ScoreParts& parts, Index j, Real value) {
  Explanation x;
  x.title = title;
  x.formula = call(
      "tanh",
      {row({sym("q", Role::kQuery), op("*"), sub(sym("W"), sym("q")), op("+"), sym("k", Role::kKey), op("*"), sub(sym("W"), sym("k"))})});
  x.substituted = call(
      "tanh", {row({product_sum(query(parts), {parts.wq.col(j), "W_q"}), op("+"), product_sum(key(parts), {parts.wk.col(j), "W_k"})})});
  x.value = value;
  return x;
}

}  // namespace attn::ui
