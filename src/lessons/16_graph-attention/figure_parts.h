// What several figures of this lesson draw alike.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "canvas/canvas.h"

namespace attn::lessons::graph_attention {

/// Cuts the band of a heading off the top of `area` and writes the heading there and, where there is room, `aside` quietly after it.
void draw_heading(canvas::Canvas& canvas, canvas::Rect* area, std::string_view heading, std::string_view aside = {});

/// Places for two pictures, side by side if `area` is wide, else one above the other. The first gets the fraction `share` of the room.
struct Halves {
  canvas::Rect first, second;
  bool beside;
};
Halves halves(canvas::Rect area, float share = 0.5f);

}  // namespace attn::lessons::graph_attention
