// What several figures of this lesson draw alike.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "canvas/canvas.h"

namespace attn::lessons::graph_attention {

canvas::TextStyle strong(const canvas::Canvas& canvas, float size);
canvas::TextStyle quiet(const canvas::Canvas& canvas, float size);

/// The canvas less a margin.
canvas::Rect page(const canvas::Canvas& canvas);

/// Takes a heading's band off the top of `area` and writes it there; a quiet word behind it where there is room.
void draw_heading(canvas::Canvas& canvas, canvas::Rect* area, std::string_view heading, std::string_view aside = {});

/// The first of `wordings`, the longest one first, that is no wider than `width`; the last one cut where none is.
std::string fitting(const canvas::Canvas& canvas, const canvas::TextStyle& style, float width,
                    std::initializer_list<std::string_view> wordings);

/// Two places for two pictures, side by side where `area` is wide and one above the other where it is not; the first gets `share`.
struct Halves {
  canvas::Rect first, second;
  bool beside;
};
Halves halves(canvas::Rect area, float share = 0.5f);

}  // namespace attn::lessons::graph_attention
