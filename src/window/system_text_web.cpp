// Text drawn by the browser: a hidden 2D canvas draws the string with whatever fonts the reader's system has.
#include <emscripten.h>

#include <cstdlib>
#include <string>

#include "canvas/fallback_text.h"
#include "window/system_text.h"

// Draws into a canvas kept on the module and leaves the pixels in a fresh buffer at *pixels. `out`: width, height, left, ascent, advance.
// clang-format off
EM_JS(unsigned char*, js_draw_text, (const char* text, float size, int strong, const char* color, float* out), {
  const string = UTF8ToString(text);
  const scratch = Module.labTextCanvas = Module.labTextCanvas || document.createElement('canvas');
  const pen = scratch.getContext('2d', {willReadFrequently: true});
  const font = (strong ? '600 ' : "") + size + 'px Inter, system-ui, sans-serif';
  pen.font = font;
  const m = pen.measureText(string);
  const left = Math.ceil(Math.max(0, m.actualBoundingBoxLeft)) + 1;
  const ascent = Math.ceil(Math.max(0, m.actualBoundingBoxAscent)) + 1;
  const width = left + Math.ceil(Math.max(0, m.actualBoundingBoxRight)) + 1;
  const height = ascent + Math.ceil(Math.max(0, m.actualBoundingBoxDescent)) + 1;
  if (!(width <= 4096 && height <= 4096)) return 0;
  scratch.width = width;
  scratch.height = height;
  pen.font = font;
  pen.fillStyle = UTF8ToString(color);
  pen.textBaseline = 'alphabetic';
  pen.fillText(string, left, ascent);
  const data = pen.getImageData(0, 0, width, height).data;
  const pixels = _malloc(data.length);
  if (!pixels) return 0;
  HEAPU8.set(data, pixels);
  HEAPF32.set([width, height, left, ascent, m.width], out >> 2);
  return pixels;
});
// clang-format on

namespace attn::window {
namespace {

canvas::TextBitmap rasterize(std::string_view text, float size, bool strong, canvas::Color color) {
  float out[5] = {};
  unsigned char* pixels = js_draw_text(std::string(text).c_str(), size, strong, canvas::to_hex(color).c_str(), out);
  canvas::TextBitmap bitmap;
  if (!pixels) return bitmap;
  bitmap.width = static_cast<int>(out[0]);
  bitmap.height = static_cast<int>(out[1]);
  bitmap.left = out[2], bitmap.ascent = out[3], bitmap.advance = out[4];
  bitmap.pixels.assign(pixels, pixels + 4 * static_cast<size_t>(bitmap.width) * static_cast<size_t>(bitmap.height));
  std::free(pixels);
  return bitmap;
}

}  // namespace

void install_text_rasterizer() { canvas::set_text_rasterizer(rasterize); }

}  // namespace attn::window
