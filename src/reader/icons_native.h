// The icons on the native program's buttons. As in the pages, they are strokes on a square of 20 units.
#pragma once

#include "canvas/canvas.h"

namespace attn::reader {

enum class Icon { kNone, kUndo, kRedo, kReset, kPrevious, kNext, kOpens, kTheme, kFile, kMore, kPin, kTick };

/// Draws an icon around `center`, `size` pixels wide.
void draw_icon(canvas::Canvas& canvas, Icon icon, canvas::Point center, float size, canvas::Color color);

/// Draws the logo of the program: a query and the keys that it looks at.
void draw_brand(canvas::Canvas& canvas, canvas::Point center, float size);

}  // namespace attn::reader
