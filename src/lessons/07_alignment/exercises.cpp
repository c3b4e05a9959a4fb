#include "lessons/07_alignment/exercises.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "lessons/07_alignment/words.h"

namespace attn::lessons::alignment {
namespace {

/// Which source word has the largest weight at the step that says "les": 0 cats, 1 black, 2 the.
course::Verdict check_agreement(const Params&, const Result& r, int prediction, const compute::Backend&) {
  static constexpr std::array<std::string_view, 3> kOffered{"cats", "black", "the"};
  const auto said = std::find(r.sentence.output.begin(), r.sentence.output.end(), "les");
  if (said == r.sentence.output.end()) return {false, "No step of the picture says \u201cles\u201d."};
  Index j = 0;
  const Real largest = r.weights.row(said - r.sentence.output.begin()).maxCoeff(&j);
  const std::string& word = r.sentence.source[static_cast<size_t>(j)];
  const bool correct = prediction >= 0 && kOffered[static_cast<size_t>(prediction)] == word;
  return {correct, "The step that says \u201cles\u201d gives " + quoted(word) + " its largest weight, " + fixed(largest, 2) + "."};
}

/// Whether a row that was set by hand changed what its own step says.
course::Verdict check_bent(const Params&, const Result& r, int, const compute::Backend&) {
  if (!r.trained) return {false, "These weights are not trained; every word is chance."};
  bool any = false;
  for (size_t i = 0; i < r.sentence.output.size(); ++i) {
    any |= r.sentence.overridden[i];
    if (!r.sentence.overridden[i] || (i < r.sentence.alone.size() && r.sentence.alone[i] == r.sentence.output[i])) continue;
    const std::string own = i < r.sentence.alone.size() ? quoted(r.sentence.alone[i]) : "nothing";
    return {true,
            "Step " + std::to_string(i + 1) + " says " + quoted(r.sentence.output[i]) + " where the model by itself says " + own + "."};
  }
  return {false, any ? "The rows that you set did not change the words of their own steps." : "No row of weights is set by hand yet."};
}

/// How many of the output symbols find their source within D places of their own number: 0 eight, 1 four, 2 two.
course::Verdict check_parallel(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  static constexpr std::array<int, 3> kOffered{8, 4, 2};
  int inside = 0;
  for (size_t i = 0; i < r.sentence.answer.alignment.size(); ++i)
    inside += std::abs(r.sentence.answer.alignment[i] - static_cast<int>(i)) <= p.model.window;
  const bool correct = prediction >= 0 && kOffered[static_cast<size_t>(prediction)] == inside;
  return {correct, std::to_string(inside) + " of " + std::to_string(r.sentence.answer.alignment.size()) +
                       " output symbols have their source symbol at most " + std::to_string(p.model.window) +
                       " places from their own number."};
}

}  // namespace

std::vector<course::ExerciseSpec<Params, Result>> exercises() {
  return {{"agreement", 3, check_agreement}, {"bent", 0, check_bent}, {"parallel", 3, check_parallel}};
}

}  // namespace attn::lessons::alignment
