#include "recipes/alignment_exercises.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "base/text.h"

namespace attn::recipes {
namespace {

std::string quoted(std::string_view word) { return "\u201c" + std::string(word) + "\u201d"; }

/// The index of `word` among `words`, or -1.
int find(const std::vector<std::string>& words, std::string_view word) {
  const auto found = std::find(words.begin(), words.end(), word);
  return found == words.end() ? -1 : static_cast<int>(found - words.begin());
}

}  // namespace

AlignmentAnswer check_agreement(const AlignmentView& v, int prediction) {
  static constexpr std::array<std::string_view, 3> kOffered{"cats", "black", "the"};
  const int said = find(v.output, "les");
  if (said < 0 || find(v.source, "black") < 0 || find(v.source, "cats") < 0)
    return {false, "No step of the present picture says \u201cles\u201d of black cats. Follow the link of the question first."};
  Index j = 0;
  const Real largest = v.weights.row(said).maxCoeff(&j);
  const std::string& word = v.source[static_cast<size_t>(j)];
  const bool correct = prediction >= 0 && prediction < 3 && kOffered[static_cast<size_t>(prediction)] == word;
  return {correct, "The step that says \u201cles\u201d gives " + quoted(word) + " its largest weight, " + fixed(largest, 2) + "."};
}

AlignmentAnswer check_bent(const AlignmentView& v, int) {
  if (!v.trained) return {false, "These weights are not trained; every word is chance."};
  for (size_t i = 0; i < v.output.size(); ++i)
    if (v.overridden[i] && !v.former[i].empty())
      return {true, "Step " + std::to_string(i + 1) + " says " + quoted(v.output[i]) + " where the model by itself says " +
                        quoted(v.former[i]) + "."};
  const bool any = std::find(v.overridden.begin(), v.overridden.end(), true) != v.overridden.end();
  return {false, any ? "The rows that you set did not change the words of their own steps." : "No row of weights is set by hand yet."};
}

AlignmentAnswer check_parallel(const AlignmentView&, int prediction) {
  constexpr int kSymbols = 8, kWindow = 2;
  static constexpr std::array<int, 3> kOffered{8, 4, 2};
  const tasks::PairTask& task = *tasks::find_pair_task("reversal");
  Rng rng(1);
  const tasks::Example example = task.draw(task, tasks::Split::kTraining, kSymbols, rng);
  int inside = 0;
  for (size_t i = 0; i < example.alignment.size(); ++i) inside += std::abs(example.alignment[i] - static_cast<int>(i)) <= kWindow;
  const bool correct = prediction >= 0 && prediction < 3 && kOffered[static_cast<size_t>(prediction)] == inside;
  return {correct, std::to_string(inside) + " of " + std::to_string(kSymbols) + " output symbols have their source symbol at most " +
                       std::to_string(kWindow) + " places from their own number."};
}

}  // namespace attn::recipes
