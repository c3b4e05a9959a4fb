// A card over the figure: where it goes, and how it looks.
#pragma once

#include <string_view>

#include "canvas/canvas.h"

namespace attn::canvas {

/// A place for a card of `size` inside `within`: below `target` if it fits there, else above, right, left; else where it hides least.
Rect place_card(Size size, Rect target, Rect within);

/// The empty card with its shadow.
void draw_card(Canvas& canvas, Rect r);

/// A sentence of help beside `target`, inside `within`.
void draw_tooltip(Canvas& canvas, Rect target, Rect within, std::string_view text);

}  // namespace attn::canvas
