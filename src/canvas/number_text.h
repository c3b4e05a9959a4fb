// Numbers as figures show them, with a true minus (U+2212). What leaves the screen (clipboard, CSV, descriptions for screen readers) has
// the plain '-' of base/text.h.
#pragma once

#include <string>

namespace attn::canvas {

/// `text` with a true minus in place of a '-' at its beginning.
std::string with_minus(std::string text);

/// "·10⁻⁷", for after the digits of a number.
std::string times_ten_to(int exponent);

/// rounded() of base/text.h for use in a sentence: it writes 7.15·10⁻⁷ instead of 7.15e-7, and 10⁻⁷ instead of 1·10⁻⁷.
std::string said_rounded(double value, int digits);

/// fixed() and said_rounded() with a true minus.
std::string shown_fixed(double value, int digits);
std::string shown_rounded(double value, int digits);

}  // namespace attn::canvas
