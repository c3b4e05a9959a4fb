// Letters in, the same letters out in the opposite order. (Sutskever et al. 2014 fed sources reversed; here the reversal is the task.)
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

Example draw(const PairTask& task, Split split, int length, Rng& rng) {
  Example example;
  solve(task, draw_signs(task, split, length, rng), &example);
  return example;
}

}  // namespace

PairTask make_reversal() {
  const Vocabulary letters({"a", "b", "c", "d", "e", "f", "g", "h"});
  PairTask task{"reversal", "Reversal", "Letters from a to h in, the same letters in the opposite order out.", letters, letters};
  task.sample = "a b c d e f";
  task.draw = draw;
  task.read = read_signs;
  task.write = write_words;
  task.solve = solve;
  return task;
}

}  // namespace attn::tasks
