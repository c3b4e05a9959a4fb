// The font files that are part of a program. The build compiles them in (cmake/font_data.cmake). A program that is given its fonts later
// (give_font() in fonts.h) leaves them out by defining this function itself such that it returns nothing.
#pragma once

#include <span>
#include <string_view>

namespace attn::canvas {

/// The TrueType file of a face of tools/fonts.mjs ("inter-regular"); empty where it is not part of the program.
std::span<const unsigned char> bundled_font(std::string_view face);

}  // namespace attn::canvas
