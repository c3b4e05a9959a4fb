// The card that explains one number: what it is, its formula, the same with its numbers, and how to take it away.
#pragma once

#include <string>

#include "ui/canvas.h"
#include "ui/expression.h"

namespace attn::ui {

/// Draws the card beside `target` (the cell that is explained), inside `within` and not over the target where that can be avoided. Returns
/// where it is; empty where there is no room for it at all (less than about 200 x 90).
Rect draw_inspector(Canvas& canvas, const Explanation& explanation, Rect target, Rect within);

/// The same with three buttons under the formula. `*copied` gets what the reader asked for (text, LaTeX or NumPy), else stays as it is.
Rect draw_inspector(Canvas& canvas, const Explanation& explanation, Rect target, Rect within, std::string* copied);

}  // namespace attn::ui
