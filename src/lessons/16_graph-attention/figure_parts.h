// What several figures of this lesson draw alike.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "canvas/canvas.h"

namespace attn::lessons::graph_attention {

/// Takes a heading's band off the top of `area` and writes it there; a quiet word behind it where there is room.
void draw_heading(canvas::Canvas& canvas, canvas::Rect* area, std::string_view heading, std::string_view aside = {});

/// Two places for two pictures, side by side where `area` is wide and one above the other where it is not; the first gets `share`.
struct Halves {
  canvas::Rect first, second;
  bool beside;
};
Halves halves(canvas::Rect area, float share = 0.5f);

}  // namespace attn::lessons::graph_attention
