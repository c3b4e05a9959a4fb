#include "formula/product_explanation.h"

#include <utility>
#include <vector>

#include "base/check.h"

namespace attn::formula {
namespace {

/// "W_q" is a W with an index q.
Expression symbol_of(const Factor& f) {
  const size_t bar = f.letter.find('_');
  if (bar == std::string_view::npos) return sym(f.letter, f.role);
  return sub(sym(f.letter.substr(0, bar), f.role), sym(f.letter.substr(bar + 1), f.role));
}

}  // namespace

Expression product_sum(const Factor& a, const Factor& b) {
  CHECK(a.numbers.size() == b.numbers.size(), "product_sum: ", shape(a.numbers), " and ", shape(b.numbers));
  std::vector<Expression> terms;
  for (Index i = 0; i < a.numbers.size(); ++i)
    terms.push_back(row({num(a.numbers.data()[i], a.role), op("*"), num(b.numbers.data()[i], b.role)}));
  return total(std::move(terms));
}

Explanation explain_product(std::string_view title, const Factor& a, const Factor& b, Real value) {
  Explanation x;
  x.title = title;
  x.formula = row({symbol_of(a), op("*"), symbol_of(b)});
  x.substituted = product_sum(a, b);
  x.value = value;
  return x;
}

Explanation explain_scaled_product(std::string_view title, const Factor& a, const Factor& b, int width, Real value) {
  Explanation x = explain_product(title, a, b, value);
  x.formula = frac(std::move(x.formula), root(sym("d")));
  x.substituted = frac(std::move(x.substituted), root(num(width)));
  return x;
}

}  // namespace attn::formula
