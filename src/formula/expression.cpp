#include "formula/expression.h"

#include <utility>

namespace attn::formula {
namespace {

using Kind = Expression::Kind;

Expression make(Kind kind, std::string_view name, std::vector<Expression> arguments) {
  Expression e;
  e.kind = kind;
  e.name = name;
  e.arguments = std::move(arguments);
  return e;
}

}  // namespace

Expression num(double value, canvas::Role role) {
  Expression e = make(Kind::kNumber, "", {});
  e.value = value;
  e.role = role;
  return e;
}

Expression sym(std::string_view name, canvas::Role role) {
  const size_t bar = name.find('_');
  if (bar != std::string_view::npos && bar > 0 && bar + 1 < name.size())
    return sub(sym(name.substr(0, bar), role), sym(name.substr(bar + 1), role));
  Expression e = make(Kind::kSymbol, name, {});
  e.role = role;
  return e;
}

Expression op(std::string_view name) { return make(Kind::kOperator, name, {}); }
Expression row(std::initializer_list<Expression> parts) { return row(std::vector<Expression>(parts)); }
Expression row(std::vector<Expression> parts) { return make(Kind::kRow, "", std::move(parts)); }
Expression frac(Expression above, Expression below) { return make(Kind::kFraction, "", {std::move(above), std::move(below)}); }
Expression power(Expression base, Expression exponent) { return make(Kind::kPower, "", {std::move(base), std::move(exponent)}); }
Expression sub(Expression base, Expression index) { return make(Kind::kSubscript, "", {std::move(base), std::move(index)}); }
Expression call(std::string_view function, std::vector<Expression> arguments) { return make(Kind::kCall, function, std::move(arguments)); }
Expression root(Expression radicand) { return make(Kind::kRoot, "", {std::move(radicand)}); }
Expression sum(std::string_view index, Expression body) { return make(Kind::kSum, index, {std::move(body)}); }

Expression total(std::vector<Expression> terms, int shown) {
  if (terms.empty()) return num(0);
  if (terms.size() == 1) return std::move(terms[0]);
  Expression e = make(Kind::kRow, kTotal, std::move(terms));
  e.value = shown;
  return e;
}

}  // namespace attn::formula
