#include "canvas/imgui_fonts.h"

#include <cmath>

#include "base/check.h"
#include "canvas/fallback_text.h"
#include "canvas/fonts.h"
#include "canvas/imgui_textures.h"

namespace attn::canvas {
namespace {

constexpr Font kFonts[] = {Font::kText, Font::kStrong, Font::kMath, Font::kMathItalic};

void draw_system_text(ImDrawList& list, Point baseline, std::string_view text, bool strong, float size, Color color) {
  const float density = ImGui::GetIO().DisplayFramebufferScale.x;
  const TextTexture texture = text_texture(text, size * density, strong, color);
  if (!texture.data) return;
  const ImVec2 from(std::round(baseline.x) - texture.left / density, std::round(baseline.y) - texture.ascent / density);
  const ImVec2 to(from.x + static_cast<float>(texture.data->Width) / density, from.y + static_cast<float>(texture.data->Height) / density);
  list.AddImage(texture.data->GetTexRef(), from, to);
}

}  // namespace

void load_imgui_fonts() {
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  CHECK(atlas->Fonts.empty());
  for (const Font font : kFonts) {
    const auto file = font_file(font);
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;  // the atlas copies it
    config.SizePixels = -1;               // negative: sizes are of the em square
    config.GlyphMinAdvanceX = 1e6f;       // the negative size makes ImGui exchange this bound with the upper one
    config.GlyphMaxAdvanceX = -1e6f;
    atlas->AddFontFromMemoryTTF(const_cast<unsigned char*>(file.data()), static_cast<int>(file.size()), 0, &config);
  }
}

ImFont* imgui_font(Font font) {
  ImFont* loaded = ImGui::GetIO().Fonts->Fonts[static_cast<int>(font)];
  loaded->CurrentRasterizerDensity = ImGui::GetIO().DisplayFramebufferScale.x;
  return loaded;
}

ImU32 to_imgui(Color c) { return ImGui::ColorConvertFloat4ToU32(ImVec4(c.r, c.g, c.b, c.a)); }

void draw_imgui_text(ImDrawList& list, Point top_left, std::string_view text, Font font, float size, Color color) {
  if (text.empty()) return;
  const float baseline = std::round(top_left.y + baseline_below_top(font, size));
  if (text_rasterizer() && !is_covered(font, text)) {
    draw_system_text(list, {top_left.x, baseline}, text, font == Font::kStrong, size, color);
    return;
  }
  ImFont* face = imgui_font(font);
  const ImVec2 at(std::round(top_left.x), baseline - std::round(face->GetFontBaked(size)->Ascent));
  // The clip rectangle is unbounded, because the text may be rotated afterwards and the draw list clips anyway.
  constexpr float kFar = 1e6f;
  face->RenderText(&list, size, at, to_imgui(color), ImVec4(-kFar, -kFar, kFar, kFar), text.data(), text.data() + text.size());
}

}  // namespace attn::canvas
