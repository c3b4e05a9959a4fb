// The sentences about an alignment.
#include <algorithm>

#include "base/text.h"
#include "recipes/alignment_lesson.h"

namespace attn::recipes {
namespace {

std::string quoted(const std::string& text) { return "\u201c" + text + "\u201d"; }
std::string percent(const LengthStudy::Point& point) { return fixed(100 * point.accuracy(), 1) + " %"; }

}  // namespace

std::string note(const AlignmentView& v) {
  std::string text;
  if (!v.refusal.empty()) text = v.refusal + " The picture is of the last source that could be read. ";
  if (!v.trained)
    return text + (v.shipped ? "Not trained yet: these words are chance."
                             : "No weights are shipped for these settings: train it live. Until then these words are chance.");
  const auto changed = std::count_if(v.former.begin(), v.former.end(), [](const std::string& word) { return !word.empty(); });
  if (changed > 0) text += std::to_string(changed) + (changed == 1 ? " word was" : " words were") + " changed by hand. ";
  if (!v.solved) return text + "The task\u2019s rules know no right answer for this source.";
  return text +
         (v.right ? "This is the right answer." : "The right answer is " + quoted(v.task->write(v.task->target, v.answer.target)) + ".");
}

std::string in_words(const AlignmentView& v) {
  const Tokens& source = v.translation.encoding.tokens;
  const Mat& weights = v.translation.steps[static_cast<size_t>(v.step)].weights;
  Index largest = 0;
  weights.row(0).maxCoeff(&largest);
  std::string text = quoted(v.task->write(v.task->source, Tokens(source.begin(), source.end() - 1))) + " becomes " +
                     quoted(v.task->write(v.task->target, v.translation.tokens())) + ". " + note(v) + " Step " +
                     std::to_string(v.step + 1) + " says " + quoted(v.output[static_cast<size_t>(v.step)]) + " and looks most at " +
                     quoted(v.source[static_cast<size_t>(largest)]) + ", with a weight of " + fixed(weights(0, largest), 2) + ".";
  const TranslationNumbers& n = v.numbers;
  if (n.within.total > 0) text += " Exact matches on held-out data: " + percent(n.within) + " at the lengths of training";
  if (n.within.total > 0) text += n.beyond.total > 0 ? ", " + percent(n.beyond) + " on longer sources." : ".";
  if (n.rival_beyond.total > 0) text += " A model without attention: " + percent(n.rival_beyond) + " on longer sources.";
  return n.divergence.empty() ? text : text + " " + n.divergence;
}

}  // namespace attn::recipes
