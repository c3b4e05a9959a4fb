// Lines that lead from one thing to another: arrows, and bonds whose strength is a weight.
#pragma once

#include "canvas/canvas.h"

namespace attn::charts {

/// Draws a straight arrow with its tip at `to`. One shorter than a few pixels is not drawn.
void draw_arrow(canvas::Canvas& canvas, canvas::Point from, canvas::Point to, const canvas::Stroke& stroke,
                canvas::Place caller = canvas::Place::here());

/// Draws the alignment line of one weight: a smooth curve from `from` to `to` that leaves and arrives vertically (`upright`) or
/// horizontally. The larger `weight` (0 to 1), the wider the line and the stronger its colour. A weight of 0 draws nothing.
void draw_bond(canvas::Canvas& canvas, canvas::Point from, canvas::Point to, float weight, canvas::Color color, bool upright = true,
               float widest = 8, canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
