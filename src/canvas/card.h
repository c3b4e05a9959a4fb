// A card over the figure: its place and its look.
#pragma once

#include <span>
#include <string_view>

#include "canvas/canvas.h"

namespace attn::canvas {

/// A place for a card of `size` inside `within`: below `target` if it fits there, else above, right or left of it, else where it hides
/// least.
Rect place_card(Size size, Rect target, Rect within);

/// A place for a card inside `within` that covers nothing of `clear` and as little as possible of `rather_not`, near `target`. Empty where
/// there is none.
Rect place_clear(Size size, Rect target, Rect within, std::span<const Rect> clear, std::span<const Rect> rather_not);

/// The sum of the areas of `r` that each of the others covers.
float hidden_area(Rect r, std::span<const Rect> others);

/// Draws an empty card with its shadow.
void draw_card(Canvas& canvas, Rect r);

/// Draws a sentence of help beside `target`, inside `within`.
void draw_tooltip(Canvas& canvas, Rect target, Rect within, std::string_view text);

/// Draws the same where it covers nothing of `clear` and as little as possible of `rather_not`, near `target`. Returns its place. Where
/// there is none, it draws nothing and returns an empty rectangle.
Rect draw_tooltip_clear(Canvas& canvas, Rect target, Rect within, std::string_view text, std::span<const Rect> clear,
                        std::span<const Rect> rather_not);

}  // namespace attn::canvas
