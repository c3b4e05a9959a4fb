// The font that is used for measuring where all fonts are missing: a TrueType file without letters, so that the system draws all text
// (fallback_text.h).
#pragma once

#include <string>

namespace attn::canvas {

/// The file. Its one glyph, for what is missing, is as high as Inter's capitals.
std::string stand_in_font();

}  // namespace attn::canvas
