// Finds the word of a reader's source that a task does not know, and suggests words that it knows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/pairs.h"

namespace attn::tasks {

/// The bytes `begin` to `end` of a text, and words of the task that may be meant. They are spelled alike; if none is, they are words with
/// which the task's rules cover the text; if there are none either, they are some of the vocabulary (of single characters all where they
/// are few, and none where they are many).
struct UnknownWord {
  std::size_t begin = 0, end = 0;
  std::vector<std::string> known;
};

/// The first word of `text` that `task` cannot read by itself; in tasks whose words are single characters, the first such character.
std::optional<UnknownWord> find_unknown_word(const PairTask& task, std::string_view text);

/// `text` with the unknown word replaced by `word`.
std::string replaced(std::string_view text, const UnknownWord& unknown, std::string_view word);

}  // namespace attn::tasks
