// Text in scripts that the bundled fonts do not contain, drawn by the system: the browser's 2D canvas, or Pango. It is implemented twice,
// in system_text_web.cpp and system_text_native.cpp.
#pragma once

namespace attn::window {

/// Gives every canvas the system's fonts (see canvas/fallback_text.h).
void install_text_rasterizer();

}  // namespace attn::window
