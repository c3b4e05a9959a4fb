// What a word or a symbol of the text stands for, in the figure: all else fades, and its name is said beside it.
#pragma once

#include <string_view>
#include <vector>

#include "canvas/canvas.h"
#include "canvas/regions.h"

namespace attn::window {

/// The part of `area` that none of `places` covers, as rectangles that do not overlap.
std::vector<canvas::Rect> outside(canvas::Rect area, const std::vector<canvas::Rect>& places);

/// Fades what is drawn in `area` but for the regions that `lit` lights, and says `name` beside them. Does nothing where there are none.
void draw_spotlight(canvas::Canvas& figure, const canvas::Regions& regions, canvas::Rect area, std::string_view lit, std::string_view name);

}  // namespace attn::window
