#include "tasks/pairs.h"

#include <cstdint>
#include <utility>

#include "base/check.h"
#include "tasks/pair_parts.h"

namespace attn::tasks {

Vocabulary::Vocabulary(std::vector<std::string> words) : names_{"<pad>", "<start>", "<end>"} {
  for (std::string& word : words) names_.push_back(std::move(word));
  for (int id = 0; id < size(); ++id) ids_.emplace(name(id), id);
  CHECK(ids_.size() == names_.size(), "Vocabulary: a word stands twice");
}

int Vocabulary::id(std::string_view name) const {
  const auto found = ids_.find(name);
  return found == ids_.end() ? -1 : found->second;
}

std::vector<std::string> Vocabulary::names(const Tokens& tokens) const {
  std::vector<std::string> names;
  for (const int token : tokens) names.push_back(name(token));
  return names;
}

PairBatch draw_batch(const PairTask& task, Split split, int length, int count, Rng& rng) {
  PairBatch batch;
  for (int i = 0; i < count; ++i) {
    Example example = task.draw(task, split, length, rng);
    batch.sources.push_back(std::move(example.source));
    batch.targets.push_back(std::move(example.target));
  }
  return batch;
}

Split split_of(const Tokens& source) {
  // FNV-1a, then the last mixing steps of splitmix64. Of the sources of length 1 the ids 4, 10 and 11 are held out.
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const int token : source) hash = (hash ^ static_cast<std::uint64_t>(token)) * 0x100000001B3u;
  hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9u;
  hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBu;
  return (hash ^ (hash >> 31)) % 8 == 0 ? Split::kHeldOut : Split::kTraining;
}

const std::vector<PairTask>& pair_tasks() {
  static const std::vector<PairTask> tasks = {make_reversal(), make_sorting(), make_dates(), make_grammar()};
  return tasks;
}

const PairTask* find_pair_task(std::string_view name) {
  for (const PairTask& task : pair_tasks())
    if (task.name == name) return &task;
  return nullptr;
}

}  // namespace attn::tasks
