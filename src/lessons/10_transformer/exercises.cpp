#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/text.h"
#include "lessons/10_transformer/explanations.h"
#include "lessons/10_transformer/results.h"
#include "lessons/10_transformer/words.h"

namespace attn::lessons::transformer {
namespace {

/// How often the layers of the first word have been computed at the step shown: 0 once, 1 twice, 2 once for each step.
course::Verdict check_again(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  const int times = static_cast<int>(computed_table(p, r)(0, 0));
  const std::array<bool, 3> right{times == 1, times == 2, times == r.step + 1 && times > 2};
  return {prediction >= 0 && right[static_cast<size_t>(prediction)],
          "Up to step " + std::to_string(r.step + 1) + " the first position was computed " + counted(times, "time") + " in every layer."};
}

/// Whether cutting a head or setting a row changed a word.
course::Verdict check_bent(const Params&, const Result& r, int, const compute::Backend&) {
  if (!r.trained) return {false, "These weights are not trained; every word is chance."};
  if (!r.sentence.bent) return {false, "No head is cut out yet, and no row is set by hand."};
  if (r.sentence.changed == 0) return {false, "What you bent has changed no word yet."};
  for (size_t i = 0; i < r.sentence.output.size(); ++i)
    if (!r.sentence.former[i].empty())
      return {true, "Word " + std::to_string(i + 1) + " is " + quoted(r.sentence.output[i]) + " where the model by itself says " +
                        (r.sentence.former[i] == "nothing" ? "nothing" : quoted(r.sentence.former[i])) + "."};
  return {true, std::to_string(r.sentence.changed) + " words fell out."};
}

/// How many words can be drawn at the step shown: 0 one, 1 two, 2 more.
course::Verdict check_nucleus(const Params&, const Result& r, int prediction, const compute::Backend&) {
  const std::array<bool, 3> right{r.next.kept == 1, r.next.kept == 2, r.next.kept > 2};
  return {prediction >= 0 && right[static_cast<size_t>(prediction)],
          counted(r.next.kept, "word is left: ", "words are left; the likeliest is ") +
              quoted(shown_name(r.task->target, r.next.candidates.front())) + " with a probability of " +
              fixed(static_cast<double>(r.next.probabilities(0, 0)), 2) + "."};
}

}  // namespace

std::vector<course::ExerciseSpec<Params, Result>> exercises() {
  return {{"bent", 0, later<check_bent>}, {"nucleus", 3, later<check_nucleus>}, {"again", 3, later<check_again>}};
}

}  // namespace attn::lessons::transformer
