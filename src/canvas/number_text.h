// Numbers as they stand in figures, with a true minus (U+2212). What leaves the screen (clipboard, CSV, sentences for the ear) keeps the
// plain '-' of base/text.h.
#pragma once

#include <string>

namespace attn::canvas {

/// `text` with a true minus in place of a '-' at its beginning.
std::string with_minus(std::string text);

/// "·10⁻⁷", behind the digits of a number.
std::string times_ten_to(int exponent);

/// rounded() of base/text.h within a sentence: an exponent is one of ten, 7.15·10⁻⁷ and never 7.15e-7, and
/// 1 before it goes without saying.
std::string said_rounded(double value, int digits);

/// fixed() and said_rounded() for the eye.
std::string shown_fixed(double value, int digits);
std::string shown_rounded(double value, int digits);

}  // namespace attn::canvas
