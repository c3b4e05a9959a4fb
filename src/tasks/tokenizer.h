// Tokenizers of published models, read from the files that come with them: the byte pairs of GPT-2 (vocab.json with merges.txt), the word
// pieces of BERT (vocab.txt), or either as Hugging Face's tokenizer.json, which may also have a list of words or characters (word_level.h).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/tokens.h"

namespace attn::tasks {

/// All const functions may be called by several threads at once.
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  virtual int size() const = 0;
  /// The tokens of a text. Special tokens in it, such as "<|endoftext|>" or "[MASK]", are single ones; none are added.
  virtual Tokens encode(std::string_view text) const = 0;
  virtual std::string decode(const Tokens& tokens) const = 0;
  /// A label: "·the", "##ing".
  virtual std::string name(int token) const = 0;
  /// What opens a text and what closes it, where the model wants that; -1 for none.
  virtual int first() const { return -1; }
  virtual int last() const { return -1; }
  /// The token that hides others, and the one of all that has no token; -1 for none.
  virtual int mask() const { return -1; }
  virtual int unknown() const { return -1; }
  /// Whether a token is a mark of the file's, such as the end of a text.
  virtual bool is_special(int) const { return false; }
  /// Why a text cannot be cut; empty where it can.
  virtual std::string refusal(std::string_view) const { return {}; }
};

/// Each reads a tokenizer. Returns an empty string, or a sentence that says which file is wrong, what is expected and what was found;
/// `*tokenizer` is unchanged then.
std::string read_byte_pairs(std::string_view vocab_json, std::string_view merges_txt, std::unique_ptr<const Tokenizer>* tokenizer);
std::string read_word_pieces(std::string_view vocab_txt, bool lower_case, std::unique_ptr<const Tokenizer>* tokenizer);
std::string read_tokenizer_json(std::string_view tokenizer_json, std::unique_ptr<const Tokenizer>* tokenizer);

}  // namespace attn::tasks
