#include "tasks/text_pieces.h"

#include "base/text.h"

namespace attn::tasks {
namespace {

enum class Sign { letter, digit, space, other };

struct Range {
  char32_t first, last;
};

template <std::size_t kCount>
bool is_in(const Range (&ranges)[kCount], char32_t code) {
  for (const auto& [first, last] : ranges)
    if (code >= first && code <= last) return true;
  return false;
}

Sign sign_of(char32_t code) {
  if (code < 0x80) {
    if ((code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z')) return Sign::letter;
    if (code >= '0' && code <= '9') return Sign::digit;
    return code == ' ' || (code >= '\t' && code <= '\r') ? Sign::space : Sign::other;
  }
  static constexpr Range kSpaces[] = {{0x85, 0x85},     {0xA0, 0xA0},     {0x1680, 0x1680}, {0x2000, 0x200A},
                                      {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};
  static constexpr Range kDigits[] = {{0xB2, 0xB3},     {0xB9, 0xB9},     {0xBC, 0xBE},     {0x660, 0x669},
                                      {0x966, 0x96F},   {0x2070, 0x2070}, {0x2074, 0x2079}, {0x2080, 0x2089},
                                      {0x2150, 0x2189}, {0x2460, 0x249B}, {0xFF10, 0xFF19}};
  static constexpr Range kLetters[] = {{0xAA, 0xAA}, {0xB5, 0xB5}, {0xBA, 0xBA}};  // among the signs of Latin-1
  // Controls and signs of Latin-1, accents to combine, punctuation, arrows, mathematics, boxes; the same in East Asian widths; emoji.
  static constexpr Range kOthers[] = {{0x80, 0xBF},     {0xD7, 0xD7},     {0xF7, 0xF7},     {0x300, 0x36F},    {0x200B, 0x2BFF},
                                      {0x2E00, 0x2E7F}, {0x3001, 0x3004}, {0x3008, 0x3020}, {0x3030, 0x3030},  {0xFE00, 0xFE6F},
                                      {0xFF01, 0xFF0F}, {0xFF1A, 0xFF20}, {0xFFE0, 0xFFFF}, {0x1F000, 0x1FAFF}};
  if (is_in(kSpaces, code)) return Sign::space;
  if (is_in(kDigits, code)) return Sign::digit;
  return !is_in(kLetters, code) && is_in(kOthers, code) ? Sign::other : Sign::letter;
}

}  // namespace

CodePoint code_point_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[at + i])); };
  const char32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (length == 0 || at + length > text.size() || !is_utf8(text.substr(at, length))) return {0xFFFD, 1};
  char32_t code = first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (byte(i) & 0x3F);
  return {code, length};
}

std::size_t piece_end(std::string_view text, std::size_t at) {
  if (text[at] == '\'')
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"})
      if (text.substr(at, ending.size()) == ending) return at + ending.size();
  const auto sign_at = [text](std::size_t i, std::size_t* length) {
    const CodePoint found = code_point_at(text, i);
    *length = found.length;
    return sign_of(found.code);
  };
  std::size_t length = 0, end = at, last = at;
  if (text[at] == ' ' && at + 1 < text.size() && sign_at(at + 1, &length) != Sign::space) end = at + 1;
  const Sign sign = sign_at(end, &length);
  while (end < text.size() && sign_at(end, &length) == sign) {
    if (end + length - at > kLongestPiece) return end;
    last = end;
    end += length;
  }
  return sign != Sign::space || end == text.size() || last == at ? end : last;
}

}  // namespace attn::tasks
