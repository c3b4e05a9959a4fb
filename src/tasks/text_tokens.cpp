#include "tasks/text_tokens.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "tasks/text_pieces.h"

namespace attn::tasks {
namespace {

/// GPT-2's table: bytes that are printable characters of Latin-1 come first and are written as such; the others, in order, are written as
/// the characters from U+0100 on.
struct ByteTable {
  std::array<unsigned char, 256> byte_of{};
  std::array<int, 256> token_of{};
  std::array<char32_t, 256> sign_of{};  ///< by byte
};

ByteTable make_byte_table() {
  ByteTable table;
  int token = 0;
  const auto add = [&](int byte, int sign) {
    table.byte_of[static_cast<size_t>(token)] = static_cast<unsigned char>(byte);
    table.token_of[static_cast<size_t>(byte)] = token++;
    table.sign_of[static_cast<size_t>(byte)] = static_cast<char32_t>(sign);
  };
  const auto is_printable = [](int b) { return (b >= 0x21 && b <= 0x7E) || (b >= 0xA1 && b <= 0xAC) || b >= 0xAE; };
  for (int byte = 0; byte < 256; ++byte)
    if (is_printable(byte)) add(byte, byte);
  int sign = 0x100;
  for (int byte = 0; byte < 256; ++byte)
    if (!is_printable(byte)) add(byte, sign++);
  return table;
}

const ByteTable& byte_table() {
  static const ByteTable table = make_byte_table();
  return table;
}

std::uint64_t key_of_tokens(int left, int right) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 | static_cast<std::uint32_t>(right);
}

std::string in_hexadecimal(unsigned char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  return {'x', kDigits[byte >> 4], kDigits[byte & 15]};
}

}  // namespace

unsigned char byte_of(int token) {
  CHECK(token >= 0 && token < TextTokens::kBytes, "byte_of: token ", token);
  return byte_table().byte_of[static_cast<size_t>(token)];
}

int token_of(unsigned char byte) { return byte_table().token_of[byte]; }

TextTokens TextTokens::characters(std::string_view text, int most) {
  CHECK(most >= 1, "TextTokens: at most ", most);
  std::unordered_map<char32_t, std::int64_t> counts;
  std::int64_t total = 0, known = 0;
  for (std::size_t at = 0; at < text.size(); ++total) {
    const CodePoint found = code_point_at(text, at);
    at += found.length;
    if (found.code != 0xFFFD) ++counts[found.code];
  }
  std::vector<std::pair<char32_t, std::int64_t>> kept(counts.begin(), counts.end());
  std::sort(kept.begin(), kept.end(),
            [](const auto& a, const auto& b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
  kept.resize(std::min(kept.size(), static_cast<size_t>(most - 1)));
  std::sort(kept.begin(), kept.end());
  TextTokens out;
  out.texts_.emplace_back("\uFFFD");
  for (const auto& [code, count] : kept) {
    known += count;
    out.characters_[code] = out.size();
    append_utf8(&out.texts_.emplace_back(), code);
  }
  out.unknown_share_ = total ? static_cast<double>(total - known) / static_cast<double>(total) : 0;
  return out;
}

TextTokens TextTokens::byte_pairs(std::vector<Merge> merges, std::size_t longest_piece) {
  TextTokens out;
  out.is_of_bytes_ = true;
  out.longest_piece_ = longest_piece;
  for (int token = 0; token < kBytes; ++token) out.texts_.emplace_back(1, static_cast<char>(byte_of(token)));
  for (const Merge& merge : merges) {
    const int made = out.size();
    CHECK(merge.left >= 0 && merge.left < made && merge.right >= 0 && merge.right < made, "byte_pairs: merge ", merge.left, " ",
          merge.right);
    out.made_.emplace(key_of_tokens(merge.left, merge.right), made);
    out.texts_.push_back(out.text_of(merge.left) + out.text_of(merge.right));
  }
  out.merges_ = std::move(merges);
  return out;
}

const std::string& TextTokens::text_of(int token) const {
  CHECK(token >= 0 && token < size(), "TextTokens: token ", token, " of ", size());
  return texts_[static_cast<size_t>(token)];
}

void TextTokens::encode_piece(std::string_view piece, Tokens* out) const {
  Tokens tokens;
  for (const char c : piece) tokens.push_back(token_of(static_cast<unsigned char>(c)));
  for (;;) {
    int first = std::numeric_limits<int>::max();  // the earliest merge that applies; its token has the smallest id
    for (size_t i = 0; i + 1 < tokens.size(); ++i)
      if (const auto found = made_.find(key_of_tokens(tokens[i], tokens[i + 1])); found != made_.end())
        first = std::min(first, found->second);
    if (first == std::numeric_limits<int>::max()) break;
    const Merge& merge = merges_[static_cast<size_t>(first - kBytes)];
    size_t kept = 0;
    for (size_t i = 0; i < tokens.size(); ++i) {
      const bool both = i + 1 < tokens.size() && tokens[i] == merge.left && tokens[i + 1] == merge.right;
      tokens[kept++] = both ? first : tokens[i];
      if (both) ++i;
    }
    tokens.resize(kept);
  }
  out->insert(out->end(), tokens.begin(), tokens.end());
}

Tokens TextTokens::encode(std::string_view text) const {
  Tokens out;
  if (!is_of_bytes_) {
    for (std::size_t at = 0; at < text.size();) {
      const CodePoint found = code_point_at(text, at);
      at += found.length;
      const auto known = characters_.find(found.code);
      out.push_back(known == characters_.end() ? kUnknown : known->second);
    }
    return out;
  }
  std::unordered_map<std::string_view, std::pair<size_t, size_t>> seen;  // where a piece's tokens stand in `out`
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = piece_end(text, at, longest_piece_);
    const std::string_view piece = text.substr(at, end - at);
    at = end;
    const size_t begin = out.size();
    if (const auto known = seen.find(piece); known != seen.end()) {
      for (size_t i = known->second.first; i < known->second.second; ++i) out.push_back(out[i]);
      continue;
    }
    encode_piece(piece, &out);
    seen.emplace(piece, std::pair{begin, out.size()});
  }
  return out;
}

std::string TextTokens::decode(const Tokens& tokens) const {
  std::string out;
  for (const int token : tokens) out += text_of(token);
  return out;
}

std::string TextTokens::name(int token) const { return shown(text_of(token)); }

std::string shown(std::string_view bytes) {
  std::string out;
  for (std::size_t at = 0; at < bytes.size();) {
    const CodePoint found = code_point_at(bytes, at);
    const auto byte = static_cast<unsigned char>(bytes[at]);
    if (byte == ' ')
      out += "\u00b7";
    else if (byte == '\n')
      out += "\u00b6";
    else if (byte == '\t')
      out += "\u2192";
    else if (byte < 0x20 || byte == 0x7F || (byte >= 0x80 && found.length == 1))
      out += in_hexadecimal(byte);
    else
      out.append(bytes, at, found.length);
    at += found.length;
  }
  return out;
}

std::string TextTokens::bpe_name(int token) const {
  std::string out;
  for (const char c : text_of(token)) append_utf8(&out, byte_table().sign_of[static_cast<unsigned char>(c)]);
  return out;
}

std::string TextTokens::vocab_json() const {
  std::string out = "{";
  for (int token = 0; token < size(); ++token) {
    if (token > 0) out += ",";
    out += "\"";
    for (const char c : bpe_name(token)) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out.append("\":").append(std::to_string(token));
  }
  return out + "}\n";
}

std::string TextTokens::merges_text() const {
  std::string out = "#version: 0.2\n";
  for (const Merge& merge : merges_) out.append(bpe_name(merge.left)).append(" ").append(bpe_name(merge.right)).append("\n");
  return out;
}

}  // namespace attn::tasks
