#include "formula/expression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/rng.h"
#include "unit/formula/python_value.h"

namespace attn::formula {
namespace {

Expression softmax_weight() {
  return frac(call("exp", {num(0.53)}), total({call("exp", {num(0.53)}), call("exp", {num(-1.25)}), call("exp", {num(2)})}));
}

TEST(Expression, TextReadsAsAFormulaIsSpoken) {
  EXPECT_EQ(to_text(softmax_weight()), "exp(0.53) / (exp(0.53) + exp(-1.25) + exp(2))");
  EXPECT_EQ(to_text(row({sym("q"), op("*"), sym("k")})), "q · k");
  EXPECT_EQ(to_text(sub(sym("alpha"), num(1))), "α_1");
  EXPECT_EQ(to_text(sum("j", row({sub(sym("w"), sym("j")), sub(sym("v"), sym("j"))}))), "sum_j (w_j v_j)");
}

TEST(Expression, LatexCompilesToTheSame) {
  EXPECT_EQ(to_latex(frac(row({sym("q"), op("*"), sym("k")}), root(sym("d")))), "\\frac{q \\cdot k}{\\sqrt{d}}");
  EXPECT_EQ(to_latex(power(row({sym("x"), op("-"), num(1)}), num(2))), "\\left(x - 1\\right)^{2}");
  EXPECT_EQ(to_latex(call("softmax", {sym("width")})), "\\operatorname{softmax}\\left(\\mathrm{width}\\right)");
  EXPECT_EQ(to_latex(sub(sym("lambda"), sym("ij"))), "\\lambda_{ij}");
}

TEST(Expression, BracketsStandWhereTheMeaningNeedsThem) {
  const Expression two = row({num(1), op("+"), num(2)});
  EXPECT_EQ(to_text(row({num(3), op("*"), two})), "3 · (1 + 2)");
  EXPECT_EQ(to_text(row({num(3), op("-"), two})), "3 - (1 + 2)");
  EXPECT_EQ(to_text(row({num(3), op("*"), row({op("("), num(1), op("-"), sym("x"), op(")")})})), "3 · (1 - x)");
  EXPECT_EQ(to_text(row({num(3), op("+"), two})), "3 + 1 + 2");
  EXPECT_EQ(to_text(row({num(3), op("*"), num(-2)})), "3 · (-2)");
  EXPECT_EQ(to_text(power(num(-2), num(2))), "(-2)^2");
  EXPECT_EQ(to_text(row({num(1), op("/"), frac(num(3), num(4))})), "1 / (3 / 4)");
  EXPECT_EQ(to_text(total({num(1), num(-2)})), "1 - 2");
}

TEST(Expression, LongSumsAreCutForTheEyeAndWholeForNumpy) {
  std::vector<Expression> terms;
  for (int i = 1; i <= 10; ++i) terms.push_back(num(i));
  EXPECT_EQ(to_text(total(terms, 4)), "1 + 2 + 3 + ... + 10");
  EXPECT_EQ(to_numpy(total(terms, 4)), "1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10");
  EXPECT_EQ(to_text(total({num(1), num(2)}, 4)), "1 + 2");
}

TEST(Expression, NumpyRecomputesTheValue) {
  EXPECT_NEAR(python_value(to_numpy(softmax_weight())), std::exp(0.53) / (std::exp(0.53) + std::exp(-1.25) + std::exp(2)), 1e-12);
  const Expression distance =
      row({op("-"), frac(num(1), num(2)), op("*"), power(root(total({power(num(3), num(2)), power(num(-4), num(2))})), num(2))});
  EXPECT_NEAR(python_value(to_numpy(distance)), -12.5, 1e-12);
  EXPECT_NEAR(python_value(to_numpy(row({num(2), call("tanh", {num(0.3)})}))), 2 * std::tanh(0.3), 1e-12);
  EXPECT_NEAR(python_value(to_numpy(call("max", {num(0.2), num(7), num(-1)}))), 7, 0);
  EXPECT_NEAR(python_value(to_numpy(call("ln", {num(5)}))), std::log(5), 1e-12);
}

/// A random formula and, beside it, its value worked out while it is built.
struct Pair {
  Expression e;
  double value;
};
Pair random_formula(Rng& rng, int depth) {
  const auto kind = depth == 0 ? 0 : rng.below(8);
  const auto inner = [&] { return random_formula(rng, depth - 1); };
  if (kind <= 1) {
    const double v = std::round(rng.normal() * 1000) / 1000;
    return {num(v), v};
  }
  const Pair a = inner(), b = inner();
  switch (kind) {
    case 2:
      return {row({a.e, op("+"), b.e}), a.value + b.value};
    case 3:
      return {row({a.e, op("-"), b.e}), a.value - b.value};
    case 4:
      return {row({a.e, op("*"), b.e}), a.value * b.value};
    case 5:
      return {frac(a.e, b.e), a.value / b.value};
    case 6:
      return {power(a.e, num(2)), a.value * a.value};
    default: {
      const Pair c = inner();
      return {total({a.e, b.e, call("tanh", {c.e})}), a.value + b.value + std::tanh(c.value)};
    }
  }
}

TEST(Expression, NumpyOfAnyFormulaRecomputesItsValue) {
  Rng rng(3);
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const Pair p = random_formula(rng, 4);
    if (!std::isfinite(p.value) || std::abs(p.value) > 1e6) continue;
    ++compared;
    ASSERT_NEAR(python_value(to_numpy(p.e)), p.value, 1e-9 * std::max(1.0, std::abs(p.value))) << to_numpy(p.e);
  }
  EXPECT_GT(compared, 2000);
}

TEST(Explanation, JoinsFormulaNumbersAndValue) {
  const Explanation x{"weight", row({sym("w"), op("*"), sym("v")}), row({num(0.5), op("*"), num(3)}), 1.5, ""};
  EXPECT_EQ(to_text(x), "w · v = 0.5 · 3 = 1.5");
  EXPECT_EQ(to_latex(x), "w \\cdot v = 0.5 \\cdot 3 = 1.5");
  EXPECT_EQ(to_numpy(x), "0.5 * 3");
  EXPECT_EQ(to_text(Explanation{"bare", {}, {}, 0.25, ""}), "0.25");
  EXPECT_EQ(to_numpy(Explanation{"bare", {}, {}, 0.25, ""}), "0.25");
}

TEST(Explanation, NumbersThatAreNoneHaveNames) {
  EXPECT_EQ(to_text(num(std::nan(""))), "undefined");
  EXPECT_EQ(to_numpy(num(-std::numeric_limits<double>::infinity())), "-np.inf");
  EXPECT_EQ(to_text(num(1234567)), "1234567");
  EXPECT_EQ(to_text(num(0.12345)), "0.123");
}

}  // namespace
}  // namespace attn::formula
