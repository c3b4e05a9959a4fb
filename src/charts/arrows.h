// Lines that lead from one thing to another: arrows, and bonds whose strength is a weight.
#pragma once

#include "canvas/canvas.h"

namespace attn::charts {

/// A straight arrow; the tip is at `to`. Nothing for less than a few pixels.
void draw_arrow(canvas::Canvas& canvas, canvas::Point from, canvas::Point to, const canvas::Stroke& stroke,
                canvas::Place caller = canvas::Place::here());

/// A smooth curve from `from` to `to` that leaves and arrives upright (`upright`) or level: the alignment line of one weight. Its width
/// and its strength grow with `weight` (0 to 1); a weight of 0 draws nothing.
void draw_bond(canvas::Canvas& canvas, canvas::Point from, canvas::Point to, float weight, canvas::Color color, bool upright = true,
               float widest = 8, canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
