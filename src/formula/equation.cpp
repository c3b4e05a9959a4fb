#include "formula/equation.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "canvas/fonts.h"
#include "formula/expression_parts.h"

namespace attn::formula {
namespace {

using Kind = Expression::Kind;

// Proportions in em, similar to those of TeX.
constexpr float kScript = 0.7f;  ///< the size of sub- and superscripts
constexpr float kRaise = 0.38f;  ///< how far superscripts are raised
constexpr float kLower = 0.2f;   ///< how far subscripts are lowered
constexpr float kAxis = 0.25f;   ///< the height of fraction bars above the baseline
constexpr float kFractionGap = 0.17f;
constexpr float kOperatorGap = 0.27f;
constexpr float kLeastDigits = 10;                  ///< in pixels, except in formulas that are smaller themselves
constexpr float kAscent = 0.72f, kDescent = 0.22f;  ///< of a line of letters

float script_size(float size) { return std::max(kScript * size, std::min(size, kLeastDigits)); }

bool is_break(const Expression& e) { return e.kind == Kind::kOperator && (e.name == "+" || e.name == "-" || e.name == "="); }

/// A row, cut before each of its own plus, minus and equals signs outside brackets.
std::vector<Expression> segments(const Expression& e, int most_terms) {
  if (e.kind != Kind::kRow) return {e};
  std::vector<Expression> out;
  std::vector<Expression> part;
  int depth = 0;
  for (Expression& piece : spelled_out(e, most_terms)) {
    if (piece.kind == Kind::kOperator && piece.name == "(") ++depth;
    if (piece.kind == Kind::kOperator && piece.name == ")") --depth;
    if (depth == 0 && is_break(piece) && !part.empty()) out.push_back(row(std::exchange(part, {})));
    part.push_back(std::move(piece));
  }
  if (!part.empty()) out.push_back(row(std::move(part)));
  return out;
}

struct Setter {
  int most_terms;
  float room = 1e6f;  ///< the largest width of lines above and below a fraction bar, which are broken accordingly

  EquationLayout glyphs(std::string_view text, canvas::Font font, float size, canvas::Role role) const {
    EquationLayout out;
    if (!canvas::is_covered(font, text)) font = canvas::Font::kText;
    out.runs.push_back({std::string(text), font, size, role, {0, 0}});
    out.width = canvas::text_width(text, font, size);
    out.ascent = kAscent * size, out.descent = kDescent * size;
    return out;
  }

  static void place(EquationLayout* out, const EquationLayout& part, canvas::Point at) {
    for (auto run : part.runs) {
      run.at = run.at + at;
      out->runs.push_back(std::move(run));
    }
    for (auto rule : part.rules) {
      rule.from = rule.from + at, rule.to = rule.to + at;
      out->rules.push_back(rule);
    }
    out->width = std::max(out->width, at.x + part.width);
    out->ascent = std::max(out->ascent, part.ascent - at.y);
    out->descent = std::max(out->descent, part.descent + at.y);
  }

  static void append(EquationLayout* out, const EquationLayout& part, float gap = 0) { place(out, part, {out->width + gap, 0}); }

  /// Draws a bracket that is as high as what it encloses.
  EquationLayout bracket(std::string_view sign, float size, const EquationLayout& inside) const {
    const float height = inside.ascent + inside.descent;
    const float scale = std::clamp(height / (0.98f * size), 1.0f, 3.0f);
    EquationLayout out = glyphs(sign, canvas::Font::kMath, size * scale, canvas::Role::kInk);
    // The middle of the sign is a quarter of its em above the baseline; it is moved to the middle of the enclosed formula.
    const float shift = scale <= 1.01f ? 0 : kAxis * size * scale - (inside.ascent - inside.descent) / 2;
    out.runs[0].at.y = shift;
    out.ascent = std::max(inside.ascent, kAscent * size), out.descent = std::max(inside.descent, kDescent * size);
    return out;
  }

  EquationLayout bracketed(const EquationLayout& inside, float size) const {
    EquationLayout out = bracket("(", size, inside);
    append(&out, inside, 0.02f * size);
    append(&out, bracket(")", size, inside), 0.02f * size);
    return out;
  }

  EquationLayout symbol(const Expression& e, float size) const {
    const std::string_view letter = letter_of(e.name);
    const bool short_name = code_point_count(letter) <= 2 && letter.find_first_of("0123456789") == std::string_view::npos;
    return glyphs(letter, short_name && e.name != "inf" ? canvas::Font::kMathItalic : canvas::Font::kMath, size, e.role);
  }

  /// The ellipsis for terms that are left out, which says how many they are.
  EquationLayout gap(const Expression& e, float size) const {
    const int count = static_cast<int>(e.value);
    if (count == 0) return glyphs("⋯", canvas::Font::kMath, size, canvas::Role::kMuted);
    const std::string said = counted(count, "more term");
    return glyphs(said, canvas::Font::kText, std::max(0.72f * size, std::min(size, kLeastDigits)), canvas::Role::kMuted);
  }

  EquationLayout number(const Expression& e, float size) const {
    const ShownNumber shown = shown_number(e.value, true);
    EquationLayout out = glyphs(shown.digits, canvas::Font::kMath, size, e.role);
    if (!shown.exponent.empty()) {
      append(&out, glyphs("×", canvas::Font::kMath, size, e.role), 0.16f * size);
      append(&out, glyphs("10", canvas::Font::kMath, size, e.role), 0.16f * size);
      place(&out, glyphs(shown.exponent, canvas::Font::kMath, script_size(size), e.role), {out.width + 0.03f * size, -kRaise * size});
    }
    for (auto& run : out.runs) run.cell = e.name;
    return out;
  }

  EquationLayout operation(const std::string& name, float size) const {
    if (name == "*") return glyphs("·", canvas::Font::kMath, size, canvas::Role::kInk);
    if (name == "-") return glyphs("−", canvas::Font::kMath, size, canvas::Role::kInk);
    return glyphs(name, canvas::Font::kMath, size, canvas::Role::kInk);
  }

  /// The parts of a row from `*first` to its end or to the bracket that closes it. `*first` moves behind that bracket.
  EquationLayout parts(const std::vector<Expression>& all, size_t* first, float size) const {
    EquationLayout out;
    bool after_operand = false;
    for (; *first < all.size(); ++*first) {
      const Expression& part = all[*first];
      if (part.kind != Kind::kOperator) {
        append(&out, set(part, size), after_operand ? 0.17f * size : 0);
        after_operand = true;
      } else if (part.name == ")") {
        return out;
      } else if (part.name == "(") {
        ++*first;
        append(&out, bracketed(parts(all, first, size), size), after_operand ? 0.1f * size : 0);
        after_operand = true;
      } else {
        const bool binary = after_operand && part.name != ",";
        const float before = binary ? (part.name == "*" || part.name == "/" ? 0.6f : 1.0f) * kOperatorGap * size : 0;
        append(&out, part.name == "..." ? gap(part, size) : operation(part.name, size), before);
        out.width += part.name == "," ? 0.3f * size : binary ? before : 0.04f * size;
        after_operand = part.name == "...";
      }
    }
    return out;
  }

  /// Where `piece` begins with plus or minus, takes the sign from it and returns it with the space behind it. Else returns nothing.
  EquationLayout leading_sign(Expression* piece, float size) const {
    if (piece->kind != Kind::kRow || !is_break(piece->arguments[0])) return {};
    EquationLayout sign = operation(piece->arguments[0].name, size);
    sign.width += kOperatorGap * size;
    piece->arguments.erase(piece->arguments.begin());
    return sign;
  }

  /// Breaks what is too wide for one line into several, at plus and minus.
  EquationLayout broken(const Expression& e, float size) const {
    EquationLayout line = set(e, size);
    if (line.width <= room) return line;
    EquationLayout out;
    line = {};
    const auto put_below = [&] {
      const float gap = out.runs.empty() ? 0 : out.descent + 0.2f * size + line.ascent;
      place(&out, line, {0, gap});
    };
    std::vector<Expression> pieces = segments(e, most_terms);
    for (size_t k = 0; k < pieces.size(); ++k) {
      EquationLayout piece = k > 0 ? leading_sign(&pieces[k], size) : EquationLayout();
      append(&piece, set(pieces[k], size));
      const float before = line.width > 0 ? kOperatorGap * size : 0;
      if (line.width > 0 && line.width + before + piece.width > room) {
        put_below();
        line = {};
        append(&line, piece);
      } else {
        append(&line, piece, before);
      }
    }
    put_below();
    return out;
  }

  EquationLayout fraction(const Expression& e, float size) const {
    const float inner = size * 0.92f;
    const EquationLayout above = broken(e.arguments[0], inner), below = broken(e.arguments[1], inner);
    EquationLayout out;
    const float width = std::max(above.width, below.width) + 0.2f * size, axis = -kAxis * size, gap = kFractionGap * size;
    place(&out, above, {(width - above.width) / 2, axis - gap - above.descent});
    place(&out, below, {(width - below.width) / 2, axis + gap + below.ascent});
    out.rules.push_back({{0, axis}, {width, axis}, std::max(1.0f, 0.05f * size)});
    out.width = width;
    return out;
  }

  EquationLayout scripted(const Expression& e, float size) const {
    const Expression& base_expression = e.arguments[0];
    EquationLayout out = set(base_expression, size);
    const bool simple = is_atom(base_expression) && !is_negative(base_expression) && base_expression.kind != Kind::kCall;
    if (!simple) out = bracketed(out, size);
    const float rise = e.kind == Kind::kPower ? -std::max(kRaise * size, out.ascent - 0.35f * size) : kLower * size;
    const EquationLayout script = set(e.arguments[1], script_size(size));
    place(&out, script, {out.width + 0.03f * size, rise});
    return out;
  }

  EquationLayout called(const Expression& e, float size) const {
    EquationLayout inside;
    for (size_t i = 0; i < e.arguments.size(); ++i) {
      if (i > 0) append(&inside, glyphs(",", canvas::Font::kMath, size, canvas::Role::kInk));
      append(&inside, set(e.arguments[i], size), i > 0 ? 0.25f * size : 0);
    }
    EquationLayout out = glyphs(e.name, canvas::Font::kMath, size, canvas::Role::kInk);
    append(&out, bracketed(inside, size), 0.02f * size);
    return out;
  }

  EquationLayout rooted(const Expression& e, float size) const {
    const EquationLayout inside = set(e.arguments[0], size);
    EquationLayout out;
    const float top = -inside.ascent - 0.12f * size, bottom = inside.descent, hook = 0.5f * size, line = std::max(1.0f, 0.05f * size);
    out.rules.push_back({{0.04f * size, -0.25f * size}, {0.16f * size, -0.32f * size}, line});
    out.rules.push_back({{0.16f * size, -0.32f * size}, {0.3f * size, bottom}, 1.5f * line});
    out.rules.push_back({{0.3f * size, bottom}, {hook, top}, line});
    out.rules.push_back({{hook, top}, {hook + inside.width + 0.1f * size, top}, line});
    place(&out, inside, {hook + 0.06f * size, 0});
    out.width += 0.06f * size;
    out.ascent = -top + line;
    return out;
  }

  EquationLayout summed(const Expression& e, float size) const {
    const EquationLayout sign = glyphs("∑", canvas::Font::kMath, size * 1.25f, canvas::Role::kInk);
    const EquationLayout index = set(sym(e.name), script_size(size));
    EquationLayout out;
    const float width = std::max(sign.width, index.width);
    place(&out, sign, {(width - sign.width) / 2, 0.12f * size});
    place(&out, index, {(width - index.width) / 2, 0.95f * size});
    const EquationLayout body = set(e.arguments[0], size);
    append(&out, is_sum(e.arguments[0]) ? bracketed(body, size) : body, 0.15f * size);
    return out;
  }

  EquationLayout set(const Expression& e, float size) const {
    switch (e.kind) {
      case Kind::kNumber:
        return number(e, size);
      case Kind::kSymbol:
        return symbol(e, size);
      case Kind::kOperator:
        return e.name == "..." ? gap(e, size) : operation(e.name, size);
      case Kind::kRow: {
        size_t first = 0;
        return parts(spelled_out(e, most_terms), &first, size);
      }
      case Kind::kFraction:
        return fraction(e, size);
      case Kind::kPower:
      case Kind::kSubscript:
        return scripted(e, size);
      case Kind::kCall:
        return called(e, size);
      case Kind::kRoot:
        return rooted(e, size);
      case Kind::kSum:
        return summed(e, size);
    }
    return {};
  }
};

/// The number of terms of the longest sum in `e`.
size_t longest_total(const Expression& e) {
  size_t longest = e.name == kTotal ? e.arguments.size() : 0;
  for (const Expression& argument : e.arguments) longest = std::max(longest, longest_total(argument));
  return longest;
}

float widest(const std::vector<EquationLayout>& lines) {
  float width = 0;
  for (const EquationLayout& line : lines) width = std::max(width, line.width);
  return width;
}

/// Indents the lines after the first of each part, to show that they continue it.
std::vector<EquationLayout> break_lines(const std::vector<Expression>& equal_parts, float size, float width, int most_terms) {
  const float gap = kOperatorGap * size, indent = 1.2f * size;
  const Setter setter{most_terms, width - indent - size};
  std::vector<EquationLayout> lines(1);
  for (size_t i = 0; i < equal_parts.size(); ++i) {
    std::vector<Expression> pieces = segments(equal_parts[i], most_terms);
    for (size_t k = 0; k < pieces.size(); ++k) {
      const bool leads = k == 0 && i > 0;
      EquationLayout piece;
      if (leads) {
        piece = setter.glyphs("=", canvas::Font::kMath, size, canvas::Role::kInk);
        piece.width += gap;
      }
      if (k > 0) piece = setter.leading_sign(&pieces[k], size);
      Setter::append(&piece, setter.set(pieces[k], size));
      const float before = lines.back().width > 0 ? gap : 0;
      if (lines.back().width > 0 && lines.back().width + before + piece.width > width) {
        lines.emplace_back();
        if (!leads) lines.back().width = indent;
        Setter::append(&lines.back(), piece);
      } else {
        Setter::append(&lines.back(), piece, before);
      }
    }
  }
  return lines;
}

}  // namespace

EquationLayout layout_equation(const Expression& e, float size) { return Setter{kTermsOfText}.set(e, size); }

float height_of(const std::vector<EquationLayout>& lines) {
  float height = lines.empty() ? 0 : -kLineGap;
  for (const EquationLayout& line : lines) height += kLineGap + line.ascent + line.descent;
  return height;
}

std::vector<EquationLayout> layout_lines(const std::vector<Expression>& equal_parts, float size, float width, float height) {
  constexpr int kTried = 80;  // a card has no room for more
  size_t longest = 0;
  for (const Expression& part : equal_parts) longest = std::max(longest, longest_total(part));
  std::vector<EquationLayout> lines;
  const auto fits = [&](float scale, int most_terms) {
    lines = break_lines(equal_parts, scale * size, width, most_terms);
    return widest(lines) <= width && height_of(lines) <= height;
  };
  const int all = static_cast<int>(std::clamp<size_t>(longest, 2, kTried));
  if (fits(1, all) || fits(0.88f, all)) return lines;
  for (const float scale : {1.0f, 0.88f, 0.7f})
    for (const int most_terms : {48, 32, 24, 16, 12, 8, 6, 5, 4, 3, 2})
      if (most_terms < all || most_terms == 2)
        if (fits(scale, most_terms)) return lines;
  return lines;
}

std::vector<WrittenCell> written_cells(const EquationLayout& layout) {
  std::vector<WrittenCell> cells;
  bool goes_on = false;  // a number with an exponent is several runs
  for (const auto& run : layout.runs) {
    const canvas::Rect box{run.at.x, run.at.y - kAscent * run.size, canvas::text_width(run.text, run.font, run.size),
                           (kAscent + kDescent) * run.size};
    if (!run.cell.empty() && goes_on && cells.back().cell == run.cell && box.x - cells.back().rect.right() < 0.2f * run.size) {
      canvas::Rect& r = cells.back().rect;
      const float top = std::min(r.y, box.y), bottom = std::max(r.bottom(), box.bottom());
      r = {r.x, top, box.right() - r.x, bottom - top};
    } else if (!run.cell.empty()) {
      cells.push_back({run.cell, box});
    }
    goes_on = !run.cell.empty();
  }
  return cells;
}

void draw_equation(canvas::Canvas& canvas, canvas::Point origin, const EquationLayout& layout, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  for (const auto& run : layout.runs) {
    const float top = origin.y + run.at.y - canvas::baseline_below_top(run.font, run.size);
    canvas.text({origin.x + run.at.x, top}, run.text,
                {canvas.color(run.role), run.size, run.font, canvas::Align::kLeft, canvas::Baseline::kTop});
  }
  for (const auto& rule : layout.rules) canvas.line(origin + rule.from, origin + rule.to, {canvas.color(canvas::Role::kInk), rule.width});
}

canvas::Size draw_equation(canvas::Canvas& canvas, canvas::Point top_left, const Expression& e, float size, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const EquationLayout layout = layout_equation(e, size);
  draw_equation(canvas, {top_left.x, top_left.y + layout.ascent}, layout);
  return layout.size();
}

}  // namespace attn::formula
