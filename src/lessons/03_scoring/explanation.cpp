#include "lessons/03_scoring/explanation.h"

#include <string>
#include <utility>
#include <vector>

#include "formula/product_explanation.h"

namespace attn::lessons::scoring {
namespace {

using canvas::Role;
using formula::call, formula::frac, formula::num, formula::num_at, formula::op, formula::power, formula::product_sum, formula::root,
    formula::row, formula::sub, formula::sym, formula::total;
using formula::Explanation, formula::Expression, formula::Factor;

Factor query(const ScoreParts& parts) { return {parts.q, "q", Role::kQuery, {"queries", parts.query}}; }
Factor key(const ScoreParts& parts) { return {parts.k, "k", Role::kKey, {"keys", parts.key}}; }

Expression minus_half(Expression what) { return row({num(-0.5), op("*"), std::move(what)}); }

Expression squared_length(Expression what) { return power(row({op("|"), std::move(what), op("|")}), num(2)); }

Expression squared_difference(const Factor& q, const Factor& k) {
  std::vector<Expression> squares;
  for (Index i = 0; i < q.numbers.cols(); ++i)
    squares.push_back(
        power(row({num_at(q.numbers(0, i), q.cells, i, q.role), op("-"), num_at(k.numbers(0, i), k.cells, i, k.role)}), num(2)));
  return total(std::move(squares));
}

Explanation explain_distance(std::string_view title, const ScoreParts& parts, Real value) {
  Explanation x;
  x.title = title;
  x.formula = minus_half(squared_length(row({sym("q", Role::kQuery), op("-"), sym("k", Role::kKey)})));
  x.substituted = minus_half(squared_difference(query(parts), key(parts)));
  x.value = value;
  return x;
}

/// One factor of a count: its letter and its size.
struct Size {
  std::string_view letter;
  Index size;
};
using Product = std::vector<Size>;

/// n m d + n d a ..., in letters or in numbers.
Expression sum_of_products(const std::vector<Product>& products, bool letters) {
  std::vector<Expression> terms;
  for (const Product& product : products) {
    std::vector<Expression> factors;
    for (const Size& size : product) {
      if (!factors.empty()) factors.push_back(op("*"));
      factors.push_back(letters ? sym(size.letter) : num(static_cast<double>(size.size)));
    }
    terms.push_back(row(std::move(factors)));
  }
  return terms.empty() ? num(0) : total(std::move(terms));
}

/// The products that kernels::score_cost adds up.
std::vector<Product> counted(Score score, const Params& p, int kind) {
  const Size n{"n", p.queries.rows()}, m{"m", p.keys.rows()}, d{"d", kQueryWidth}, e{"e", p.keys.cols()}, a{"a", p.hidden()};
  if (!p.defined(score)) return {};
  switch (score) {
    case Score::dot:
      if (kind == 1) return {{n, m, d}};
      break;
    case Score::scaled_dot:
    case Score::distance:
      if (kind == 1) return {{n, m, d}, {n, m}};
      break;
    case Score::bilinear:
      if (kind == 0) return {{d, e}};
      if (kind == 1) return {{n, d, e}, {n, m, e}};
      break;
    case Score::additive:
      if (kind == 0) return {{d, a}, {e, a}, {a}};
      if (kind == 1) return {{n, d, a}, {m, e, a}, {n, m, a}};
      return {{n, m, a}};
  }
  return {};
}

}  // namespace

ScoreParts parts_of(const Params& p, const Result& r, Index query, Index key) {
  return {p.queries.row(query), r.keys.row(key), p.m, p.wq, p.wk, p.w, query, key, query == p.chosen - 1};
}

Explanation explain_score(Score score, std::string_view title, const ScoreParts& parts, Real value) {
  switch (score) {
    case Score::dot:
      return formula::explain_product(title, query(parts), key(parts), value);
    case Score::scaled_dot:
      return formula::explain_scaled_product(title, query(parts), key(parts), static_cast<int>(parts.q.cols()), value);
    case Score::distance:
      return explain_distance(title, parts, value);
    case Score::bilinear: {
      Explanation x = formula::explain_product(title, {parts.q * parts.m, "qM", Role::kQuery}, key(parts), value);
      x.note = "The first numbers are those of q M.";
      return x;
    }
    case Score::additive: {
      const Mat hidden = (parts.q * parts.wq + parts.k * parts.wk).array().tanh();
      Explanation x = formula::explain_product(
          title, {parts.w.transpose(), "w", Role::kInk, {"w", 0, 0, true}},
          {hidden, "h", Role::kInk, parts.looked_at ? formula::Cells{"hidden", parts.key} : formula::Cells{}}, value);
      x.note = "h are the hidden units of this key.";
      return x;
    }
  }
  return {};
}

Explanation explain_distance_term(int term, std::string_view name, const ScoreParts& parts, Real value) {
  if (term == 0) return formula::explain_product("q\u00b7k for " + std::string(name), query(parts), key(parts), value);
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
  x.substituted = call("tanh", {row({product_sum(query(parts), {parts.wq.col(j), "W_q", Role::kInk, {"wq", 0, j, true}}), op("+"),
                                     product_sum(key(parts), {parts.wk.col(j), "W_k", Role::kInk, {"wk", 0, j, true}})})});
  x.value = value;
  return x;
}

Explanation explain_key(std::string title, const Mat& given, bool drawn_out, Index j, Real value) {
  Explanation x;
  x.title = std::move(title), x.value = value;
  if (!drawn_out || given.norm() < Real(1e-6)) {
    x.formula = sub(sym("k", Role::kKey), num(static_cast<double>(j + 1)));
    x.substituted = num(value, Role::kKey);
    x.note = drawn_out ? "A key without length is laid onto the first axis." : "Yours to change.";
    return x;
  }
  const Factor k{given, "k", Role::kKey};
  x.formula = frac(row({num(kRadius), op("*"), sub(sym("k", Role::kKey), num(static_cast<double>(j + 1)))}),
                   row({op("|"), sym("k", Role::kKey), op("|")}));
  x.substituted = frac(row({num(kRadius), op("*"), num(given(0, j), Role::kKey)}), root(product_sum(k, k)));
  x.note = "Every key is drawn out to one length.";
  return x;
}

Explanation explain_difference(std::string title, const Mat& a, const Mat& b, Real value) {
  std::vector<Expression> differences;
  for (Index j = 0; j < a.cols(); ++j) differences.push_back(call("abs", {row({num(a(0, j)), op("-"), num(b(0, j))})}));
  Explanation x;
  x.title = std::move(title), x.value = value;
  x.formula = call("max", {row({op("|"), sub(sym("w"), sym("dot")), op("-"), sub(sym("w"), sym("distance")), op("|")})});
  x.substituted = call("max", std::move(differences));
  x.note = "Over all keys, between the weights by dot product and by distance.";
  return x;
}

Explanation explain_grown(const Params& p, Index j, Real value) {
  Explanation x;
  x.title = "Dot product with k" + std::to_string(j + 1);
  x.formula = row({sub(sym("b"), num(static_cast<double>(j + 1))), op("*"), root(sym("d"))});
  x.substituted = row({num_at(p.likeness(0, j), {"likeness"}, j), op("*"), root(num(p.width))});
  x.value = value;
  x.note = "Dot products of random vectors stray as far as the root of their width: the same bar stands for a larger number.";
  return x;
}

Explanation explain_cost(Score score, std::string_view name, const Params& p, int kind) {
  constexpr std::string_view kKinds[] = {"parameters", "multiply-adds", "evaluations of tanh"};
  const std::vector<Product> products = counted(score, p, kind);
  Explanation x;
  x.title = std::string(name) + ": " + std::string(kKinds[kind]);
  x.formula = sum_of_products(products, true);
  x.substituted = sum_of_products(products, false);
  for (const Product& product : products) {
    double count = 1;
    for (const Size& size : product) count *= static_cast<double>(size.size);
    x.value += count;
  }
  x.note = p.defined(score) ? "n queries, m keys, d and e numbers in each, a hidden units; what is projected once is counted once."
                            : "Not defined: queries and keys have different widths.";
  return x;
}

}  // namespace attn::lessons::scoring
