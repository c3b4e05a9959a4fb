// Pictures made by the program as ImGui textures: text drawn by the system, large grids of cells. They are created, updated and destroyed
// by ImGui's renderer, so any renderer (or none) will do; what is not drawn for a while is given back.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "canvas/theme.h"

namespace attn::canvas {

/// Text rasterised by the system. `left` and `ascent` are those of TextBitmap. `data` is null when the system could not draw it.
struct TextTexture {
  ImTextureData* data = nullptr;
  float left = 0, ascent = 0;
};
TextTexture text_texture(std::string_view text, float size, bool strong, Color color);

/// A grid of cells as a picture of width x height pixels with sharp edges. `name` tells grids of one frame apart.
ImTextureData* cells_texture(std::string_view name, int width, int height, int rows, int cols, std::span<const Color> colors);

/// Call it once a frame: gives back what has not been drawn lately.
void collect_textures();
/// Forgets all textures of the current context, before it is destroyed; after the renderer has shut down, which deletes them.
void release_textures();

}  // namespace attn::canvas
