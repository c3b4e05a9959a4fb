// A task that answers the source's digits, which may repeat, in ascending order.
#include <algorithm>

#include "tasks/pair_parts.h"

namespace attn::tasks {
namespace {

/// A digit that occurs once has a gold alignment, its place in the source. For one that occurs more often any copy would be right.
bool solve(const PairTask& task, const Tokens& source, Example* answer) {
  if (source.empty()) return false;
  answer->source = source;
  answer->target.clear();
  answer->alignment.clear();
  for (int digit = kFirstToken; digit < task.source.size(); ++digit) {
    const bool once = std::count(source.begin(), source.end(), digit) == 1;
    for (std::size_t place = 0; place < source.size(); ++place) {
      if (source[place] != digit) continue;
      answer->target.push_back(digit);
      answer->alignment.push_back(once ? static_cast<int>(place) : -1);
    }
  }
  return answer->target.size() == source.size();
}

}  // namespace

PairTask make_sorting() {
  const Vocabulary digits({"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"});
  PairTask task = sign_task("sorting", "Sorting", "Digits in, also repeated ones; the same digits in ascending order out.", digits, solve);
  task.sample = "3 1 4 1 5 9";
  return task;
}

}  // namespace attn::tasks
