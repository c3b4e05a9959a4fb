// The bundled font files, compiled into the program by the build (cmake/fonts.cmake).
#pragma once

#include <span>

namespace attn::ui {

extern const std::span<const unsigned char> kInterRegular, kInterSemiBold, kKatexMain, kKatexMath;

}  // namespace attn::ui
