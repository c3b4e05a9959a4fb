// What the pair tasks have in common: they draw sources of one split, read and write them, and suggest words for a mistyped one.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "tasks/pairs.h"

namespace attn::tasks {

PairTask make_reversal();
PairTask make_sorting();
PairTask make_dates();
PairTask make_grammar();

inline constexpr int kMaxSourceTokens = 64;  ///< a reader's longer text is refused

/// Calls `make(rng)` until it draws a source of `split` that has `length` tokens (0: any length). After many draws it returns the source
/// whose length was nearest.
template <class Make>
Tokens draw_source(Split split, int length, Rng& rng, Make make) {
  constexpr int kDraws = 8000;
  Tokens nearest;
  bool found = false;
  const auto miss = [length](const Tokens& source) { return length == 0 ? 0 : std::abs(static_cast<int>(source.size()) - length); };
  for (int i = 0; i < kDraws; ++i) {
    Tokens source = make(rng);
    if (found && miss(source) >= miss(nearest)) continue;
    if (source.empty() || split_of(source) != split) continue;
    nearest = std::move(source);
    found = true;
    if (miss(nearest) == 0) break;
  }
  CHECK(found, "draw_source: no source of the split among ", kDraws);
  return nearest;
}

/// "a", "a or b", "a, b or c", each in quotes.
std::string quoted_list(const std::vector<std::string>& words);

/// At most `count` words of the vocabulary that are nearest to `word`, by insertions, deletions, changes and swaps of neighbours. Words
/// that are too different to be meant are left out.
std::vector<std::string> nearest_words(const Vocabulary& vocabulary, std::string_view word, int count);
/// `count` words (or all, if there are fewer), spread evenly over the vocabulary.
std::vector<std::string> some_words(const Vocabulary& vocabulary, int count);

/// A task whose words are single characters, the same ones on both sides. The characters of a source are independent of each other.
PairTask sign_task(std::string_view name, std::string_view label, std::string_view help, const Vocabulary& signs,
                   decltype(PairTask::solve) solve);
/// Reads single characters ("a b c", "abc", "a, b, c"), for tasks whose words are such. Returns an empty string or why not.
std::string read_signs(const PairTask& task, std::string_view text, Tokens* source);
/// The tokens' names with spaces between them.
std::string write_words(const Vocabulary& words, const Tokens& tokens);
/// Returns an empty string, or why a source of `count` tokens is refused.
std::string check_source_length(std::size_t count);

}  // namespace attn::tasks
