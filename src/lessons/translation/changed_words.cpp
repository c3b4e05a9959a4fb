#include "lessons/translation/changed_words.h"

#include <algorithm>

namespace attn::lessons::translation {

ChangedWords changed_words(const std::vector<std::string>& now, const std::vector<std::string>& own) {
  const size_t n = now.size(), k = own.size();
  std::vector<std::vector<int>> cost(n + 1, std::vector<int>(k + 1));  // [i][j]: edits that make the rest of `now` of that of `own`
  for (size_t i = n + 1; i-- > 0;)
    for (size_t j = k + 1; j-- > 0;) {
      if (i == n || j == k) {
        cost[i][j] = static_cast<int>(n - i + k - j);
      } else {
        cost[i][j] = std::min({cost[i + 1][j + 1] + (now[i] != own[j]), cost[i + 1][j] + 1, cost[i][j + 1] + 1});
      }
    }
  ChangedWords changed{cost[0][0], std::vector<std::string>(n)};
  for (size_t i = 0, j = 0; i < n;) {
    if (j < k && cost[i][j] == cost[i + 1][j + 1] + (now[i] != own[j])) {
      if (now[i] != own[j]) changed.former[i] = own[j];
      ++i, ++j;
    } else if (cost[i][j] == cost[i + 1][j] + 1) {
      changed.former[i++] = "nothing";
    } else {
      ++j;
    }
  }
  return changed;
}

}  // namespace attn::lessons::translation
