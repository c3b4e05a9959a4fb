// The text styles and the margins of figures, which are the same in all lessons.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "canvas/canvas.h"

namespace attn::charts {

/// The style for names and results: bold, in ink.
canvas::TextStyle strong(const canvas::Canvas& canvas, float size, canvas::Align align = canvas::Align::kLeft);
/// The style for what is less important: grey.
canvas::TextStyle quiet(const canvas::Canvas& canvas, float size, canvas::Align align = canvas::Align::kLeft);

/// The canvas without its margins: about 2 % of the width at the sides, `y` pixels above and below.
canvas::Rect page(const canvas::Canvas& canvas, float y);
/// The same with margins above and below that grow with the height.
canvas::Rect page(const canvas::Canvas& canvas);
/// The same with narrower margins at the sides, for pictures that need the width.
canvas::Rect wide_page(const canvas::Canvas& canvas, float y);

/// The first of `wordings`, which begin with the longest, that is not wider than `width`. Where all are wider, the last one is cut.
std::string fitting(const canvas::Canvas& canvas, const canvas::TextStyle& style, float width,
                    std::initializer_list<std::string_view> wordings);

/// Draws a heading at half the height of `band` and, where there is room, `gap` pixels after it the words `aside` in grey.
void draw_heading(canvas::Canvas& canvas, canvas::Rect band, std::string_view heading, std::string_view aside, float size, float gap = 8,
                  canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
