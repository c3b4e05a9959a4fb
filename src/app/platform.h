// What only the platform knows: memory, and text in scripts outside the bundled fonts. In pairs: platform_web.cpp, platform_native.cpp.
#pragma once

#include <cstddef>

namespace attn::app {

/// Bytes the program holds on its heap.
std::size_t heap_bytes();

}  // namespace attn::app
