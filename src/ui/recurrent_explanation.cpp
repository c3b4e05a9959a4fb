#include "ui/recurrent_explanation.h"

#include <utility>
#include <vector>

namespace attn::ui {
namespace {

Expression times(Expression a, Expression b) { return row({std::move(a), op("*"), std::move(b)}); }

Explanation of(Expression formula, Expression substituted) {
  Explanation x;
  x.formula = std::move(formula), x.substituted = std::move(substituted);
  return x;
}

}  // namespace

Explanation explain_length(std::string title, In numbers, Real value) {
  std::vector<Expression> squares;
  for (Index j = 0; j < numbers.cols(); ++j) squares.push_back(power(num(static_cast<double>(numbers(0, j))), num(2)));
  Explanation x = of(root(sum("j", power(sub(sym("g"), sym("j")), num(2)))), root(total(std::move(squares), 4)));
  x.title = std::move(title), x.value = static_cast<double>(value);
  return x;
}

Explanation explain_share(std::string title, In lengths, int j) {
  std::vector<Expression> terms;
  for (Index k = 0; k < lengths.cols(); ++k) terms.push_back(num(static_cast<double>(lengths(0, k))));
  const auto mine = static_cast<double>(lengths(0, j)), all = static_cast<double>(lengths.sum());
  Explanation x;
  x.title = std::move(title);
  const Expression length = call("length", {frac(row({sym("d"), sym("y")}), row({sym("d"), sub(sym("x"), sym("j"))}))});
  x.formula = frac(length, sum("j", length));
  x.substituted = all > 0 ? frac(num(mine), total(std::move(terms), 5)) : num(0);
  x.value = all > 0 ? mine / all : 0;
  if (mine == 0) x.note = all > 0 ? "The gradient of the output with respect to this input is zero." : "No input reaches this output.";
  return x;
}

Explanation explain_rate(std::string title, Real first, Real last, int steps, Real value) {
  Explanation x = of(power(frac(sub(sym("g"), sym("k")), sub(sym("g"), num(1))), frac(num(1), row({sym("k"), op("-"), num(1)}))),
                     power(frac(num(static_cast<double>(last)), num(static_cast<double>(first))), frac(num(1), num(steps))));
  x.title = std::move(title), x.value = static_cast<double>(value);
  return x;
}

Explanation explain_clipped(std::string title, Real length, Real clip, Real value) {
  const auto g = static_cast<double>(length), c = static_cast<double>(clip);
  Explanation x =
      of(times(call("min", {num(1), frac(sym("c"), sym("g"))}), sym("g")), g > c ? times(frac(num(c), num(g)), num(g)) : num(g));
  x.title = std::move(title), x.value = static_cast<double>(value);
  x.note = g > c ? "Every entry is multiplied by the same number: the direction stays." : "Shorter than the threshold: left as it is.";
  return x;
}

}  // namespace attn::ui
