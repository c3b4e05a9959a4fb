#include "tasks/text_pieces.h"

#include "base/text.h"
#include "tasks/unicode.h"

namespace attn::tasks {
namespace {

enum class Sign { letter, digit, space, other };

Sign sign_of(char32_t code) {
  if (unicode::is_letter(code)) return Sign::letter;
  if (unicode::is_number(code)) return Sign::digit;
  return unicode::is_space(code) ? Sign::space : Sign::other;
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

std::size_t piece_end(std::string_view text, std::size_t at, std::size_t longest) {
  if (text[at] == '\'')
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"})
      if (text.substr(at, ending.size()) == ending) return at + ending.size();
  const auto sign_at = [text](std::size_t i, std::size_t* length) {
    const CodePoint found = code_point_at(text, i);
    *length = found.length;
    return sign_of(found.code);
  };
  std::size_t length = 0, end = at, last = at, signs = 0;
  if (text[at] == ' ' && at + 1 < text.size() && sign_at(at + 1, &length) != Sign::space) end = at + 1;
  const Sign sign = sign_at(end, &length);
  while (end < text.size() && sign_at(end, &length) == sign) {
    if (signs++ == longest) return end;
    last = end;
    end += length;
  }
  return sign != Sign::space || end == text.size() || last == at ? end : last;
}

}  // namespace attn::tasks
