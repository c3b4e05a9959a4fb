// Numbers as they stand in figures, with a true minus (U+2212). What leaves the screen (clipboard, CSV, sentences for the ear) keeps the
// plain '-' of base/text.h.
#pragma once

#include <string>

namespace attn::canvas {

/// `text` with a true minus in place of a '-' at its beginning.
std::string with_minus(std::string text);

/// fixed() and rounded() of base/text.h for the eye.
std::string shown_fixed(double value, int digits);
std::string shown_rounded(double value, int digits);

}  // namespace attn::canvas
