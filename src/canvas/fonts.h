// The bundled fonts and their measures. Both canvases use these, so that a figure has the same layout on the screen and in SVG.
//
// Advances come from the fonts' own tables, without kerning. A line box is kLineHeight em high, and the middle of the capitals lies in
// its middle; that is what Baseline::kTop, kMiddle and kBottom refer to.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "canvas/canvas.h"

namespace attn::canvas {

/// Height of a line box in em.
inline constexpr float kLineHeight = 1.25f;

/// Hands over the TrueType file of a face ("inter-regular") that the program does not bring; before anything is measured or drawn.
/// Returns what is wrong with it, or nothing.
std::string give_font(std::string_view face, std::string file);

/// The TrueType file of `font`, as cut down by tools/fonts.mjs; where it is missing, that of another face, and where all are, one without
/// letters: text is the system's then.
std::span<const unsigned char> font_file(Font font);

bool has_glyph(Font font, char32_t code_point);

/// Whether every character of `text` is in `font`; if not, the whole string is drawn by the system (see fallback_text.h).
bool is_covered(Font font, std::string_view text);

/// Width of one line of `text` in pixels for an em square of `size` pixels. Text that is not covered is measured by the text rasteriser,
/// or, without one, with one em for each character that the font lacks.
float text_width(std::string_view text, Font font, float size);

/// One character as SVG path data, y down from the line that letters stand on, and how far the next one is; both in units of which an em
/// has units_per_em().
struct Glyph {
  std::string path;
  int advance = 0;
};
Glyph glyph(Font font, char32_t code_point);
float units_per_em(Font font);

/// From the top of the line box down to the line that letters stand on, in pixels.
float baseline_below_top(Font font, float size);

/// Top of the line box of text that is anchored at `y`.
float line_top(float y, const TextStyle& style);

/// Left end of text of this width that is anchored at `x`.
float line_left(float x, float width, Align align);

}  // namespace attn::canvas
