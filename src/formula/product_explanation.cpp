#include "formula/product_explanation.h"

#include <utility>
#include <vector>

#include "base/check.h"

namespace attn::formula {
Expression product_sum(const Factor& a, const Factor& b) {
  CHECK(a.numbers.size() == b.numbers.size(), "product_sum: ", shape(a.numbers), " and ", shape(b.numbers));
  std::vector<Expression> terms;
  for (Index i = 0; i < a.numbers.size(); ++i)
    terms.push_back(row({num_at(a.numbers.data()[i], a.cells, i, a.role), op("*"), num_at(b.numbers.data()[i], b.cells, i, b.role)}));
  return total(std::move(terms));
}

Explanation explain_product(std::string_view title, const Factor& a, const Factor& b, Real value) {
  Explanation x;
  x.title = title;
  x.formula = row({sym(a.letter, a.role), op("*"), sym(b.letter, b.role)});
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
