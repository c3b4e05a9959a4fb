#include "formula/expression_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "canvas/number_text.h"

namespace attn::formula {
namespace {

using Kind = Expression::Kind;

constexpr std::array<std::pair<std::string_view, std::string_view>, 34> kLetters = {{
    {"alpha", "α"}, {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"},  {"epsilon", "ε"}, {"zeta", "ζ"},   {"eta", "η"},
    {"theta", "θ"}, {"iota", "ι"},  {"kappa", "κ"}, {"lambda", "λ"}, {"mu", "μ"},      {"nu", "ν"},     {"xi", "ξ"},
    {"pi", "π"},    {"rho", "ρ"},   {"sigma", "σ"}, {"tau", "τ"},    {"upsilon", "υ"}, {"phi", "φ"},    {"chi", "χ"},
    {"psi", "ψ"},   {"omega", "ω"}, {"Gamma", "Γ"}, {"Delta", "Δ"},  {"Theta", "Θ"},   {"Lambda", "Λ"}, {"Xi", "Ξ"},
    {"Pi", "Π"},    {"Sigma", "Σ"}, {"Phi", "Φ"},   {"Psi", "Ψ"},    {"Omega", "Ω"},   {"inf", "∞"},
}};

bool is_operator(const Expression& e, std::string_view names) {
  return e.kind == Kind::kOperator && e.name.size() == 1 && names.find(e.name[0]) != std::string_view::npos;
}

/// Whether the lesson itself has put the row into brackets.
bool is_bracketed(const Expression& e) {
  return e.kind == Kind::kRow && e.arguments.size() > 2 && is_operator(e.arguments.front(), "(") && is_operator(e.arguments.back(), ")") &&
         std::none_of(e.arguments.begin() + 1, e.arguments.end() - 1, [](const Expression& part) { return is_operator(part, "()"); });
}

void append_bracketed(std::vector<Expression>* parts, const Expression& e) {
  if (is_bracketed(e)) return parts->push_back(e);
  parts->push_back(op("("));
  parts->push_back(e);
  parts->push_back(op(")"));
}

/// `first` is what begins the term when it is read aloud: the first factor of a product.
const Expression& first_of(const Expression& e) {
  if (e.kind == Kind::kRow && e.name != kTotal && !e.arguments.empty()) return first_of(e.arguments[0]);
  return e;
}

std::vector<Expression> spelled_total(const Expression& e, int most_terms) {
  const size_t count = e.arguments.size();
  const auto shown = static_cast<size_t>(std::max(2, most_terms == kTermsOfText ? static_cast<int>(e.value) : most_terms));
  std::vector<Expression> parts;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) parts.push_back(op("+"));
    const Expression& term = e.arguments[i];
    // Where not all terms are shown, the last one is, and the gap is before it.
    if (count > shown && i == shown - 1) {
      parts.push_back(op("..."));
      parts.back().value = static_cast<double>(count - shown);
      i = count - 2;
      continue;
    }
    if (i > 0 && term.kind == Kind::kNumber && is_negative(term)) {
      parts.back() = op("-");
      parts.push_back(term);
      parts.back().value = -term.value;
    } else {
      parts.push_back(term);
    }
  }
  return parts;
}

}  // namespace

ShownNumber shown_number(double value, bool typeset) {
  std::string text;
  if (std::isnan(value)) {
    text = "undefined";
  } else if (std::isinf(value)) {
    text = value < 0 ? "-" : "";
    text += typeset ? "∞" : "inf";
  } else if (value == std::floor(value) && std::abs(value) < 1e7) {
    text = fixed(value, 0);
  } else {
    const int whole_digits = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    text = rounded(value, std::clamp(whole_digits + 1, 3, 7));
  }
  ShownNumber shown;
  if (const size_t e = text.find('e'); e != std::string::npos && std::isfinite(value)) {
    shown.exponent = text.substr(e + 1);
    text.resize(e);
  }
  shown.digits = typeset ? canvas::with_minus(text) : text;
  if (typeset) shown.exponent = canvas::with_minus(shown.exponent);
  return shown;
}

std::string_view letter_of(std::string_view name) {
  for (const auto& [spelled, letter] : kLetters)
    if (spelled == name) return letter;
  return name;
}

bool is_greek(std::string_view name) { return letter_of(name) != name; }

bool is_negative(const Expression& e) {
  const Expression& first = first_of(e);
  return (first.kind == Kind::kNumber && std::signbit(first.value) && first.value != 0) || is_operator(first, "-");
}

bool is_sum(const Expression& e) {
  if (e.kind != Kind::kRow) return false;
  if (e.name == kTotal) return true;
  if (e.arguments.size() == 1) return is_sum(e.arguments[0]);
  return std::any_of(e.arguments.begin(), e.arguments.end(), [](const Expression& part) { return is_operator(part, "+-=,"); });
}

bool is_atom(const Expression& e) {
  switch (e.kind) {
    case Kind::kNumber:
      return shown_number(e.value, false).exponent.empty();
    case Kind::kSymbol:
    case Kind::kCall:
    case Kind::kRoot:
    case Kind::kSubscript:
      return true;
    case Kind::kRow:
      return e.arguments.size() == 1 && is_atom(e.arguments[0]);
    default:
      return false;
  }
}

std::vector<Expression> spelled_out(const Expression& e, int most_terms) {
  const bool is_total = e.name == kTotal;
  const std::vector<Expression> parts = is_total ? spelled_total(e, most_terms) : e.arguments;
  std::vector<Expression> out;
  for (size_t i = 0; i < parts.size(); ++i) {
    const bool after_minus = i > 0 && is_operator(parts[i - 1], "-");
    const bool after_sign = i > 0 && is_operator(parts[i - 1], "+-*/");
    const bool factor = (i > 0 && is_operator(parts[i - 1], "*/")) || (i + 1 < parts.size() && is_operator(parts[i + 1], "*/"));
    const bool juxtaposed = parts.size() > 1 && i > 0 && parts[i - 1].kind != Kind::kOperator;
    const bool open_sum = parts[i].kind == Kind::kSum && i + 1 < parts.size();  // else it extends to the end anyway
    const bool sum_inside = is_sum(parts[i]) || open_sum;
    const bool divisor = i > 0 && is_operator(parts[i - 1], "/") && !is_atom(parts[i]);
    if (divisor || (sum_inside && (factor || after_minus || juxtaposed)) ||
        (is_negative(parts[i]) && parts[i].kind != Kind::kOperator && after_sign))
      append_bracketed(&out, parts[i]);
    else
      out.push_back(parts[i]);
  }
  return out;
}

}  // namespace attn::formula
