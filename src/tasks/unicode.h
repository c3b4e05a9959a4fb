// What kind of character a code point is, and its forms without capitals and accents.
#pragma once

#include <string>

namespace attn::tasks::unicode {

bool is_letter(char32_t code);       ///< category L
bool is_number(char32_t code);       ///< category N: digits, and signs such as a half
bool is_space(char32_t code);        ///< the property White_Space
bool is_punctuation(char32_t code);  ///< category P
bool is_control(char32_t code);      ///< categories Cc, Cf and Co: controls, formats, what is for private use

/// The code point in lower case, which may be more than one.
std::u32string to_lower(char32_t code);
/// Its canonical decomposition (NFD) without nonspacing marks: "e" for an e with an acute. Empty for a mark.
std::u32string strip_accents(char32_t code);

}  // namespace attn::tasks::unicode
