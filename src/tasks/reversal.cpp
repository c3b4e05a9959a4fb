// A task that answers the source's letters in reverse order. (Sutskever et al. 2014 reversed the sources; here the reversal is the task.)
#include "tasks/pair_parts.h"

namespace attn::tasks {
namespace {

bool solve(const PairTask&, const Tokens& source, Example* answer) {
  if (source.empty()) return false;
  answer->source = source;
  answer->target.assign(source.rbegin(), source.rend());
  answer->alignment.clear();
  for (int i = static_cast<int>(source.size()) - 1; i >= 0; --i) answer->alignment.push_back(i);
  return true;
}

}  // namespace

PairTask make_reversal() {
  const Vocabulary letters({"a", "b", "c", "d", "e", "f", "g", "h"});
  PairTask task = sign_task("reversal", "Reversal", "Letters from a to h in, the same letters in the opposite order out.", letters, solve);
  task.sample = "a b c d e f";
  return task;
}

}  // namespace attn::tasks
