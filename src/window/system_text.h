// Text in scripts outside the bundled fonts, drawn by the system: the browser's 2D canvas, or Pango. In pairs: system_text_web.cpp,
// system_text_native.cpp.
#pragma once

namespace attn::window {

/// Gives every canvas the system's fonts (see ui/fallback_text.h).
void install_text_rasterizer();

}  // namespace attn::window
