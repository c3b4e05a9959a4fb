// Running text on a canvas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"

namespace attn::canvas {

/// `text` cut to `width` pixels with an ellipsis.
std::string elided(const Canvas& canvas, std::string_view text, const TextStyle& style, float width);

/// `text` broken at spaces (and at line feeds) into lines no wider than `width`; a word that is wider stands alone, or is cut between
/// characters where it has to be.
std::vector<std::string> wrapped(const Canvas& canvas, std::string_view text, const TextStyle& style, float width);

/// Draws lines from the top left of `area`, 1.35 em apart, aligned by style.align, and returns the height.
float draw_lines(Canvas& canvas, Rect area, const std::vector<std::string>& lines, TextStyle style, Place caller = Place::here());

/// Both in one.
float draw_paragraph(Canvas& canvas, Rect area, std::string_view text, const TextStyle& style, Place caller = Place::here());

/// A hint in a line that is `area` high: in one line where it fits, else in two of smaller letters, the second cut with an ellipsis.
void draw_hint(Canvas& canvas, Rect area, std::string_view text, TextStyle style, Place caller = Place::here());

}  // namespace attn::canvas
