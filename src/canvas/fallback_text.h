// Text in scripts that the bundled fonts do not hold, rasterised by the system: a whole string at a time, so that Arabic joins, Indic
// scripts stack and emoji keep their colours. The app supplies the rasteriser (the browser's 2D canvas; Pango natively); without one,
// such characters are measured as one em each and drawn as boxes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "canvas/theme.h"

namespace attn::canvas {

/// A string as pixels: `width` x `height`, 4 bytes a pixel (r, g, b, a; not premultiplied), row by row from the top. The pen starts
/// `left` pixels from the left edge on the line `ascent` pixels below the top edge, and moves `advance` pixels. All zero when the system
/// could not draw it.
struct TextBitmap {
  int width = 0, height = 0;
  float left = 0, ascent = 0, advance = 0;
  std::vector<uint8_t> pixels;
};

/// Draws one line of `text` in `color`; `size` is that of the em square in pixels of the bitmap, `strong` a semibold weight.
using TextRasterizer = TextBitmap (*)(std::string_view text, float size, bool strong, Color color);

/// Set once by the app before the first frame; null takes it away.
void set_text_rasterizer(TextRasterizer rasterizer);
TextRasterizer text_rasterizer();

/// Width of `text` in em as the rasteriser sees it; remembered, because layouts ask again and again. 0 without a rasteriser.
float system_text_width(std::string_view text, bool strong);

}  // namespace attn::canvas
