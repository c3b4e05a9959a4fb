// Numbers as text and back, and UTF-8. Independent of the locale.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The shortest decimal text that reads back as the same number: as the same float where `value` is one (0.1f gives "0.1"), else as the
/// same double. Plain notation from 1e-5 to 1e15, "1e-7" beyond. Zero of either sign gives "0"; not-finite numbers give "inf", "-inf",
/// "nan".
std::string number_to_text(double value);

/// Reads a whole text as one finite number: sign, digits with an optional point, optional exponent. No spaces, hexadecimal, "inf" or
/// "nan". Returns false and leaves `*value` alone otherwise, also when the number is too large.
bool text_to_number(std::string_view text, double* value);

/// `value` with exactly `digits` places after the point; "0.00" rather than "-0.00".
std::string fixed(double value, int digits);

/// `value` rounded to `digits` significant digits, without trailing zeros: 0.41, 12.3, 0.
std::string rounded(double value, int digits);

/// A number of things, in the singular where it is one: "1 key", "3 keys", "0 keys". `many` is needed where the plural is more than an s,
/// or where a verb follows: counted(n, "word was", "words were").
std::string counted(std::ptrdiff_t count, std::string_view one, std::string_view many = {});

/// The letter with `count` numbers from `first` on: k1, k2, k3.
std::vector<std::string> numbered(std::string_view letter, std::ptrdiff_t count, std::ptrdiff_t first = 1);

/// Whether `text` is well-formed UTF-8 (no overlong forms, surrogates, or values above U+10FFFF).
bool is_utf8(std::string_view text);

/// The code points of `text`; every byte that is no part of a well-formed sequence counts as one U+FFFD.
std::vector<char32_t> code_points(std::string_view text);
std::size_t code_point_count(std::string_view text);
void append_utf8(std::string* out, char32_t code_point);

/// A word in a sentence on the screen, between typographic quotation marks.
std::string quoted(std::string_view word);

/// What somebody typed or pasted, in a message: between plain quotation marks, control characters as spaces, cut with "..." after `most`
/// characters.
std::string cited(std::string_view text, std::size_t most = 24);

}  // namespace attn
