// Lines that lead from one thing to another: arrows, and bonds whose strength is a weight.
#pragma once

#include "ui/canvas.h"

namespace attn::ui {

/// A straight arrow; the tip is at `to`. Nothing for less than a few pixels.
void draw_arrow(Canvas& canvas, Point from, Point to, const Stroke& stroke);

/// A smooth curve from `from` to `to` that leaves and arrives upright (`upright`) or level: the alignment line of one weight. Its width
/// and its strength grow with `weight` (0 to 1); a weight of 0 draws nothing.
void draw_bond(Canvas& canvas, Point from, Point to, float weight, Color color, bool upright = true, float widest = 8);

}  // namespace attn::ui
