#include "canvas/fonts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "canvas/fallback_text.h"
#include "canvas/font_data.h"
#include "canvas/stand_in_font.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include "imstb_truetype.h"
#pragma GCC diagnostic pop

namespace attn::canvas {
namespace {

constexpr int kFontCount = 4;
constexpr std::array<std::string_view, kFontCount> kFaces = {"inter-regular", "inter-semibold", "katex-main", "katex-math"};
/// The faces that replace a missing one: the first of these that is available is used.
constexpr std::array<Font, kFontCount> kInPlace = {Font::kText, Font::kStrong, Font::kMath, Font::kMathItalic};

/// Files that were handed over, by font; empty where none was.
std::array<std::string, kFontCount>& given_files() {
  static std::array<std::string, kFontCount> files;
  return files;
}

/// The file of exactly this face, or nothing.
std::span<const unsigned char> own_file(Font font) {
  const auto i = static_cast<size_t>(font);
  const std::string& given = given_files()[i];
  if (!given.empty()) return {reinterpret_cast<const unsigned char*>(given.data()), given.size()};
  return bundled_font(kFaces[i]);
}

/// Whether all tables of a TrueType file are inside it. This has to be checked here, because the rasteriser does not check any length.
bool is_whole(std::string_view file) {
  const auto number = [&file](size_t at, size_t bytes) {
    size_t value = 0;
    for (size_t i = 0; i < bytes; ++i) value = value << 8 | static_cast<unsigned char>(file[at + i]);
    return value;
  };
  constexpr size_t kHead = 12, kRow = 16;
  if (file.size() < kHead || number(0, 4) != 0x00010000) return false;
  const size_t tables = number(4, 2);
  if (file.size() < kHead + kRow * tables) return false;
  for (size_t row = kHead; row < kHead + kRow * tables; row += kRow)
    if (number(row + 8, 4) > file.size() || number(row + 12, 4) > file.size() - number(row + 8, 4)) return false;
  return true;
}

struct Face {
  stbtt_fontinfo info{};
  float em_scale = 0;    ///< factor from font units to em
  float cap_height = 0;  ///< in em
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

/// The parsed fonts, which never change.
const Face& face(Font font) {
  static const std::array<Face, kFontCount> faces = {load(Font::kText), load(Font::kStrong), load(Font::kMath), load(Font::kMathItalic)};
  return faces[static_cast<size_t>(font)];
}

}  // namespace

std::string give_font(std::string_view face, std::string file) {
  const auto at = std::find(kFaces.begin(), kFaces.end(), face);
  if (at == kFaces.end()) return "No font of the figures is called \"" + std::string(face) + "\".";
  stbtt_fontinfo info;
  const auto* bytes = reinterpret_cast<const unsigned char*>(file.data());
  if (!is_whole(file) || !stbtt_InitFont(&info, bytes, 0)) return "It is no whole TrueType file.";
  given_files()[static_cast<size_t>(at - kFaces.begin())] = std::move(file);
  return {};
}

std::span<const unsigned char> font_file(Font font) {
  if (const auto own = own_file(font); !own.empty()) return own;
  for (const Font other : kInPlace)
    if (const auto file = own_file(other); !file.empty()) return file;
  static const std::string stand_in = stand_in_font();
  return {reinterpret_cast<const unsigned char*>(stand_in.data()), stand_in.size()};
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

Glyph glyph(Font font, char32_t code_point) {
  const stbtt_fontinfo* info = &face(font).info;
  Glyph out;
  int bearing = 0;
  stbtt_GetCodepointHMetrics(info, static_cast<int>(code_point), &out.advance, &bearing);
  stbtt_vertex* vertices = nullptr;
  const int count = stbtt_GetCodepointShape(info, static_cast<int>(code_point), &vertices);
  const auto pair = [](int x, int y) { return std::to_string(x) + " " + std::to_string(-y); };
  for (int i = 0; i < count; ++i) {
    const stbtt_vertex& to = vertices[i];
    if (to.type == STBTT_vmove) {
      out.path += (i ? "zM" : "M") + pair(to.x, to.y);
      continue;
    }
    const stbtt_vertex& from = vertices[i - 1];
    if (to.type == STBTT_vcurve)
      out.path += "q" + pair(to.cx - from.x, to.cy - from.y) + " " + pair(to.x - from.x, to.y - from.y);
    else
      out.path += "l" + pair(to.x - from.x, to.y - from.y);
  }
  stbtt_FreeShape(info, vertices);
  if (!out.path.empty()) out.path += "z";
  return out;
}

float units_per_em(Font font) { return 1 / face(font).em_scale; }

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
