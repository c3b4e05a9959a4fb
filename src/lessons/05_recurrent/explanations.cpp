#include "lessons/05_recurrent/explanations.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "formula/product_explanation.h"

namespace attn::lessons::recurrent {
namespace {

using formula::call, formula::Cells, formula::Explanation, formula::Expression, formula::frac, formula::num, formula::num_at, formula::op,
    formula::power, formula::root, formula::row, formula::sub, formula::sym;
using kernels::Cell;

Expression before(std::string_view letter) { return sub(sym(letter), row({sym("t"), op("-"), num(1)})); }
Expression plus(Expression a, Expression b) { return row({std::move(a), op("+"), std::move(b)}); }
Expression times(Expression a, Expression b) { return row({std::move(a), op("*"), std::move(b)}); }
Expression one_minus(Expression a) { return row({num(1), op("-"), std::move(a)}); }
Expression sums(bool of_inputs) { return sub(sym("p"), sym(of_inputs ? "x" : "h")); }

/// The formula of a part, in letters and with numbers.
struct Made {
  Expression formula, substituted;
  std::string note = {};
};

Made activated(std::string_view function, const Expression& px, const Expression& ph) {
  return {call(function, {plus(sums(true), sums(false))}), call(function, {plus(px, ph)})};
}

/// The numbers of unit i at step j.
struct At {
  const Reading& reading;
  Index i, j;

  bool is(Cell cell) const { return reading.cell == cell; }
  bool is_result;  ///< the reading's numbers are results of the lesson
  Expression part(Part part) const {
    return num_at(static_cast<double>(part_of(reading, part)(i, j)), is_result ? Cells{name_of(part).id, i, j} : Cells{});
  }
  Expression entry(const Mat& m) const { return num(static_cast<double>(m(i, j))); }
};

Made made_candidate(const At& at, const Expression& px, const Expression& ph) {
  if (!at.is(Cell::gru)) return activated("tanh", px, ph);
  return {call("tanh", {plus(sums(true), times(sym("r"), sums(false)))}), call("tanh", {plus(px, times(at.part(kResetGate), ph))}),
          "The reset gate is applied after the product with the recurrent matrix."};
}

Made made_state(const At& at, const Expression& px, const Expression& ph) {
  if (at.is(Cell::lstm))
    return {times(sym("o"), call("tanh", {sym("c")})), times(at.part(kOutputGate), call("tanh", {at.part(kCellState)}))};
  if (!at.is(Cell::gru)) return activated("tanh", px, ph);
  return {plus(times(one_minus(sym("z")), sym("n")), times(sym("z"), before("h"))),
          plus(times(one_minus(at.part(kUpdateGate)), at.part(kCandidate)), times(at.part(kUpdateGate), at.entry(at.reading.h_before)))};
}

Made made(const At& at, Part part, const Expression& px, const Expression& ph) {
  switch (part) {
    case kCandidate:
      return made_candidate(at, px, ph);
    case kNewShare:
      return {one_minus(sym("z")), one_minus(at.part(kUpdateGate))};
    case kCellState:
      return {plus(times(sym("f"), before("c")), times(sym("i"), sym("g"))),
              plus(times(at.part(kForgetGate), at.entry(at.reading.c_before)), times(at.part(kInputGate), at.part(kCandidate)))};
    case kSquashedCell:
      return {call("tanh", {sym("c")}), call("tanh", {at.part(kCellState)})};
    case kHiddenState:
      return made_state(at, px, ph);
    default:
      return activated("sigmoid", px, ph);
  }
}

}  // namespace

Explanation explain_part(const Reading& r, Part part, int i, int j, std::string title, bool is_result) {
  const Index column = std::max(0, name_of(part).block(r.cell)) * r.units() + i;
  const auto product = [&](const Mat& m, const char* name) {
    return num_at(static_cast<double>(m(j, column)), is_result ? Cells{name, j, column} : Cells{});
  };
  Made m = made({r, i, j, is_result}, part, product(r.input_product, "input-product"), product(r.recurrent_product, "recurrent-product"));
  title += " of unit " + std::to_string(i + 1) + ", step " + std::to_string(j + 1);
  return {std::move(title), std::move(m.formula), std::move(m.substituted), static_cast<double>(part_of(r, part)(i, j)), std::move(m.note)};
}

Explanation explain_sum(const Reading& r, const Mat& x, const Mat& weights, bool of_inputs, int t, int k) {
  Mat read(1, of_inputs ? x.rows() + 1 : r.units());
  if (of_inputs)
    read << x.col(t).transpose(), Real(1);
  else
    read = r.h_before.col(t).transpose();
  const Mat column = of_inputs ? weights.col(k).head(read.cols()) : weights.col(k).tail(read.cols());
  const Cells before = of_inputs || t == 0 ? Cells{} : Cells{name_of(kHiddenState).id, 0, t - 1, true};
  Explanation e = formula::explain_product((of_inputs ? "Sum over the inputs, column " : "Sum over the states, column ") +
                                               std::to_string(k + 1) + ", step " + std::to_string(t + 1),
                                           {read, of_inputs ? "x" : "h", canvas::Role::kInk, before}, {column, of_inputs ? "W_x" : "W_h"},
                                           (of_inputs ? r.input_product : r.recurrent_product)(t, k));
  if (of_inputs) e.note = "The last term is the bias.";
  return e;
}

Explanation explain_given(std::string title, std::string_view letter, Real value, std::string note) {
  return {std::move(title), sym(letter), num(static_cast<double>(value)), static_cast<double>(value), std::move(note)};
}

Explanation explain_length(std::string title, In numbers, Real value) {
  std::vector<Expression> squares;
  for (Index j = 0; j < numbers.cols(); ++j) squares.push_back(power(num(static_cast<double>(numbers(0, j))), num(2)));
  return {std::move(title), root(formula::sum("j", power(sub(sym("g"), sym("j")), num(2)))), root(formula::total(std::move(squares), 4)),
          static_cast<double>(value), ""};
}

Explanation explain_share(std::string title, In lengths, int j) {
  std::vector<Expression> terms;
  for (Index k = 0; k < lengths.cols(); ++k) terms.push_back(num(static_cast<double>(lengths(0, k))));
  const auto mine = static_cast<double>(lengths(0, j)), all = static_cast<double>(lengths.sum());
  Explanation x;
  x.title = std::move(title);
  const Expression length = call("length", {frac(row({sym("d"), sym("y")}), row({sym("d"), sub(sym("x"), sym("j"))}))});
  x.formula = frac(length, formula::sum("j", length));
  x.substituted = all > 0 ? frac(num(mine), formula::total(std::move(terms), 5)) : num(0);
  x.value = all > 0 ? mine / all : 0;
  if (mine == 0) x.note = all > 0 ? "The gradient of the output with respect to this input is zero." : "No input reaches this output.";
  return x;
}

Explanation explain_rate(std::string title, Real first, Real last, int steps, Real value) {
  return {std::move(title), power(frac(sub(sym("g"), sym("k")), sub(sym("g"), num(1))), frac(num(1), row({sym("k"), op("-"), num(1)}))),
          power(frac(num(static_cast<double>(last)), num(static_cast<double>(first))), frac(num(1), num(steps))),
          static_cast<double>(value), ""};
}

Explanation explain_clipped(std::string title, Real length, Real clip, Real value) {
  const auto g = static_cast<double>(length), c = static_cast<double>(clip);
  return {std::move(title), times(call("min", {num(1), frac(sym("theta"), sym("g"))}), sym("g")),
          g > c ? times(frac(num(c), num(g)), num(g)) : num(g), static_cast<double>(value),
          g > c ? "Every entry is multiplied by the same number: the direction stays." : "Shorter than the threshold: left as it is."};
}

}  // namespace attn::lessons::recurrent
