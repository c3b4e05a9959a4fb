// A card over the figure: where it goes, and how it looks.
#pragma once

#include <span>
#include <string_view>

#include "canvas/canvas.h"

namespace attn::canvas {

/// A place for a card of `size` inside `within`: below `target` if it fits there, else above, right, left; else where it hides least.
Rect place_card(Size size, Rect target, Rect within);

/// A place for it inside `within` and clear of all of `clear`, near `target` and over as little of `rather_not` as there is; empty where
/// there is none.
Rect place_clear(Size size, Rect target, Rect within, std::span<const Rect> clear, std::span<const Rect> rather_not);

/// How much of `r` lies under the others, one after the other.
float hidden_area(Rect r, std::span<const Rect> others);

/// The empty card with its shadow.
void draw_card(Canvas& canvas, Rect r);

/// A sentence of help beside `target`, inside `within`.
void draw_tooltip(Canvas& canvas, Rect target, Rect within, std::string_view text);

}  // namespace attn::canvas
