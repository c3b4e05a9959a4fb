#include "lessons/04_self-attention/exercises.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace attn::lessons::self_attention {
namespace {

enum Word { kHang, kThem, kNot, kLet, kThemAgain, kGo };  ///< tokens of the sentence that all exercises are about

/// Whether that sentence is the reader's, and attends to itself.
bool is_the_sentence(const Params& p, const Result& r) { return p.text == Params().text && !p.is_cross() && r.x.rows() > kGo; }

course::Verdict other_sentence() {
  return {false, "The exercise is about another sentence, which its link brings, and its answers to itself."};
}

/// Whether some head gives token 1 a weight of at least 0.95 in the row of token 3, with nothing hidden.
course::Verdict alone_by_weights(const Params& p, const Result& r, int, const compute::Backend&) {
  if (!is_the_sentence(p, r)) return other_sentence();
  const Index hidden = (!r.allowed.row(kNot).array()).count();
  if (hidden > 0) return {false, "The mask still hides " + std::to_string(hidden) + " tokens from token 3; open its whole row first."};
  int best = 0;
  for (int h = 0; h < p.heads(); ++h)
    if (r.weights(h)(kNot, kHang) > r.weights(best)(kNot, kHang)) best = h;
  const Real weight = r.weights(best)(kNot, kHang);
  const bool correct = weight >= Real(0.95);
  return {correct, "With nothing hidden, token 3 gives token 1 a weight of " + fixed(weight, 3) + " in head " + std::to_string(best + 1) +
                       (correct ? "." : "; 0.95 is asked for.")};
}

course::Verdict alone_by_mask(const Params& p, const Result& r, int, const compute::Backend&) {
  if (!is_the_sentence(p, r)) return other_sentence();
  const Index open = r.allowed.row(kNot).count();
  return {open == 1 && r.allowed(kNot, kHang), "Token 3 may attend to " + std::to_string(open) + " of " + std::to_string(r.c.rows()) +
                                                   " tokens and gives token 1 a weight of " + fixed(r.weights(p.head - 1)(kNot, kHang), 2) +
                                                   "."};
}

/// Whether the two "them" have the same weights and outputs (0), the same weights only (1), or neither (2).
course::Verdict twins(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  if (!is_the_sentence(p, r)) return other_sentence();
  const auto apart = [](const Mat& rows) { return (rows.row(kThem) - rows.row(kThemAgain)).cwiseAbs().maxCoeff(); };
  const Real outputs = apart(r.attention.output);
  Real weights = 0;
  for (const Mat& w : r.attention.weights) weights = std::max(weights, apart(w));
  const int answer = weights > Real(1e-6) ? 2 : outputs > Real(1e-6) ? 1 : 0;
  return {prediction == answer,
          "Between the two rows the weights differ by at most " + fixed(weights, 2) + " and the outputs by " + fixed(outputs, 2) + "."};
}

/// The scene's mask is read the wrong way round. What do the first and the last token see?
course::Verdict flip(const Params& p, const Result&, int prediction, const compute::Backend& backend) {
  Params flipped = p;
  flipped.flipped = true;
  const Result r = attend(flipped, backend.multi_head_attention);
  const Index n = r.allowed.rows(), first = r.allowed.row(0).count(), last = r.allowed.row(n - 1).count();
  const int answer = first == n && last == 1 ? 0 : first == n - 1 && last == 0 ? 1 : 2;
  return {prediction == answer, "Then the first token sees " + std::to_string(first) + " of " + std::to_string(n) + " tokens, itself " +
                                    (r.allowed(0, 0) ? "" : "not ") + "among them; the last one sees " + std::to_string(last) +
                                    ", and its output is " + (r.attention.output.row(n - 1).isZero(0) ? "zero." : "not zero.")};
}

}  // namespace

std::vector<course::ExerciseSpec<Params, Result>> exercises() {
  return {{"twins", 3, twins}, {"flip", 3, flip}, {"alone-by-mask", 0, alone_by_mask}, {"alone-by-weights", 0, alone_by_weights}};
}

}  // namespace attn::lessons::self_attention
