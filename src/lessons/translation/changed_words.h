// What a change of the model made of its words.
#pragma once

#include <string>
#include <vector>

namespace attn::lessons::translation {

struct ChangedWords {
  int count = 0;                    ///< words put, left out or replaced
  std::vector<std::string> former;  ///< per word of `now` the one that it replaces, "nothing" for one more, empty where it is the same
};
/// Lays `now` beside `own` with the fewest changes.
ChangedWords changed_words(const std::vector<std::string>& now, const std::vector<std::string>& own);

}  // namespace attn::lessons::translation
