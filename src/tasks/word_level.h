// Tokenizers whose tokens are the entries of a list: words, or single characters. In a tokenizer.json this is the model "WordLevel".
//
// What is read of such files is what tokenizer_files.h writes, and a little more: a text is put in lower case or has letters replaced, it
// is cut at characters of a class such as [ ,.], and tokens are joined with spaces or without.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "tasks/tokenizer.h"

namespace attn::tasks {

/// The members of a tokenizer.json. Where one is not there, its text is empty.
struct WordLevelFile {
  std::unordered_map<std::string, int> vocabulary;  ///< with the special tokens
  std::vector<std::string> special;
  std::string unknown;  ///< the token of all words that have none; it need not be in the vocabulary
  std::string_view normalizer, pre_tokenizer, post_processor, decoder;
};

/// Returns an empty string, or a sentence that says what is not as expected; `*tokenizer` is unchanged then.
std::string make_word_level(const WordLevelFile& file, std::unique_ptr<const Tokenizer>* tokenizer);

}  // namespace attn::tasks
