// The bundled font files, compiled into the program by the build (cmake/fonts.cmake).
#pragma once

#include <span>

namespace attn::canvas {

extern const std::span<const unsigned char> kInterRegular, kInterSemiBold, kKatexMain, kKatexMath;

}  // namespace attn::canvas
