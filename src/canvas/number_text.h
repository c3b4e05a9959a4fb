// Numbers as they stand in figures, with a true minus (U+2212). What leaves the screen (clipboard, CSV, sentences for the ear) keeps the
// plain '-' of base/text.h.
#pragma once

#include <string>

namespace attn::canvas {

/// `text` with a true minus in place of a '-' at its beginning.
std::string with_minus(std::string text);

/// "·10⁻⁷", behind the digits of a number.
std::string times_ten_to(int exponent);

/// fixed() and rounded() of base/text.h for the eye; an exponent is one of ten.
std::string shown_fixed(double value, int digits);
std::string shown_rounded(double value, int digits);

}  // namespace attn::canvas
