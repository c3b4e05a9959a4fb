// The font files that a program brings along. The build compiles them in (cmake/font_data.cmake); a program that is given its fonts
// (give_font in fonts.h) defines this function itself, returning nothing, and so leaves them out.
#pragma once

#include <span>
#include <string_view>

namespace attn::canvas {

/// The TrueType file of a face of tools/fonts.mjs ("inter-regular"); empty where the program does not bring it.
std::span<const unsigned char> bundled_font(std::string_view face);

}  // namespace attn::canvas
