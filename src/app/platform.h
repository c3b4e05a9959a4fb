// What only the platform knows: memory, and text in scripts outside the bundled fonts. In pairs: platform_web.cpp, platform_native.cpp;
// text_web.cpp, text_native.cpp.
#pragma once

#include <cstddef>

namespace attn::app {

/// Bytes the program holds on its heap.
std::size_t heap_bytes();

/// Gives the ui the system's fonts (see ui/fallback_text.h): the browser's 2D canvas, or Pango.
void install_text_rasterizer();

}  // namespace attn::app
