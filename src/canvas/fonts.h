// The bundled fonts and their measures. Both canvases use these, so that a figure has the same layout on the screen and in SVG.
//
// Advances come from the fonts' own tables, without kerning. A line box is kLineHeight em high, and the capitals are vertically centred in
// it. Baseline::kTop, kMiddle and kBottom refer to this box.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "canvas/canvas.h"

namespace attn::canvas {

/// The height of a line box in em.
inline constexpr float kLineHeight = 1.25f;

/// Hands over the TrueType file of a face ("inter-regular") that is not part of the program. This must be done before anything is measured
/// or drawn. Returns an empty string, or what is wrong with the file.
std::string give_font(std::string_view face, std::string file);

/// The TrueType file of `font`, reduced by tools/fonts.mjs. Where it is missing it is that of another face. Where all are missing it is one
/// without letters, so that the system draws all text.
std::span<const unsigned char> font_file(Font font);

bool has_glyph(Font font, char32_t code_point);

/// Whether every character of `text` is in `font`. If not, the system draws the whole string (fallback_text.h).
bool is_covered(Font font, std::string_view text);

/// The width of one line of `text` in pixels, for an em square of `size` pixels. The text rasteriser measures text that is not covered;
/// without a rasteriser, each character that the font lacks counts as one em.
float text_width(std::string_view text, Font font, float size);

/// One character as SVG path data, y down from the baseline, and its advance. Both are in units of which an em has units_per_em().
struct Glyph {
  std::string path;
  int advance = 0;
};
Glyph glyph(Font font, char32_t code_point);
float units_per_em(Font font);

/// The distance from the top of the line box down to the baseline, in pixels.
float baseline_below_top(Font font, float size);

/// The top of the line box of text that is anchored at `y`.
float line_top(float y, const TextStyle& style);

/// The left end of text of this width that is anchored at `x`.
float line_left(float x, float width, Align align);

}  // namespace attn::canvas
