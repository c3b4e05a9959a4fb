#include "lessons/07_alignment/words.h"

#include <array>

#include "base/text.h"

namespace attn::lessons::alignment {
namespace {

std::string percent(const translation::LengthStudy::Point& point) { return fixed(100 * point.accuracy(), 1) + " %"; }

}  // namespace

std::string note(const Result& r) {
  if (!r.trained) return r.shipped ? "Not trained yet: these words are chance." : "No weights are shipped: these words are chance.";
  std::string text;
  if (r.sentence.changed > 0) text += counted(r.sentence.changed, "word has", "words have") + " changed. ";
  if (!r.sentence.solved) return text + "The task\u2019s rules know no right answer for this source.";
  return text + (r.sentence.right ? "This is the right answer."
                                  : "The right answer is " + quoted(r.task->write(r.task->target, r.sentence.answer.target)) + ".");
}

std::string warning(const Result& r) { return r.trained ? std::string() : note(r); }

std::string describe(const Params&, const Result& r) {
  const Tokens& source = r.translation.encoding.tokens;
  const Mat& weights = step_of(r).weights;
  Index largest = 0;
  weights.row(0).maxCoeff(&largest);
  std::string text = quoted(r.task->write(r.task->source, Tokens(source.begin(), source.end() - 1))) + " becomes " +
                     quoted(r.task->write(r.task->target, r.translation.tokens())) + ". " +
                     (r.refusal.empty() ? "" : r.refusal + " The picture is of the last source that could be shown. ") + note(r) +
                     " Step " + std::to_string(r.step + 1) + " says " + quoted(r.sentence.output[static_cast<size_t>(r.step)]) +
                     " and looks most at " + quoted(r.sentence.source[static_cast<size_t>(largest)]) + ", with a weight of " +
                     fixed(weights(0, largest), 2) + ".";
  const translation::TranslationNumbers& n = r.numbers;
  if (n.within.total > 0) text += " Exact matches on held-out data: " + percent(n.within) + " at the lengths of training";
  if (n.within.total > 0) text += n.beyond.total > 0 ? ", " + percent(n.beyond) + " on longer sources." : ".";
  if (n.rival_beyond.total > 0) text += " A model without attention: " + percent(n.rival_beyond) + " on longer sources.";
  return n.divergence.empty() ? text : text + " " + n.divergence;
}

std::string_view formula_of(models::AlignmentScore score) {
  static constexpr std::array<std::string_view, 4> kFormulas{"v\u00b7tanh(Ws + Uh)", "s\u00b7h", "sW\u00b7h", "v\u00b7tanh(W[s; h])"};
  return kFormulas[static_cast<size_t>(score)];
}

}  // namespace attn::lessons::alignment
