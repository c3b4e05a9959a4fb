// Formulas as small trees that can be drawn, written as text or LaTeX, and run as NumPy. An Explanation uses them to explain one number.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/theme.h"

namespace attn::formula {

/// An immutable formula. Build it with the functions below: `frac(call("exp", {num(0.53)}), ...)`.
struct Expression {
  enum class Kind { kNumber, kSymbol, kOperator, kRow, kFraction, kPower, kSubscript, kCall, kRoot, kSum };
  Kind kind = Kind::kRow;
  double value = 0;  ///< of a number; for a total: how many terms text shows; for "...": how many terms it stands for
  std::string name;  ///< a symbol, operator, function, the index of a sum, kTotal for a row made by total(), a number's cell (cells.h)
  canvas::Role role = canvas::Role::kInk;  ///< the colour: queries blue, keys orange, ...
  std::vector<Expression> arguments;       ///< in reading order; fraction: above, below; power and subscript: base, index; sum: body
};

/// The name of a row whose arguments are the terms of a sum.
inline constexpr std::string_view kTotal = "total";

Expression num(double value, canvas::Role role = canvas::Role::kInk);
/// A letter in mathematical italic ("q", "alpha" gives the Greek letter); longer names are upright ("width"). "W_q" is a W with an index.
Expression sym(std::string_view name, canvas::Role role = canvas::Role::kInk);
/// An infix operator: "+", "-", "*" (a centred dot), "/", "=", ",", or a bracket. The writers add the brackets that the notation needs.
Expression op(std::string_view name);
Expression row(std::initializer_list<Expression> parts);
Expression row(std::vector<Expression> parts);
Expression frac(Expression above, Expression below);
Expression power(Expression base, Expression exponent);
Expression sub(Expression base, Expression index);
/// A function of arguments: "exp", "softmax", "tanh", "max", "log", ...
Expression call(std::string_view function, std::vector<Expression> arguments);
Expression root(Expression radicand);
/// The sum of `body` over `index`.
Expression sum(std::string_view index, Expression body);
/// terms[0] + terms[1] + ... Text and LaTeX show `shown` of the terms with an ellipsis among them, a card shows as many as it has room for,
/// and NumPy shows all.
Expression total(std::vector<Expression> terms, int shown = 6);

std::string to_text(const Expression& e);
std::string to_latex(const Expression& e);
/// Python source with `np.` functions.
std::string to_numpy(const Expression& e);

/// How one number on the screen came about: the formula = the same with numbers = the value.
struct Explanation {
  std::string title;       ///< "weight of key 2 for query 1"
  Expression formula;      ///< in letters
  Expression substituted;  ///< with the numbers of this moment
  double value = 0;
  std::string note;  ///< a further sentence, or empty
  bool empty() const { return title.empty(); }
};

/// "formula = substituted = value" in each notation, for the clipboard.
std::string to_text(const Explanation& x);
std::string to_latex(const Explanation& x);
std::string to_numpy(const Explanation& x);

}  // namespace attn::formula
