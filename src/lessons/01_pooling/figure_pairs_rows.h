// The way from a score to a weight below the two planes, a column for each key.
#pragma once

#include <span>

#include "canvas/canvas.h"
#include "lessons/01_pooling/study.h"

namespace attn::lessons::pooling {

/// Three rows of columns, one below the other: the scores as they are, exp(score / T) with the largest as 1, and what share of their sum
/// each of these is. `fills` has a colour for each key; it is empty where the shares have the colours of the sequential map.
void draw_rows(canvas::Canvas& canvas, canvas::Rect area, const Result& result, std::span<const canvas::Color> fills);

}  // namespace attn::lessons::pooling
