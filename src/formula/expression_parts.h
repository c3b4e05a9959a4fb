// What the writers of an expression (text, LaTeX, NumPy, drawing) agree on: signs, brackets, cut sums, and how a number looks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formula/expression.h"

namespace attn::formula {

/// A number as it is shown: whole numbers in full, others with three significant digits; U+2212 for minus where `typeset`.
struct ShownNumber {
  std::string digits;
  std::string exponent;  ///< of ten, or empty
};
ShownNumber shown_number(double value, bool typeset);

/// The letter for a spelled-out name: "alpha" gives "α", "inf" "∞"; other names stay as they are.
std::string_view letter_of(std::string_view name);
bool is_greek(std::string_view name);

/// The parts of a row in reading order, with signs and brackets where the notation needs them: a sum nested in a product, a negative
/// factor, what follows a minus. A total becomes terms and plus signs; one of more than `most_terms` terms has "..." in the middle.
/// Brackets are operators "(" and ")".
std::vector<Expression> spelled_out(const Expression& row, int most_terms);

inline constexpr int kAllTerms = 1 << 20;
inline constexpr int kTermsOfText = 0;  ///< as many as the total says

/// Whether `e` is a sum or starts with a sign, so that it needs brackets as a factor, as a base or below a line of text.
bool is_sum(const Expression& e);
bool is_negative(const Expression& e);
/// A number without exponent, a symbol, call or root: something that never needs brackets unless negative.
bool is_atom(const Expression& e);

}  // namespace attn::formula
