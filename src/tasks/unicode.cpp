#include "tasks/unicode.h"

#include <algorithm>

#include "tasks/unicode_tables.h"

namespace attn::tasks::unicode {
namespace {

bool is_in(std::span<const Range> ranges, char32_t code) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), code, [](char32_t c, const Range& r) { return c < r.first; });
  return after != ranges.begin() && code <= std::prev(after)->last;
}

std::u32string mapped(const Mappings& mappings, char32_t code) {
  const auto found =
      std::lower_bound(mappings.from.begin(), mappings.from.end(), code, [](const Mapping& m, char32_t c) { return m.code < c; });
  if (found == mappings.from.end() || found->code != code) return std::u32string(1, code);
  const auto to = mappings.to.subspan(found->begin, found->count);
  return {to.begin(), to.end()};
}

/// The letters that a syllable of Hangul is made of (The Unicode Standard, section 3.12).
std::u32string hangul_letters(char32_t syllable) {
  constexpr char32_t kFirst = 0x1100, kVowel = 0x1161, kLast = 0x11A7, kVowels = 21, kLasts = 28;
  const char32_t index = syllable - 0xAC00, last = index % kLasts;
  std::u32string out{kFirst + index / (kVowels * kLasts), kVowel + index / kLasts % kVowels};
  if (last > 0) out += kLast + last;
  return out;
}

}  // namespace

bool is_letter(char32_t code) { return is_in(letters, code); }
bool is_number(char32_t code) { return is_in(numbers, code); }
bool is_space(char32_t code) { return is_in(spaces, code); }
bool is_punctuation(char32_t code) { return is_in(punctuation, code); }
bool is_control(char32_t code) { return is_in(controls, code); }

std::u32string to_lower(char32_t code) { return mapped(lower_case, code); }

std::u32string strip_accents(char32_t code) {
  return code >= 0xAC00 && code <= 0xD7A3 ? hangul_letters(code) : mapped(without_accents, code);
}

}  // namespace attn::tasks::unicode
