// The bundled fonts in ImGui. Glyphs are rasterised on demand at whatever size and density a frame asks for, so that text is crisp at any
// scale.
#pragma once

#include <imgui.h>

#include "canvas/canvas.h"

namespace attn::canvas {

/// Adds the four fonts to the atlas of the current context. Call it once, before the first frame. Sizes are those of the em square.
void load_imgui_fonts();

/// One of the fonts, at the density of the current frame.
ImFont* imgui_font(Font font);

ImU32 to_imgui(Color color);

/// Draws one line of text with the top left corner of its box at `top_left` (rounded to whole pixels). The system draws text that the
/// bundled fonts do not cover (fallback_text.h).
void draw_imgui_text(ImDrawList& list, Point top_left, std::string_view text, Font font, float size, Color color);

}  // namespace attn::canvas
