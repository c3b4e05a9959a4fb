// Tasks that answer the source's signs, which may repeat, in ascending order.
#include "tasks/sorting.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tasks/pair_parts.h"

namespace attn::tasks {
namespace {

/// A sign that occurs once has a gold alignment, its place in the source. For one that occurs more often any copy would be right.
bool solve(const PairTask& task, const Tokens& source, Example* answer) {
  if (source.empty()) return false;
  answer->source = source;
  answer->target.clear();
  answer->alignment.clear();
  for (int sign = kFirstToken; sign < task.source.size(); ++sign) {
    const bool once = std::count(source.begin(), source.end(), sign) == 1;
    for (std::size_t place = 0; place < source.size(); ++place) {
      if (source[place] != sign) continue;
      answer->target.push_back(sign);
      answer->alignment.push_back(once ? static_cast<int>(place) : -1);
    }
  }
  return answer->target.size() == source.size();
}

PairTask make_sorted_letters() {
  std::vector<std::string> letters;
  for (char c = 'a'; c <= 'z'; ++c) letters.emplace_back(1, c);
  PairTask task = sign_task("letters", "Letters", "Letters in, also repeated ones; the same letters in alphabetical order out.",
                            Vocabulary(std::move(letters)), solve);
  task.shortest = 2, task.longest = task.longest_tested = 8;
  task.sample = "m e a d o w";
  return task;
}

}  // namespace

const PairTask& sorted_letters() {
  static const PairTask task = make_sorted_letters();
  return task;
}

PairTask make_sorting() {
  const Vocabulary digits({"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"});
  PairTask task = sign_task("sorting", "Sorting", "Digits in, also repeated ones; the same digits in ascending order out.", digits, solve);
  task.sample = "3 1 4 1 5 9";
  return task;
}

}  // namespace attn::tasks
