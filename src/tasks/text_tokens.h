// The tokens of a reader's text: characters, or the byte pairs of GPT-2. Any bytes can be encoded, also those that are no UTF-8.
//
// Byte-pair encoding (Sennrich et al. 2016; of bytes, Radford et al. 2019) begins with the 256 bytes. It is given a list of merges, each of
// which makes one token of two that stand side by side; merge_learner.h learns the list from a text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/tokens.h"
#include "tasks/text_pieces.h"

namespace attn::tasks {

/// A rule of byte-pair encoding: `left` and `right`, side by side in a piece, become one token.
struct Merge {
  int left = 0, right = 0;
  std::int64_t count = 0;  ///< how often the two stood side by side in the text when the rule was chosen
};

/// Ids are 0 ... size() - 1, and none is special: a caller that needs kEndToken and its like gives them ids of its own. Immutable after
/// making; all const functions may be called by several threads at once.
class TextTokens {
 public:
  /// The id of characters() for every character that has none of its own. It is shown as U+FFFD.
  static constexpr int kUnknown = 0;
  static constexpr int kBytes = 256;  ///< the ids of byte_pairs() below this are single bytes

  /// One token for each of the `most` - 1 most frequent code points of the text, in the order of Unicode, after kUnknown. Of two code
  /// points that are equally frequent the smaller goes first. Bytes that are no UTF-8 count as unknown. most >= 1.
  static TextTokens characters(std::string_view text, int most = 256);

  /// The 256 bytes in GPT-2's order ("!" is 0), then a token for each merge: the i-th merge makes kBytes + i of two earlier ids. With no
  /// merges a token is a byte. A piece of a text has at most `longest_piece` code points (text_pieces.h).
  static TextTokens byte_pairs(std::vector<Merge> merges, std::size_t longest_piece = kLongestPiece);

  int size() const { return static_cast<int>(texts_.size()); }
  bool is_of_bytes() const { return is_of_bytes_; }
  /// The merges of byte_pairs(), in their order.
  const std::vector<Merge>& merges() const { return merges_; }
  /// The share of the text's code points that are kUnknown, from 0 to 1; 0 for byte pairs and for an empty text.
  double unknown_share() const { return unknown_share_; }

  /// The bytes of a token.
  const std::string& text_of(int token) const;
  /// The tokens of any bytes. Of byte pairs, decode(encode(x)) is x; of characters it is where all are known.
  Tokens encode(std::string_view text) const;
  /// The bytes of all tokens, one after another.
  std::string decode(const Tokens& tokens) const;
  /// A label: a space as a middle dot, a line's end as a pilcrow, a tab as an arrow. Controls and bytes that are no UTF-8 by
  /// themselves are hexadecimal: "xE2".
  std::string name(int token) const;

  /// A token in GPT-2's alphabet, in which each byte is one printable character ("\u0120the" for " the").
  std::string bpe_name(int token) const;
  /// The file vocab.json of a tokenizer for Hugging Face: an object from bpe_name to id.
  std::string vocab_json() const;
  /// The file merges.txt of a tokenizer for Hugging Face: a line for each merge.
  std::string merges_text() const;

 private:
  TextTokens() = default;

  void encode_piece(std::string_view piece, Tokens* out) const;

  bool is_of_bytes_ = false;
  std::size_t longest_piece_ = kLongestPiece;
  std::vector<std::string> texts_;
  std::unordered_map<char32_t, int> characters_;
  std::vector<Merge> merges_;
  std::unordered_map<std::uint64_t, int> made_;  ///< the token of a pair: left * 2^32 + right
  double unknown_share_ = 0;
};

/// Bytes of a text as a label, as TextTokens::name() has it.
std::string shown(std::string_view bytes);

/// The byte of an id below TextTokens::kBytes, and its inverse.
unsigned char byte_of(int token);
int token_of(unsigned char byte);

}  // namespace attn::tasks
