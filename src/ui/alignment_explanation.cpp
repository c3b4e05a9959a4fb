#include "ui/alignment_explanation.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "ui/attention_explanation.h"
#include "ui/product_explanation.h"

namespace attn::ui {
namespace {

Expression gaussian(Expression far, Expression sigma) {
  return call("exp", {row({op("-"), frac(power(std::move(far), num(2)), row({num(2), op("*"), power(std::move(sigma), num(2))}))})});
}

Expression sigmoid(Expression of) { return frac(num(1), row({num(1), op("+"), call("exp", {row({op("-"), std::move(of)})})})); }

bool is_learned(AlignmentForm form) { return form == AlignmentForm::additive || form == AlignmentForm::concat; }

}  // namespace

const char* alignment_formula(AlignmentForm form) {
  static constexpr std::array<const char*, 4> kFormulas{"v\u00b7tanh(Ws + Uh)", "s\u00b7h", "sW\u00b7h", "v\u00b7tanh(W[s; h])"};
  return kFormulas[static_cast<size_t>(form)];
}

Explanation explain_alignment_score(std::string_view title, AlignmentForm form, std::string_view state, In left, In right, Real value) {
  static constexpr std::array<std::string_view, 4> kLeft{"v", "s", "sW", "v"};
  const bool learned = is_learned(form);
  Explanation x = explain_product(title, {left, kLeft[static_cast<size_t>(form)], learned ? Role::kInk : Role::kQuery},
                                  {right, learned ? "t" : "h", Role::kKey}, value);
  const std::string where = "s is " + std::string(state) + ", h the annotation.";
  if (form == AlignmentForm::additive) x.note = "t = tanh(Ws + Uh); ";
  if (form == AlignmentForm::concat) x.note = "t = tanh(W[s; h]); ";
  x.note += where;
  return x;
}

Explanation explain_alignment_weight(std::string_view title, In scores, In weights, const AlignmentReach& reach, int j) {
  Mask within(1, scores.cols());
  for (Index k = 0; k < scores.cols(); ++k) within(0, k) = k >= reach.first && k <= reach.last;
  const bool all = within.all();
  Explanation x = explain_softmax(title, scores, weights, all ? nullptr : &within, 1, j);
  if (!within(0, j)) {
    x.note = "Outside the window: the weight is 0 whatever its score.";
    return x;
  }
  if (!all) x.note = "Only positions within the window are in the sum. " + x.note;
  if (!reach.gaussian) return x;
  const Expression far = row({num(j + 1), op("-"), num(static_cast<double>(reach.centre) + 1)});
  x.formula = row({std::move(x.formula), op("*"), gaussian(row({sym("j"), op("-"), sym("p")}), sym("sigma"))});
  x.substituted = row({std::move(x.substituted), op("*"), gaussian(far, num(reach.sigma))});
  x.note += " The Gaussian about the centre makes weights smaller, so that the row sums to less than 1.";
  return x;
}

Explanation explain_override(std::string_view title, Real value, Real own) {
  Explanation x;
  x.title = title;
  x.formula = sym("alpha");
  x.substituted = num(value);
  x.value = static_cast<double>(value);
  x.note = "Set by hand. The model\u2019s own weight is " + to_text(num(own)) + ".";
  return x;
}

Explanation explain_predicted_centre(std::string_view title, In v, In t, int m, Real value) {
  Explanation x;
  x.title = title;
  x.formula = row({num(1), op("+"), sym("m"), op("*"), call("sigmoid", {row({sym("v"), op("*"), sym("t")})})});
  x.substituted = row({num(1), op("+"), num(m), op("*"), sigmoid(product_sum({v, "v"}, {t, "t"}))});
  x.value = static_cast<double>(value);
  x.note = "t = tanh(W s) of the state that is scored; counted from 1, the end mark stands at " + std::to_string(m + 1) + ".";
  return x;
}

Explanation explain_mean_position(std::string_view title, In weights, Real value) {
  Explanation x;
  x.title = title;
  x.formula = sum("j", row({sub(sym("alpha"), sym("j")), sym("j")}));
  std::vector<Expression> terms;
  for (Index j = 0; j < weights.cols(); ++j) terms.push_back(row({num(weights(0, j)), op("*"), num(static_cast<double>(j + 1))}));
  x.substituted = total(std::move(terms));
  x.value = static_cast<double>(value);
  x.note = "Nothing limits the reach; this is the mean of the positions under the weights.";
  return x;
}

Explanation explain_share(std::string_view title, int right, int total, std::string_view note) {
  Explanation x;
  x.title = title;
  x.formula = frac(sym("right"), sym("all"));
  x.substituted = frac(num(right), num(total));
  x.value = total > 0 ? static_cast<double>(right) / total : 0;
  x.note = note;
  return x;
}

}  // namespace attn::ui
