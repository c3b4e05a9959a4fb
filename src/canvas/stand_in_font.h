// What is measured with where no font has come: a TrueType file without a letter in it, so that all text is the system's (fallback_text.h).
#pragma once

#include <string>

namespace attn::canvas {

/// The file. Its one glyph, for what is missing, is as high as Inter's capitals.
std::string stand_in_font();

}  // namespace attn::canvas
