// Expressions as plain text, LaTeX and NumPy source.

#include <array>
#include <string>
#include <utility>

#include "base/text.h"
#include "formula/expression.h"
#include "formula/expression_parts.h"

namespace attn::formula {
namespace {

using Kind = Expression::Kind;

using Writer = std::string (*)(const Expression&);
using Speller = std::string (*)(std::string_view operator_name);

/// Joins the written parts. There are spaces around infix operators and one after a comma, but none inside brackets. Where two factors have
/// no operator between them, there is `times`.
std::string join(const std::vector<Expression>& parts, Writer write, Speller spell, const char* times = " ") {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    const Expression& part = parts[i];
    if (part.kind != Kind::kOperator) {
      const bool follows_factor = i > 0 && (parts[i - 1].kind != Kind::kOperator || parts[i - 1].name == ")");
      out += (follows_factor ? times : "") + write(part);
    } else if (part.name == "(" && i > 0 && parts[i - 1].kind != Kind::kOperator) {
      out += times + spell(part.name);
    } else if (part.name == "(" || part.name == ")" || part.name == "..." || i == 0) {
      out += spell(part.name);
    } else if (part.name == ",") {
      out += ", ";
    } else {
      out += " " + spell(part.name) + " ";
    }
  }
  return out;
}

std::string list(const std::vector<Expression>& arguments, std::string (*write)(const Expression&)) {
  std::string out;
  for (const Expression& argument : arguments) out += (out.empty() ? "" : ", ") + write(argument);
  return out;
}

std::string in_brackets(const std::string& text) { return "(" + text + ")"; }

std::string text_number(double value) {
  const ShownNumber shown = shown_number(value, false);
  return shown.exponent.empty() ? shown.digits : shown.digits + " \u00d7 10^" + shown.exponent;
}

std::string text_factor(const Expression& e) { return is_atom(e) && !is_negative(e) ? to_text(e) : in_brackets(to_text(e)); }

std::string text_operator(std::string_view name) { return name == "*" ? "·" : std::string(name); }

// ---- LaTeX ----------------------------------------------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 10> kLatexFunctions = {"exp", "log", "ln", "tanh", "max", "min", "sin", "cos", "arg", "det"};

std::string latex_number(double value) {
  if (value > 1e300) return "\\infty";
  const ShownNumber shown = shown_number(value, false);
  return shown.exponent.empty() ? shown.digits : shown.digits + " \\times 10^{" + shown.exponent + "}";
}

std::string latex_name(std::string_view name) {
  if (name == "inf") return "\\infty";
  if (is_greek(name)) return "\\" + std::string(name);
  if (code_point_count(name) == 1) return std::string(name);
  const bool is_index = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos && name.size() == 2;
  if (is_index) return std::string(name);
  std::string escaped;
  for (const char c : name) {
    if (std::string_view("_%#&$").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return "\\mathrm{" + escaped + "}";
}

std::string latex_function(const std::string& name) {
  for (const std::string_view known : kLatexFunctions)
    if (known == name) return "\\" + name;
  return "\\operatorname{" + name + "}";
}

std::string latex_operator(std::string_view name) {
  if (name == "*") return "\\cdot";
  if (name == "...") return "\\cdots";
  if (name == "(") return "\\left(";
  if (name == ")") return "\\right)";
  return std::string(name);
}

std::string latex_base(const Expression& e) {
  return is_atom(e) && e.kind != Kind::kCall && !is_negative(e) ? to_latex(e) : "\\left(" + to_latex(e) + "\\right)";
}

// ---- NumPy ----------------------------------------------------------------------------------------------------------------------------

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kNumpyNames = {
    {{"ln", "log"}, {"arctan", "arctan"}, {"abs", "abs"}}};

std::string numpy_number(double value) {
  const std::string text = number_to_text(value);
  return text == "nan" || text == "inf" ? "np." + text : text == "-inf" ? "-np.inf" : text;
}

std::string numpy_factor(const Expression& e) { return is_atom(e) && !is_negative(e) ? to_numpy(e) : in_brackets(to_numpy(e)); }

std::string numpy_call(const Expression& e) {
  const std::string arguments = list(e.arguments, to_numpy);
  if (e.name == "softmax") return "(np.exp([" + arguments + "]) / np.sum(np.exp([" + arguments + "])))";
  if (e.name == "sigmoid") return "(1 / (1 + np.exp(-(" + arguments + "))))";
  if (e.name == "relu") return "max(0, " + arguments + ")";
  if (e.name == "max" || e.name == "min") return e.name + in_brackets(e.arguments.size() == 1 ? "[" + arguments + "]" : arguments);
  for (const auto& [ours, theirs] : kNumpyNames)
    if (ours == e.name) return "np." + std::string(theirs) + in_brackets(arguments);
  return "np." + e.name + in_brackets(arguments);
}

std::string numpy_operator(std::string_view name) { return name == "=" ? "==" : std::string(name); }

std::string identifier(std::string_view name) {
  std::string out;
  for (const char c : name) out += (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? c : '_';
  return out;
}

}  // namespace

std::string to_text(const Expression& e) {
  switch (e.kind) {
    case Kind::kNumber:
      return text_number(e.value);
    case Kind::kSymbol:
      return std::string(letter_of(e.name));
    case Kind::kOperator:
      return e.name;
    case Kind::kRow:
      return join(spelled_out(e, kTermsOfText), to_text, text_operator);
    case Kind::kFraction:
      return text_factor(e.arguments[0]) + " / " + text_factor(e.arguments[1]);
    case Kind::kPower:
      return text_factor(e.arguments[0]) + "^" + text_factor(e.arguments[1]);
    case Kind::kSubscript:
      return text_factor(e.arguments[0]) + "_" + text_factor(e.arguments[1]);
    case Kind::kCall:
      return e.name + in_brackets(list(e.arguments, to_text));
    case Kind::kRoot:
      return "sqrt" + in_brackets(to_text(e.arguments[0]));
    case Kind::kSum:
      return "sum_" + std::string(letter_of(e.name)) + " " + text_factor(e.arguments[0]);
  }
  return {};
}

std::string to_latex(const Expression& e) {
  switch (e.kind) {
    case Kind::kNumber:
      return latex_number(e.value);
    case Kind::kSymbol:
      return latex_name(e.name);
    case Kind::kOperator:
      return latex_operator(e.name);
    case Kind::kRow:
      return join(spelled_out(e, kTermsOfText), to_latex, latex_operator);
    case Kind::kFraction:
      return "\\frac{" + to_latex(e.arguments[0]) + "}{" + to_latex(e.arguments[1]) + "}";
    case Kind::kPower:
      return latex_base(e.arguments[0]) + "^{" + to_latex(e.arguments[1]) + "}";
    case Kind::kSubscript:
      return latex_base(e.arguments[0]) + "_{" + to_latex(e.arguments[1]) + "}";
    case Kind::kCall:
      return latex_function(e.name) + "\\left(" + list(e.arguments, to_latex) + "\\right)";
    case Kind::kRoot:
      return "\\sqrt{" + to_latex(e.arguments[0]) + "}";
    case Kind::kSum: {
      const bool bare = !is_sum(e.arguments[0]);
      return "\\sum_{" + latex_name(e.name) + "} " + (bare ? to_latex(e.arguments[0]) : latex_base(e.arguments[0]));
    }
  }
  return {};
}

std::string to_numpy(const Expression& e) {
  switch (e.kind) {
    case Kind::kNumber:
      return numpy_number(e.value);
    case Kind::kSymbol:
      return identifier(e.name);
    case Kind::kOperator:
      return numpy_operator(e.name);
    case Kind::kRow:
      return join(spelled_out(e, kAllTerms), to_numpy, numpy_operator, " * ");
    case Kind::kFraction:
      return numpy_factor(e.arguments[0]) + " / " + numpy_factor(e.arguments[1]);
    case Kind::kPower:
      return numpy_factor(e.arguments[0]) + " ** " + numpy_factor(e.arguments[1]);
    case Kind::kSubscript:
      return to_numpy(e.arguments[0]) + "_" + identifier(to_text(e.arguments[1]));
    case Kind::kCall:
      return numpy_call(e);
    case Kind::kRoot:
      return "np.sqrt" + in_brackets(to_numpy(e.arguments[0]));
    case Kind::kSum:
      return "np.sum" + in_brackets(to_numpy(e.arguments[0]));
  }
  return {};
}

namespace {

bool has_formula(const Explanation& x) { return x.formula.kind != Kind::kRow || !x.formula.arguments.empty(); }
/// Whether the substituted formula is more than a single number, which would only repeat the value.
bool is_worked_out(const Explanation& x) { return x.substituted.kind != Kind::kNumber; }
bool has_numbers(const Explanation& x) { return x.substituted.kind != Kind::kRow || !x.substituted.arguments.empty(); }

std::string chain(const Explanation& x, std::string (*write)(const Expression&)) {
  std::string out;
  if (has_formula(x)) out += write(x.formula) + " = ";
  if (has_numbers(x) && is_worked_out(x)) out += write(x.substituted) + " = ";
  return out + write(num(x.value));
}

}  // namespace

std::string to_text(const Explanation& x) { return chain(x, to_text); }
std::string to_latex(const Explanation& x) { return chain(x, to_latex); }
std::string to_numpy(const Explanation& x) { return to_numpy(has_numbers(x) ? x.substituted : num(x.value)); }

}  // namespace attn::formula
