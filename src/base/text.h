// Numbers as text and back, and UTF-8. Independent of the locale.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The shortest decimal text that reads back as the same number: as the same float where `value` is a float (0.1f gives "0.1"), else as the
/// same double. The notation is plain from 1e-5 to 1e15, and like "1e-7" beyond. Zero of either sign gives "0". Numbers that are not finite
/// give "inf", "-inf" or "nan".
std::string number_to_text(double value);

/// Reads the whole text as one finite number: a sign, digits with an optional point, an optional exponent. Spaces, hexadecimal numbers,
/// "inf" and "nan" are refused, and so are numbers that are too large. Returns false then, and does not change `*value`.
bool text_to_number(std::string_view text, double* value);

/// `value` with exactly `digits` places after the point, with "0.00" rather than "-0.00".
std::string fixed(double value, int digits);

/// `value` rounded to `digits` significant digits, without trailing zeros: 0.41, 12.3, 0.
std::string rounded(double value, int digits);

/// A number of things, in the singular where it is one: "1 key", "3 keys", "0 keys". `many` is needed where the plural is more than an s,
/// or where a verb follows: counted(n, "word was", "words were").
std::string counted(std::ptrdiff_t count, std::string_view one, std::string_view many = {});

/// A count with a comma between thousands: 12,000.
std::string thousands(std::ptrdiff_t count);

/// The letter with `count` numbers from `first` on: k1, k2, k3.
std::vector<std::string> numbered(std::string_view letter, std::ptrdiff_t count, std::ptrdiff_t first = 1);

/// Whether `text` is well-formed UTF-8 (no overlong forms, surrogates, or values above U+10FFFF).
bool is_utf8(std::string_view text);

/// The code points of `text`. Every byte that is not part of a well-formed sequence counts as one U+FFFD.
std::vector<char32_t> code_points(std::string_view text);
std::size_t code_point_count(std::string_view text);
void append_utf8(std::string* out, char32_t code_point);

/// The word between typographic quotation marks, for a sentence on the screen.
std::string quoted(std::string_view word);

/// What somebody typed or pasted, for a message: between plain quotation marks, with control characters as spaces, and cut with "..." after
/// `most` characters.
std::string cited(std::string_view text, std::size_t most = 24);

}  // namespace attn
