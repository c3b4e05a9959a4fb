// What the pair tasks have in common: drawing sources of one split, reading and writing them, suggesting a word for a mistyped one.
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

inline constexpr int kMaxSourceTokens = 64;  ///< longer texts of readers are refused

/// A source of `split` from the sources that `make(rng)` draws: the first that has `length` tokens (0: any), or after many draws the one
/// whose length is nearest.
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

/// The words of the vocabulary nearest to `word` by insertions, deletions, changes and swaps of neighbours, at most `count` and only where
/// they are near enough to be meant.
std::vector<std::string> nearest_words(const Vocabulary& vocabulary, std::string_view word, int count);
/// `count` words of the vocabulary, from all over it, at most all.
std::vector<std::string> some_words(const Vocabulary& vocabulary, int count);

/// A task whose words are one sign each, the same ones on both sides; its sources are independent signs.
PairTask sign_task(std::string_view name, std::string_view label, std::string_view help, const Vocabulary& signs,
                   decltype(PairTask::solve) solve);
/// Tokens of single signs ("a b c", "abc", "a, b, c"), for tasks whose words are one sign each.
std::string read_signs(const PairTask& task, std::string_view text, Tokens* source);
/// Names with spaces between them.
std::string write_words(const Vocabulary& words, const Tokens& tokens);
/// Why a source of `count` tokens is not read; empty for a length that is.
std::string check_source_length(std::size_t count);

}  // namespace attn::tasks
