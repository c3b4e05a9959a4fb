#include "formula/equation.h"

#include <gtest/gtest.h>

#include "formula/cells.h"
#include "unit/canvas/recording_canvas.h"

namespace attn::formula {
namespace {

constexpr float kSize = 20;

std::vector<Expression> samples() {
  return {sym("q"),
          num(-1.25),
          frac(num(1), row({sym("a"), op("+"), sym("b")})),
          power(sym("x"), num(2)),
          sub(sym("k"), sym("i")),
          root(frac(num(1), num(2))),
          sum("j", call("exp", {sub(sym("s"), sym("j"))})),
          frac(call("exp", {frac(num(1), num(2))}), sum("j", call("exp", {sym("s")})))};
}

TEST(Equation, WhatIsDrawnStaysInTheMeasuredBox) {
  for (const Expression& e : samples()) {
    canvas::RecordingCanvas canvas({600, 300});
    const canvas::Size size = draw_equation(canvas, {30, 40}, e, kSize);
    const EquationLayout layout = layout_equation(e, kSize);
    EXPECT_FLOAT_EQ(size.width, layout.width);
    EXPECT_FLOAT_EQ(size.height, layout.ascent + layout.descent);
    for (const auto& t : canvas.texts) {
      EXPECT_GE(t.box.x, 30 - 0.5f) << to_text(e);
      EXPECT_LE(t.box.right(), 30 + size.width + 0.5f) << to_text(e) << ": " << t.text;
    }
    for (const auto& line : canvas.lines) {
      EXPECT_GE(line.a.y, 40) << to_text(e);
      EXPECT_LE(line.b.x, 30 + size.width + 0.5f) << to_text(e);
    }
    for (const auto& run : layout.runs) {
      EXPECT_GE(run.at.y, -layout.ascent) << to_text(e) << ": " << run.text;
      EXPECT_LE(run.at.y, layout.descent) << to_text(e) << ": " << run.text;
    }
  }
}

TEST(Equation, AFractionStandsOverAndUnderItsBar) {
  const EquationLayout l = layout_equation(frac(sym("a"), sym("b")), kSize);
  ASSERT_EQ(l.rules.size(), 1u);
  ASSERT_EQ(l.runs.size(), 2u);
  const float bar = l.rules[0].from.y;
  EXPECT_LT(l.runs[0].at.y, bar) << "the numerator's baseline is over the bar";
  EXPECT_GT(l.runs[1].at.y - 0.4f * l.runs[1].size, bar) << "the denominator's letters are below it";
  const float middle = (l.rules[0].from.x + l.rules[0].to.x) / 2;
  EXPECT_NEAR(middle, l.width / 2, 1);
}

TEST(Equation, ScriptsAreSmallerRaisedAndLowered) {
  const EquationLayout power_of = layout_equation(power(sym("x"), num(2)), kSize), index = layout_equation(sub(sym("x"), sym("i")), kSize);
  ASSERT_EQ(power_of.runs.size(), 2u);
  ASSERT_EQ(index.runs.size(), 2u);
  EXPECT_LT(power_of.runs[1].size, 0.8f * kSize);
  EXPECT_LT(power_of.runs[1].at.y, -0.25f * kSize);
  EXPECT_GT(index.runs[1].at.y, 0.1f * kSize);
  EXPECT_GE(power_of.runs[1].at.x, layout_equation(sym("x"), kSize).width);
}

TEST(Equation, ADeeperFormulaIsHigher) {
  const Expression half = frac(num(1), num(2));
  EXPECT_GT(layout_equation(half, kSize).size().height, layout_equation(num(1), kSize).size().height);
  EXPECT_GT(layout_equation(frac(half, half), kSize).size().height, layout_equation(half, kSize).size().height);
}

TEST(Equation, ScalesWithItsSize) {
  for (const Expression& e : samples())
    EXPECT_NEAR(layout_equation(e, 2 * kSize).width, 2 * layout_equation(e, kSize).width, 0.05f * layout_equation(e, 2 * kSize).width);
}

TEST(Equation, LongSumsBreakIntoLinesThatFit) {
  std::vector<Expression> terms;
  for (int i = 0; i < 40; ++i) terms.push_back(row({num(0.123 * i), op("*"), num(-1.5 - i)}));
  const std::vector<Expression> parts{sym("s"), total(terms, 6), num(12.5)};
  for (const float width : {180.0f, 300.0f, 600.0f}) {
    const std::vector<EquationLayout> lines = layout_lines(parts, 17, width);
    for (const EquationLayout& line : lines) EXPECT_LE(line.width, width);
  }
  EXPECT_GT(layout_lines(parts, 17, 180).size(), layout_lines(parts, 17, 600).size());
}

TEST(Equation, ALongDenominatorBreaksBeforeItsPlusSigns) {
  std::vector<Expression> terms;
  for (int i = 0; i < 9; ++i) terms.push_back(call("exp", {num(-0.125 * i)}));
  const std::vector<Expression> parts{sym("a"), frac(terms[0], total(terms, 6)), num(0.17)};
  constexpr float kSize17 = 17, kNarrow = 300;
  const std::vector<EquationLayout> lines = layout_lines(parts, kSize17, kNarrow);
  std::vector<float> rows;
  int plus = 0, exps = 0;
  float left = 1e6f;
  for (const EquationLayout& line : lines) {
    EXPECT_LE(line.width, kNarrow);
    for (const auto& run : line.runs) {
      EXPECT_EQ(run.text.find("more term"), std::string::npos) << "all terms are there";
      exps += run.text == "exp";
      if (run.text != "+") continue;
      ++plus;
      EXPECT_GT(run.size, 0.9f * kSize17) << "no smaller than in one line";
      if (rows.empty() || run.at.y > rows.back() + 1) rows.push_back(run.at.y), left = std::min(left, run.at.x);
    }
  }
  EXPECT_EQ(plus, 8);
  EXPECT_EQ(exps, 10);
  EXPECT_GE(rows.size(), 3u) << "on several lines";
  const std::vector<EquationLayout> wide = layout_lines(parts, kSize17, 1200);
  EXPECT_EQ(wide.size(), 1u);
  EXPECT_LT(height_of(wide), height_of(lines));
}

TEST(Equation, ATenthOfAMillionthIsWrittenWithAPowerOfTen) {
  const EquationLayout l = layout_equation(num(5.91e-7), kSize);
  ASSERT_EQ(l.runs.size(), 4u);
  EXPECT_EQ(l.runs[0].text, "5.91");
  EXPECT_EQ(l.runs[2].text, "10");
  EXPECT_EQ(l.runs[3].text, "\u22127");
  EXPECT_LT(l.runs[3].at.y, -0.25f * kSize);
  EXPECT_EQ(to_text(num(5.91e-7)), "5.91 \u00d7 10^-7");
  EXPECT_EQ(to_text(power(num(5.91e-7), num(2))), "(5.91 \u00d7 10^-7)^2");
  EXPECT_EQ(to_latex(num(-5.91e-7)), "-5.91 \\times 10^{-7}");
  EXPECT_EQ(to_numpy(num(5.91e-7)), "5.91e-7");
}

TEST(Equation, AnUnderscoreInALetterIsAnIndex) {
  const EquationLayout l = layout_equation(sym("W_q"), kSize);
  ASSERT_EQ(l.runs.size(), 2u);
  EXPECT_EQ(l.runs[0].text, "W");
  EXPECT_EQ(to_latex(sym("W_q")), "W_{q}");
}

TEST(Equation, NoDigitOfALargeFormulaIsTiny) {
  const Expression deep = power(num(2), frac(num(3), power(num(4), num(5))));
  for (const auto& run : layout_equation(deep, 17).runs) EXPECT_GE(run.size, 9) << run.text;
}

TEST(Cells, SayWhereANumberStands) {
  EXPECT_EQ(num_at(1, {"scores", 2, 1}, 3).name, "scores[2,4]");
  EXPECT_EQ(num_at(1, {.name = "values", .row = 2, .col = 1, .down = true}, 3).name, "values[5,1]");
  EXPECT_EQ(num_at(1, {}, 3).name, "");
  const std::vector<Operand> found =
      operands(total({row({num_at(1, {"w"}, 0), op("*"), num_at(2, {"v"}, 0, canvas::Role::kValue)}), num_at(1, {"w"}, 0), num(7)}));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].cell, "v[0,0]");
  EXPECT_EQ(found[1].role, canvas::Role::kValue);
}

}  // namespace
}  // namespace attn::formula
