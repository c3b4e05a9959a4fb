// Cuts a text into the pieces that byte-pair encoding works on, as GPT-2 does (Radford et al. 2019): words with the space before them,
// numbers, signs, white space.
//
// Letters, numbers and white space are those of Unicode (unicode.h), as in GPT-2.
#pragma once

#include <cstddef>
#include <string_view>

namespace attn::tasks {

/// A longer piece of a reader's text is cut, so that a text without spaces takes no longer than another. GPT-2 has no such limit. In code
/// points, without the space before them.
inline constexpr std::size_t kLongestPiece = 128;
/// What piece_end() says with kLongestPiece, as a regular expression.
inline constexpr std::string_view kPiecePattern =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}{1,128}| ?\p{N}{1,128}| ?[^\s\p{L}\p{N}]{1,128}|\s{1,128}(?!\S)|\s{1,128})";

/// Where the piece that begins at byte `at` ends; at < text.size(). The pieces of a text, one after another, are the whole text, whatever
/// its bytes are. A piece is one of these:
///
///   's 't 're 've 'm 'll 'd
///   letters, numbers, or other signs, each kind with at most one space before it
///   white space, without its last character where a word follows
/// and has at most `longest` code points beside that space.
std::size_t piece_end(std::string_view text, std::size_t at, std::size_t longest = kLongestPiece);

/// The code point at byte `at`, and its length in bytes. A byte that is no part of well-formed UTF-8 is U+FFFD of length 1.
struct CodePoint {
  char32_t code;
  std::size_t length;
};
CodePoint code_point_at(std::string_view text, std::size_t at);

}  // namespace attn::tasks
