// Formulas typeset on a canvas, in KaTeX's fonts and the roles' colours.
#pragma once

#include <string>
#include <vector>

#include "canvas/canvas.h"
#include "formula/expression.h"

namespace attn::formula {

/// A formula laid out: glyph runs and rules relative to the left end of its baseline, y down.
struct EquationLayout {
  struct Run {
    std::string text;
    canvas::Font font = canvas::Font::kMath;
    float size = 0;
    canvas::Role role = canvas::Role::kInk;
    canvas::Point at;       ///< on the baseline
    std::string cell = {};  ///< the cell of the number that it is part of, or empty
  };
  struct Rule {
    canvas::Point from, to;
    float width = 1;
  };
  std::vector<Run> runs;
  std::vector<Rule> rules;
  float width = 0, ascent = 0, descent = 0;

  canvas::Size size() const { return {width, ascent + descent}; }
};

/// Lays `e` out on one line at `size` pixels. Sums show as many terms as total() was told.
EquationLayout layout_equation(const Expression& e, float size);

/// Breaks "a = b = c" and long sums into lines that are not wider than `width` and, with the gaps between them, not higher than `height`.
/// It breaks first at equals signs, then at plus and minus (also above and below fraction bars), and then makes the letters slightly
/// smaller. Where that is not enough, sums show fewer terms and say how many are left out. As a last resort letters shrink down to 70 %.
std::vector<EquationLayout> layout_lines(const std::vector<Expression>& equal_parts, float size, float width, float height = 1e6f);

inline constexpr float kLineGap = 8;  ///< in pixels
/// The height of all lines with the gaps between them.
float height_of(const std::vector<EquationLayout>& lines);

/// The place in a layout where the number of a cell is written.
struct WrittenCell {
  std::string cell;
  canvas::Rect rect;  ///< relative to the left end of the baseline
};
std::vector<WrittenCell> written_cells(const EquationLayout& layout);

/// Draws a layout with the left end of its baseline at `origin`.
void draw_equation(canvas::Canvas& canvas, canvas::Point origin, const EquationLayout& layout,
                   canvas::Place caller = canvas::Place::here());

/// Draws `e` with the top left corner of its box at `top_left`, and returns its size.
canvas::Size draw_equation(canvas::Canvas& canvas, canvas::Point top_left, const Expression& e, float size,
                           canvas::Place caller = canvas::Place::here());

}  // namespace attn::formula
