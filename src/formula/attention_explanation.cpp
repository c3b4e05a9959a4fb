#include "formula/attention_explanation.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace attn::formula {
namespace {

/// An exponential with a larger exponent may leave the range of a float.
constexpr double kLargestExponent = 80;

bool allowed(const Mask* mask, Index j) { return !mask || (*mask)(0, j); }

/// What is subtracted from every exponent: 0 where none is too large, else the largest.
double shift_of(In scores, const Mask* mask, Real temperature) {
  double largest = -HUGE_VAL, magnitude = 0;
  for (Index j = 0; j < scores.cols(); ++j)
    if (allowed(mask, j)) {
      const double z = scores(0, j) / static_cast<double>(temperature);
      largest = std::max(largest, z);
      magnitude = std::max(magnitude, std::abs(z));
    }
  return magnitude > kLargestExponent ? largest : 0;
}

Expression softmax_formula(Real temperature) {
  const auto term = [temperature](const char* index) {
    Expression s = sub(sym("s"), sym(index));
    return call("exp", {temperature == 1 ? s : frac(std::move(s), sym("T"))});
  };
  return frac(term("i"), sum("j", term("j")));
}

}  // namespace

Explanation explain_softmax(std::string_view title, In scores, In weights, const Mask* mask, Real temperature, int i, const Cells& from) {
  Explanation x;
  x.title = title;
  x.formula = softmax_formula(temperature);
  x.value = weights(0, i);
  if (!allowed(mask, i)) {
    x.substituted = num(0);
    x.note = "The mask hides this key from the query, so its weight is 0 whatever its score.";
    return x;
  }
  const double shift = shift_of(scores, mask, temperature);
  const auto term = [&](Index j) { return call("exp", {num_at(scores(0, j) / static_cast<double>(temperature) - shift, from, j)}); };
  std::vector<Expression> terms;
  for (Index j = 0; j < scores.cols(); ++j)
    if (allowed(mask, j)) terms.push_back(term(j));
  x.substituted = frac(term(i), total(std::move(terms)));
  if (shift != 0) x.note = "The largest exponent has been subtracted from all; the weights stay the same and nothing overflows.";
  return x;
}

Explanation explain_weighted_sum(std::string_view title, In weights, In column, Real value, const Cells& of_weights,
                                 const Cells& of_values) {
  Explanation x;
  x.title = title;
  x.formula = sum("i", row({sub(sym("w"), sym("i")), sub(sym("v", canvas::Role::kValue), sym("i"))}));
  std::vector<Expression> terms;
  for (Index i = 0; i < weights.cols(); ++i)
    terms.push_back(row({num_at(weights(0, i), of_weights, i), op("*"), num_at(column(i, 0), of_values, i, canvas::Role::kValue)}));
  x.substituted = total(std::move(terms));
  x.value = value;
  return x;
}

Explanation explain_entropy(std::string_view title, In weights, Real value, const Cells& of_weights) {
  Explanation x;
  x.title = title;
  x.formula = row({op("-"), sum("i", row({sub(sym("w"), sym("i")), call("ln", {sub(sym("w"), sym("i"))})}))});
  std::vector<Expression> terms;
  for (Index i = 0; i < weights.cols(); ++i)
    if (weights(0, i) > 0)
      terms.push_back(row({num_at(weights(0, i), of_weights, i), op("*"), call("ln", {num_at(weights(0, i), of_weights, i)})}));
  x.substituted = terms.empty() ? num(0) : row({op("-"), total(std::move(terms))});
  x.value = value;
  x.note = "In nats: 0 when one key takes everything, ln m when all m keys share alike.";
  return x;
}

Explanation explain_effective_count(std::string_view title, Real entropy, Real value, const Cells& of_entropy) {
  Explanation x;
  x.title = title;
  x.formula = call("exp", {sym("H")});
  x.substituted = call("exp", {num_at(entropy, of_entropy)});
  x.value = value;
  x.note = "So many keys, equally weighted, would have the same entropy.";
  return x;
}

}  // namespace attn::formula
