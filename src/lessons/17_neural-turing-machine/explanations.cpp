#include "lessons/17_neural-turing-machine/explanations.h"

#include <utility>
#include <vector>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using canvas::Role;
using formula::call, formula::frac, formula::num, formula::num_at, formula::op, formula::power, formula::root, formula::sub, formula::sym;
using formula::Explanation, formula::Expression;

std::string cell(int i) { return "cell " + std::to_string(i + 1); }

/// w with a letter above, which names its stage, and an index below: w^c_i.
Expression weight(const char* stage, const char* index) {
  Expression w = sub(sym("w"), sym(index));
  return *stage ? power(std::move(w), sym(stage)) : w;
}
Expression times(Expression a, Expression b) { return formula::row({std::move(a), op("*"), std::move(b)}); }
Expression one_minus(Expression x) { return formula::row({op("("), num(1), op("-"), std::move(x), op(")")}); }

Expression length_of(In row) {
  std::vector<Expression> squares;
  for (Index j = 0; j < row.cols(); ++j) squares.push_back(power(num(row(0, j)), num(2)));
  return root(formula::total(std::move(squares)));
}

Expression written(Real before, Real w, Real e) { return times(num(before), one_minus(times(num(w), num(e)))); }

}  // namespace

Explanation explain_share(std::string_view title, In shares, int i) {
  const auto value = static_cast<double>(shares_of(shares).data()[i]);
  Explanation x{std::string(title), frac(sub(sym("p"), sym("i")), formula::sum("j", sub(sym("p"), sym("j")))), num(value), value, ""};
  if (!(shares.sum() > 0)) {
    x.note = "All shares are 0, so the middle one has it all.";
    return x;
  }
  std::vector<Expression> all;
  for (Index r = 0; r < shares.rows(); ++r)
    for (Index c = 0; c < shares.cols(); ++c) all.push_back(num(shares(r, c)));
  x.substituted = frac(num(shares.cols() == 1 ? shares(i, 0) : shares(0, i)), formula::total(std::move(all)));
  return x;
}

Explanation explain_cosine(In memory, const Head& head, int i) {
  const Mat key = head.says.key, row = memory.row(i);
  const Expression k = sym("k", Role::kKey), m = sub(sym("M"), sym("i"));
  const auto bars = [](Expression x) { return formula::row({op("|"), std::move(x), op("|")}); };
  Explanation x{"Cosine of the key and " + cell(i), frac(times(k, m), formula::row({bars(k), bars(m)})), num(0),
                static_cast<double>(head.at.cosines(0, i)), "Equation 6: 1 where the two point the same way, however long they are."};
  if (key.squaredNorm() > 0 && row.squaredNorm() > 0)
    x.substituted =
        frac(formula::product_sum({key, "k", Role::kKey}, {row, "M", Role::kInk, {"memory", i}}), times(length_of(key), length_of(row)));
  else
    x.note = "All zeros point nowhere: the cosine is 0 by definition.";
  return x;
}

Explanation explain_content(const Head& head, int i) {
  const Mat scores = head.says.strength * head.at.cosines;
  Explanation x = formula::explain_softmax("Content weight of " + cell(i), scores, head.at.content, nullptr, 1, i, {"cosines", 0, 0, true});
  const auto term = [](const char* index) { return call("exp", {formula::row({sym("beta"), op("*"), sub(sym("K"), sym(index))})}); };
  x.formula = frac(term("i"), formula::sum("j", term("j")));
  if (x.note.empty()) x.note = "Equation 5: a softmax of the cosines K, times the strength.";
  return x;
}

Explanation explain_gated(const Head& head, int i) {
  const Expression g = sym("g");
  return {"Gated weight of " + cell(i), formula::row({times(g, weight("c", "i")), op("+"), times(one_minus(g), weight("old", "i"))}),
          formula::row({times(num(head.says.gate), num_at(head.at.content(0, i), {"content", i})), op("+"),
                        times(one_minus(num(head.says.gate)), num_at(head.previous(0, i), {"before", i}))}),
          static_cast<double>(head.at.gated(0, i)), "Equation 7: so much of the content's weighting, the rest of the previous one."};
}

Explanation explain_shifted(const Head& head, int i) {
  const Index cells = head.at.gated.cols(), shifts = head.says.shift.cols();
  std::vector<Expression> terms;
  for (Index k = 0; k < shifts; ++k) {
    const Index from = ((i - k + (shifts - 1) / 2) % cells + cells) % cells;
    terms.push_back(times(num_at(head.at.gated(0, from), {"gated", from}), num_at(head.says.shift(0, k), {"moves", 0, k})));
  }
  const Expression away = formula::row({sym("i"), op("-"), sym("j")});
  return {"Shifted weight of " + cell(i), formula::sum("j", times(weight("g", "j"), sub(sym("s"), away))), formula::total(std::move(terms)),
          static_cast<double>(head.at.shifted(0, i)), "Equation 8: what comes from the neighbours; the last cell and the first are two."};
}

Explanation explain_sharpened(std::string_view title, In w, Real gamma, int i, Real value, const formula::Cells& of_w) {
  const Expression above = power(sub(sym("w"), sym("i")), sym("gamma"));
  Explanation x{std::string(title), frac(above, formula::sum("j", power(sub(sym("w"), sym("j")), sym("gamma")))), num(0),
                static_cast<double>(value), "Equation 9, w the shifted weighting: a power above 1 makes the large ones larger."};
  if (!(w.sum() > 0)) return x;
  std::vector<Expression> terms;
  for (Index j = 0; j < w.cols(); ++j) terms.push_back(power(num_at(w(0, j), of_w, j), num(gamma)));
  x.substituted = frac(terms[static_cast<size_t>(i)], formula::total(terms));
  return x;
}

Explanation explain_read(std::string_view title, In memory, In weights, int j, Real value, const formula::Cells& of_weights,
                         const formula::Cells& of_memory) {
  Explanation x = formula::explain_weighted_sum(title, weights, memory.col(j), value, of_weights, of_memory);
  x.formula = formula::sum("i", times(sub(sym("w"), sym("i")), sub(sym("M", Role::kValue), sym("i"))));
  x.note = "Equation 2, for this number of the cells: the weighted mean of all of them.";
  return x;
}

Explanation explain_erased(Real before, Real w, Real e, Real value) {
  return {"After erasing", times(sym("M"), one_minus(times(sym("w"), sym("e")))), written(before, w, e), static_cast<double>(value),
          "Equation 3: the more weight on the cell and the more is to be erased, the less is left."};
}

Explanation explain_added(Real before, Real w, Real e, Real a, Real value) {
  return {"After adding", formula::row({times(sym("M"), one_minus(times(sym("w"), sym("e")))), op("+"), times(sym("w"), sym("a"))}),
          formula::total({written(before, w, e), times(num(w), num(a))}), static_cast<double>(value),
          "Equations 3 and 4: what erasing leaves, and so much of what is added as the cell has weight."};
}

Explanation explain_kept(Real value) {
  return explain_given("Kept in the cell", static_cast<double>(value), "Nothing writes in this step.");
}

Explanation explain_largest(std::string_view title, In weights) {
  std::vector<Expression> all;
  for (Index j = 0; j < weights.cols(); ++j) all.push_back(num(weights(0, j)));
  return {std::string(title), call("max", {sub(sym("w"), sym("i"))}), call("max", std::move(all)), static_cast<double>(weights.maxCoeff()),
          "1 where the head stands on one cell alone."};
}

Explanation explain_spread(std::string_view title, In weights, Real value) {
  Explanation x = formula::explain_entropy(title, weights, value);
  x.note = "In nats: 0 when one cell has all the weight, ln N when all N share alike.";
  return x;
}

Explanation explain_said(std::string_view title, Real logit, Real value) {
  return {std::string(title), call("sigmoid", {sym("z")}), call("sigmoid", {num(logit)}), static_cast<double>(value),
          "A bit is said to be 1 where this is 1/2 or more."};
}

Explanation explain_count(std::string_view title, double value, std::string_view note) {
  return {std::string(title), sym("count"), num(value), value, std::string(note)};
}

Explanation explain_ratio(std::string_view title, std::string_view above, std::string_view below, double a, double b,
                          std::string_view note) {
  return {std::string(title), frac(sym(above), sym(below)), frac(num(a), num(b)), a / b, std::string(note)};
}

Explanation explain_given(std::string_view title, double value, std::string_view note) {
  return {std::string(title), sym("x"), num(value), value, std::string(note)};
}

}  // namespace attn::lessons::neural_turing_machine
