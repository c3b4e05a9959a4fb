// Special tokens that stand in a text by their names, such as "<|endoftext|>".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn::tasks {

/// Goes through a text: calls `plain(part)` for what stands between special tokens, and `token(id)` for each of them. `special` has their
/// names by number; the others are empty.
template <class Plain, class Token>
void cut_at_special(std::string_view text, const std::vector<std::string>& special, const Plain& plain, const Token& token) {
  while (!text.empty()) {
    std::size_t at = text.size(), found = special.size();
    for (std::size_t id = 0; id < special.size(); ++id) {
      if (special[id].empty()) continue;
      if (const std::size_t place = text.find(special[id]); place < at) at = place, found = id;
    }
    if (at > 0) plain(text.substr(0, at));
    if (found == special.size()) break;
    token(static_cast<int>(found));
    text.remove_prefix(at + special[found].size());
  }
}

}  // namespace attn::tasks
