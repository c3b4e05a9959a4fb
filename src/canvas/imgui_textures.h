// Pictures that the program makes, as ImGui textures: text drawn by the system, and large grids of cells. ImGui's renderer creates, updates
// and destroys them, so that any renderer (or none) will do. Textures that are not drawn for a while are released.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "canvas/theme.h"

namespace attn::canvas {

/// Text rasterised by the system. `left` and `ascent` are those of TextBitmap. `data` is null if the system could not draw the text.
struct TextTexture {
  ImTextureData* data = nullptr;
  float left = 0, ascent = 0;
};
TextTexture text_texture(std::string_view text, float size, bool strong, Color color);

/// A grid of cells as a picture of width x height pixels with sharp edges. The grids of a frame must differ in their `name`.
ImTextureData* cells_texture(std::string_view name, int width, int height, int rows, int cols, std::span<const Color> colors);

/// Releases what has not been drawn lately. Call it once a frame.
void collect_textures();
/// Forgets all textures of the current context. Call it after the renderer has shut down, which deletes them, and before the context is
/// destroyed.
void release_textures();

}  // namespace attn::canvas
