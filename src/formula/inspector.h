// The card that explains one number: what it is, its formula, the same with its numbers, and how to take it away.
#pragma once

#include <string>

#include "canvas/canvas.h"
#include "formula/expression.h"

namespace attn::formula {

/// Draws the card beside `target` (the cell that is explained), inside `within` and not over the target where that can be avoided. Returns
/// where it is; empty where there is no room for it at all (less than about 200 x 90).
canvas::Rect draw_inspector(canvas::Canvas& canvas, const Explanation& explanation, canvas::Rect target, canvas::Rect within);

/// The same with three buttons under the formula. `*copied` gets what the reader asked for (text, LaTeX or NumPy), else stays as it is.
canvas::Rect draw_inspector(canvas::Canvas& canvas, const Explanation& explanation, canvas::Rect target, canvas::Rect within,
                            std::string* copied);

}  // namespace attn::formula
