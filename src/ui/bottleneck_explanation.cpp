#include "ui/bottleneck_explanation.h"

#include <cmath>
#include <utility>
#include <vector>

#include "ui/product_explanation.h"

namespace attn::ui {

Explanation explain_first_state(std::string_view title, In state, In column, Real bias, Real value) {
  Explanation x;
  x.title = title;
  const Factor h{state, "h", Role::kKey}, w{column, "W", Role::kInk};
  x.formula = call("tanh", {row({sym("h", Role::kKey), op("*"), sym("W"), op("+"), sym("b")})});
  x.substituted = call("tanh", {row({product_sum(h, w), op("+"), num(bias)})});
  x.value = value;
  x.note = "h is the encoder's state after the end mark. An LSTM's memory starts as the same numbers.";
  return x;
}

Explanation explain_hypothesis(std::string_view title, double before, double word, double value) {
  Explanation x;
  x.title = title;
  x.formula = row({call("ln", {sym("before")}), op("+"), call("ln", {sym("p")})});
  x.substituted = row({num(before), op("+"), num(word)});
  x.value = value;
  x.note = "The sum of the logarithms is the logarithm of the product: the probability of all words so far, in nats.";
  return x;
}

Explanation explain_log_probability(std::string_view title, In probabilities, double value) {
  Explanation x;
  x.title = title;
  x.formula = sum("i", call("ln", {sub(sym("p"), sym("i"))}));
  std::vector<Expression> terms;
  for (Index i = 0; i < probabilities.size(); ++i) terms.push_back(call("ln", {num(probabilities(0, i))}));
  x.substituted = total(std::move(terms));
  x.value = value;
  x.note = "One term for each word that is said, the end mark included.";
  return x;
}

Explanation explain_state(std::string_view whose, In states, std::span<const std::string> words, int i, int j) {
  if (i < 0 || j < 0 || i >= states.rows() || j >= states.cols()) return {};
  Explanation x;
  x.title = "Unit " + std::to_string(i + 1) + " of the " + std::string(whose) + " at " + words[static_cast<size_t>(j)];
  x.formula = sub(sym("h"), num(i + 1));
  x.substituted = num(states(i, j));
  x.value = states(i, j);
  x.note = "Made from the state before it and the word, as in the lesson on recurrent networks.";
  return x;
}

Explanation explain_step_value(std::string_view what, In table, int i, int j, std::string_view note) {
  if (i < 0 || j < 0 || i >= table.rows() || j >= table.cols() || !std::isfinite(table(i, j))) return {};
  Explanation x;
  x.title = j == 0 ? "Step" : what;
  x.formula = sym(j == 0 ? "t" : "y");
  x.substituted = num(table(i, j));
  x.value = table(i, j);
  x.note = note;
  return x;
}

Explanation explain_exact_match(std::string_view title, int right, int total, std::string_view note) {
  if (total == 0) return {};
  Explanation x;
  x.title = title;
  x.formula = frac(sym("right"), sym("all"));
  x.substituted = frac(num(right), num(total));
  x.value = static_cast<double>(right) / total;
  x.note = note;
  return x;
}

}  // namespace attn::ui
