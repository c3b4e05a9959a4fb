// Which words a change of the model changed.
#pragma once

#include <string>
#include <vector>

namespace attn::lessons::translation {

struct ChangedWords {
  int count = 0;                    ///< how many words were inserted, left out or replaced
  std::vector<std::string> former;  ///< per word of `now` the one that it replaces; "nothing" if inserted, empty if it is the same
};
/// Aligns `now` with `own`, the words without the change, by the fewest edits.
ChangedWords changed_words(const std::vector<std::string>& now, const std::vector<std::string>& own);

}  // namespace attn::lessons::translation
