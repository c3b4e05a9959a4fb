// The file tokenizer.json of Hugging Face's tokenizers, which cuts a text as a model of ours does. tokenizer.h reads such files.
#pragma once

#include <string>

#include "tasks/text_tokens.h"

namespace attn::tasks {

/// How the file calls the tokens of a story that are no words.
inline constexpr std::string_view kFilePad = "<|pad|>", kFileStart = "<|startoftext|>", kFileEnd = "<|endoftext|>";

/// Byte pairs are the model "BPE", characters the model "WordLevel". What is no UTF-8 cannot be said there.
std::string tokenizer_json(const TextTokens& tokens);
/// The words of stories.h as the model "WordLevel", with the start of a story before a text. Like read_story() it knows no word but its
/// own, and what it writes is read as the same tokens; but there is no rule by which it could write capitals.
std::string story_tokenizer_json();

}  // namespace attn::tasks
