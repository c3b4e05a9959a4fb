// The text of a figure and the margins about it, so that the figures of all lessons look like one hand's.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "canvas/canvas.h"

namespace attn::charts {

/// For names and results: bold, in ink.
canvas::TextStyle strong(const canvas::Canvas& canvas, float size, canvas::Align align = canvas::Align::kLeft);
/// For what may be overlooked: in grey.
canvas::TextStyle quiet(const canvas::Canvas& canvas, float size, canvas::Align align = canvas::Align::kLeft);

/// The canvas less a margin: about 2 % of the width at the sides, `y` pixels above and below.
canvas::Rect page(const canvas::Canvas& canvas, float y);
/// The margins above and below grow with the height.
canvas::Rect page(const canvas::Canvas& canvas);
/// For pictures that need the width.
canvas::Rect wide_page(const canvas::Canvas& canvas, float y);

/// The first of `wordings`, the longest one first, that is no wider than `width`; the last one cut where none is.
std::string fitting(const canvas::Canvas& canvas, const canvas::TextStyle& style, float width,
                    std::initializer_list<std::string_view> wordings);

/// A heading in the middle of `band`, and `gap` pixels behind it a quiet word where there is room.
void draw_heading(canvas::Canvas& canvas, canvas::Rect band, std::string_view heading, std::string_view aside, float size, float gap = 8,
                  canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
