#include "canvas/fonts.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/text.h"
#include "canvas/fallback_text.h"
#include "canvas/font_data.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include "imstb_truetype.h"
#pragma GCC diagnostic pop

namespace attn::canvas {
namespace {

constexpr int kFontCount = 4;

struct Face {
  stbtt_fontinfo info{};
  float em_scale = 0;    ///< font units to em
  float cap_height = 0;  ///< em
};

Face load(Font font) {
  Face face;
  const unsigned char* file = font_file(font).data();
  CHECK(stbtt_InitFont(&face.info, file, stbtt_GetFontOffsetForIndex(file, 0)), "font ", static_cast<int>(font));
  face.em_scale = stbtt_ScaleForMappingEmToPixels(&face.info, 1.0f);
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  stbtt_GetCodepointBox(&face.info, 'H', &x0, &y0, &x1, &y1);
  face.cap_height = static_cast<float>(y1) * face.em_scale;
  return face;
}

/// Parsed once; never changes.
const Face& face(Font font) {
  static const std::array<Face, kFontCount> faces = {load(Font::kText), load(Font::kStrong), load(Font::kMath), load(Font::kMathItalic)};
  return faces[static_cast<size_t>(font)];
}

}  // namespace

std::span<const unsigned char> font_file(Font font) {
  switch (font) {
    case Font::kText:
      return kInterRegular;
    case Font::kStrong:
      return kInterSemiBold;
    case Font::kMath:
      return kKatexMain;
    case Font::kMathItalic:
      return kKatexMath;
  }
  return {};
}

bool has_glyph(Font font, char32_t code_point) {
  return code_point == ' ' || stbtt_FindGlyphIndex(&face(font).info, static_cast<int>(code_point)) != 0;
}

bool is_covered(Font font, std::string_view text) {
  const auto points = code_points(text);
  return std::all_of(points.begin(), points.end(), [font](char32_t c) { return has_glyph(font, c); });
}

float text_width(std::string_view text, Font font, float size) {
  const Face& f = face(font);
  float em = 0;
  bool covered = true;
  for (const char32_t c : code_points(text)) {
    if (!has_glyph(font, c)) {
      covered = false;
      em += 1;
      continue;
    }
    int advance = 0, bearing = 0;
    stbtt_GetCodepointHMetrics(&f.info, static_cast<int>(c), &advance, &bearing);
    em += static_cast<float>(advance) * f.em_scale;
  }
  if (!covered && text_rasterizer()) return size * system_text_width(text, font == Font::kStrong);
  return em * size;
}

float baseline_below_top(Font font, float size) { return size * (kLineHeight + face(font).cap_height) / 2; }

float line_top(float y, const TextStyle& style) {
  const float height = kLineHeight * style.size;
  if (style.baseline == Baseline::kTop) return y;
  return style.baseline == Baseline::kMiddle ? y - height / 2 : y - height;
}

float line_left(float x, float width, Align align) {
  if (align == Align::kLeft) return x;
  return align == Align::kCenter ? x - width / 2 : x - width;
}

}  // namespace attn::canvas
