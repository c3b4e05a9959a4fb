// What of a reader's source a task has no word for, and which words it has instead.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/pairs.h"

namespace attn::tasks {

/// Bytes `begin` to `end` of a text, and words of the task that may be meant: those spelt alike, else some with which the text is one that
/// the task's rules cover, else some of the vocabulary (of single signs, where they are few, all; where they are many, none).
struct UnknownWord {
  std::size_t begin = 0, end = 0;
  std::vector<std::string> known;
};

/// The first word (in tasks whose words are single signs: the first sign) of `text` that `task` cannot read by itself.
std::optional<UnknownWord> find_unknown_word(const PairTask& task, std::string_view text);

/// `text` with `word` in the place of the unknown one.
std::string replaced(std::string_view text, const UnknownWord& unknown, std::string_view word);

}  // namespace attn::tasks
