// Explanations of the entries of matrix products, for the inspector: a dot product with its terms, which may be scaled.
#pragma once

#include <string_view>

#include "base/mat.h"
#include "formula/cells.h"
#include "formula/expression.h"

namespace attn::formula {

/// One side of a product: its numbers as one row or one column, their letter in the formula, its colour, and the cells of the numbers.
struct Factor {
  Mat numbers;
  std::string_view letter;
  canvas::Role role = canvas::Role::kInk;
  Cells cells = {};
};

/// a[0] * b[0] + a[1] * b[1] + ..., where both have the same length.
Expression product_sum(const Factor& a, const Factor& b);

/// a . b.
Explanation explain_product(std::string_view title, const Factor& a, const Factor& b, Real value);

/// a . b / sqrt(width).
Explanation explain_scaled_product(std::string_view title, const Factor& a, const Factor& b, int width, Real value);

}  // namespace attn::formula
