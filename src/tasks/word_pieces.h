// The tokens of BERT (Devlin et al. 2019, section 3; WordPiece as in Wu et al. 2016, section 4.1, read greedily as in the released code).
//
// A text is cleaned, cut at white space and at every punctuation mark and Chinese character, and in the models that are "uncased" written
// in lower case and without accents. Each word is then taken from its front: the longest piece that the vocabulary has, where those that
// go on a word begin with "##". A word that cannot be cut in this way is one [UNK].
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/tokens.h"

namespace attn::tasks {

/// Immutable after making; all const functions may be called by several threads at once.
class WordPieces {
 public:
  /// Reads a vocab.txt: a token a line, whose number is its id. Returns an empty string, or what is wrong: a file without [UNK], [CLS],
  /// [SEP] or [MASK], a token twice, no UTF-8. `*pieces` is unchanged then.
  static std::string read(std::string_view vocabulary, bool lower_case, WordPieces* pieces);

  int size() const { return static_cast<int>(texts_.size()); }
  int unknown() const { return unknown_; }
  int classifier() const { return classifier_; }  ///< [CLS]
  int separator() const { return separator_; }    ///< [SEP]
  int mask() const { return mask_; }              ///< [MASK]
  /// A token as the vocabulary has it: "##ing".
  const std::string& name(int token) const;
  /// The tokens of a text, without [CLS] and [SEP]. The marks "[MASK]" and "[SEP]" in the text are these tokens. Bytes that are no UTF-8
  /// are passed over.
  Tokens encode(std::string_view text) const;
  /// The tokens as a text, as far as it can be told: with spaces between words, none before what goes on a word.
  std::string decode(const Tokens& tokens) const;

 private:
  void encode_words(std::string_view text, Tokens* out) const;
  void encode_word(std::string_view word, Tokens* out) const;

  bool lower_case_ = true;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, int> ids_;
  int unknown_ = -1, classifier_ = -1, separator_ = -1, mask_ = -1;
};

}  // namespace attn::tasks
