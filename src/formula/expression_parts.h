// What all writers of an expression (text, LaTeX, NumPy, drawing) do alike: signs, brackets, shortened sums, and the look of a number.
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

/// The letter for a spelled-out name: "alpha" gives "α", and "inf" gives "∞". Other names stay as they are.
std::string_view letter_of(std::string_view name);
bool is_greek(std::string_view name);

/// The parts of a row in reading order, with brackets where the notation needs them: around a sum in a product, a negative factor, or what
/// follows a minus. A total becomes terms and plus signs; if it has more than `most_terms` terms, "..." replaces some of them. Brackets are
/// the operators "(" and ")".
std::vector<Expression> spelled_out(const Expression& row, int most_terms);

inline constexpr int kAllTerms = 1 << 20;
inline constexpr int kTermsOfText = 0;  ///< as many as total() was told

/// Whether `e` is a sum or begins with a sign, so that it needs brackets as a factor, as a base, or below the bar of a fraction in text.
bool is_sum(const Expression& e);
bool is_negative(const Expression& e);
/// Whether `e` is a number without exponent, a symbol, a call or a root: such a thing needs no brackets unless it is negative.
bool is_atom(const Expression& e);

}  // namespace attn::formula
