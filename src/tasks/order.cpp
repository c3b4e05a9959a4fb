#include "tasks/order.h"

#include <algorithm>
#include <string>

#include "tasks/pair_parts.h"

namespace attn::tasks {
namespace {

constexpr int kShortest = 4, kLongest = 16;

Vocabulary letters() {
  std::vector<std::string> names;
  for (char c = 'a'; c <= 'z'; ++c) names.emplace_back(1, c);
  return Vocabulary(std::move(names));
}

bool is_order(const Tokens& source) {
  Tokens sorted = source;
  std::sort(sorted.begin(), sorted.end());
  return !source.empty() && std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

bool solve_before(const PairTask&, const Tokens& source, Example* answer) {
  if (!is_order(source)) return false;
  answer->source = source;
  answer->target = {kNothingBefore};
  answer->target.insert(answer->target.end(), source.begin(), source.end() - 1);
  answer->alignment.clear();
  for (int place = 0; place < static_cast<int>(source.size()); ++place) answer->alignment.push_back(place - 1);
  return true;
}

bool solve_in_order(const PairTask&, const Tokens& source, Example* answer) {
  if (!is_order(source)) return false;
  answer->source = answer->target = source;
  std::sort(answer->target.begin(), answer->target.end());
  answer->alignment.clear();
  for (const int letter : answer->target)
    answer->alignment.push_back(static_cast<int>(std::find(source.begin(), source.end(), letter) - source.begin()));
  return true;
}

Example draw(const PairTask& task, Split split, int length, Rng& rng) {
  const auto make = [&task, length](Rng& random) {
    Tokens all;
    for (int id = kFirstToken; id < task.source.size(); ++id) all.push_back(id);
    random.shuffle(&all);
    const int count = length > 0 ? length : kShortest + static_cast<int>(random.below(kLongest - kShortest + 1));
    all.resize(static_cast<size_t>(std::clamp(count, 1, static_cast<int>(all.size()))));
    return all;
  };
  Example example;
  task.solve(task, draw_source(split, length, rng, make), &example);
  return example;
}

/// Reads single letters. Refuses a letter that comes twice, and more letters than training draws.
std::string read(const PairTask& task, std::string_view text, Tokens* source) {
  Tokens read;
  std::string why = read_signs(task, text, &read);
  if (!why.empty()) return why;
  for (size_t i = 0; i < read.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (read[i] == read[j]) return "\"" + task.source.name(read[i]) + "\" appears twice; the letters have to be different.";
  if (read.size() > kLongest)
    return "These are " + std::to_string(read.size()) + " letters; the model has seen at most " + std::to_string(kLongest) + ".";
  *source = std::move(read);
  return {};
}

PairTask make(std::string_view name, std::string_view label, std::string_view help,
              bool (*solve)(const PairTask&, const Tokens&, Example*)) {
  PairTask task{name, label, help, letters(), letters(), kShortest, kLongest, kLongest};
  task.sample = "h c m a f j b k";
  task.draw = draw;
  task.read = read;
  task.write = write_words;
  task.solve = solve;
  return task;
}

}  // namespace

const std::vector<PairTask>& order_tasks() {
  static const std::vector<PairTask> tasks = {
      make("before", "The letter before",
           "Different letters in; each place says the letter before its own, the first says that there is none.", solve_before),
      make("in-order", "In order", "Different letters in; the first place says the first of them in the alphabet, the second the next.",
           solve_in_order)};
  return tasks;
}

const PairTask* find_order_task(std::string_view name) {
  for (const PairTask& task : order_tasks())
    if (task.name == name) return &task;
  return nullptr;
}

double best_without_places(int n) { return 1.0 / n; }

}  // namespace attn::tasks
