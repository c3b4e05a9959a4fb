// Paragraphs of text on a canvas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"

namespace attn::canvas {

/// `text` cut to `width` pixels with an ellipsis.
std::string elided(const Canvas& canvas, std::string_view text, const TextStyle& style, float width);

/// `text` broken at spaces and line feeds into lines that are not wider than `width`. A word that is too wide has a line of its own, and is
/// broken between characters if necessary.
std::vector<std::string> wrapped(const Canvas& canvas, std::string_view text, const TextStyle& style, float width);

/// Draws lines from the top of `area`, 1.35 em apart and aligned by style.align, and returns their height.
float draw_lines(Canvas& canvas, Rect area, const std::vector<std::string>& lines, TextStyle style, Place caller = Place::here());

/// Breaks `text` into lines, draws them, and returns their height.
float draw_paragraph(Canvas& canvas, Rect area, std::string_view text, const TextStyle& style, Place caller = Place::here());

/// Draws a hint into `area`: in one line if it fits, else in two lines of smaller letters, the second of which is cut with an ellipsis.
void draw_hint(Canvas& canvas, Rect area, std::string_view text, TextStyle style, Place caller = Place::here());

}  // namespace attn::canvas
