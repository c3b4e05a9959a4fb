// The system rasterises text in scripts that the bundled fonts do not contain. It is given a whole string at a time, so that Arabic letters
// join, Indic scripts stack and emoji keep their colours. The app supplies the rasteriser (the browser's 2D canvas; Pango natively).
// Without one, such characters are measured as one em each and drawn as boxes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "canvas/theme.h"

namespace attn::canvas {

/// A string as pixels: `width` x `height`, 4 bytes a pixel (r, g, b, a; not premultiplied), row by row from the top. The pen starts `left`
/// pixels from the left edge, on a baseline `ascent` pixels below the top edge, and advances by `advance` pixels. Everything is zero if the
/// system could not draw the string.
struct TextBitmap {
  int width = 0, height = 0;
  float left = 0, ascent = 0, advance = 0;
  std::vector<uint8_t> pixels;
};

/// Draws one line of `text` in `color`. `size` is that of the em square in pixels of the bitmap; `strong` means a semibold weight.
using TextRasterizer = TextBitmap (*)(std::string_view text, float size, bool strong, Color color);

/// The app sets the rasteriser once before the first frame. Null removes it.
void set_text_rasterizer(TextRasterizer rasterizer);
TextRasterizer text_rasterizer();

/// The width of `text` in em according to the rasteriser; 0 without one. It is cached, because layouts ask for it again and again.
float system_text_width(std::string_view text, bool strong);

}  // namespace attn::canvas
