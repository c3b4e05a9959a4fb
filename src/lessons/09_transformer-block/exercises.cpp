#include "lessons/09_transformer-block/exercises.h"

#include <cmath>
#include <span>
#include <string>

#include "base/text.h"

namespace attn::lessons::transformer_block {
namespace {

std::string shown(Real value) { return fixed(static_cast<double>(value), 2); }

/// What do the scores have to be divided by to have a standard deviation of 1: the root of a head's width (0), the root of the model's
/// width (1), or nothing (2)?
course::Verdict under_the_root(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  const Mat& s = r.spread.deviation;
  Index nearest = 0;
  for (Index k = 1; k < 3; ++k)
    if (std::abs(s(k, 0) - 1) < std::abs(s(nearest, 0) - 1)) nearest = k;
  const int answer = nearest == 1 ? 0 : nearest == 2 ? 1 : 2;
  return {prediction == answer, "As they are, the scores have a standard deviation of " + shown(s(0, 0)) + ", over \u221a" +
                                    std::to_string(p.head_width()) + " one of " + shown(s(1, 0)) + ", over \u221a" +
                                    std::to_string(p.width()) + " one of " + shown(s(2, 0)) + "."};
}

/// Whether the head that was taken out is the one that puts least into the row of the followed token.
course::Verdict least_head(const Params& p, const Result&, int, const compute::Backend&) {
  if (p.heads() < 2) return {false, "The exercise is about several heads; its link brings four."};
  Params whole = p;
  whole.cut = 0;
  const Result all = study(whole);
  const auto size = [&](int h) { return rms(all.block.layer.head_parts[static_cast<size_t>(h - 1)].row(p.token - 1)); };
  int least = 1;
  for (int h = 2; h <= p.heads(); ++h)
    if (size(h) < size(least)) least = h;
  const std::string row = "the row of " + quoted(all.tokens[static_cast<size_t>(p.token - 1)]);
  if (p.cut == 0) return {false, "All heads are in; take one out."};
  return {p.cut == least, "Head " + std::to_string(p.cut) + " put " + shown(size(p.cut)) + " (root mean square) into " + row +
                              (p.cut == least ? ", less than every other." : "; another head puts in less.")};
}

/// What becomes of the differences between tokens in a deep stack without residual connections?
course::Verdict alike(const Params& p, const Result&, int prediction, const compute::Backend&) {
  const Mat& c = study_depth(p.depth, p.seed, kStackKinds).likeness;
  const Index last = c.cols() - 1;
  const int answer = c(3, last) > Real(0.99) ? 1 : c(3, last) > Real(0.5) ? 2 : 0;
  return {prediction == answer, "After " + std::to_string(last) +
                                    " blocks of post-norm without residual connections the mean cosine between two tokens is " +
                                    fixed(static_cast<double>(c(3, last)), 3) + "; it began at " + shown(c(3, 0)) + "."};
}

/// How does the gradient of the last block compare between post-norm stacks of 2 and of 12 blocks?
course::Verdict deep_gradient(const Params& p, const Result&, int prediction, const compute::Backend&) {
  const auto both = std::span(kStackKinds).first(2);
  const Mat low = study_depth(2, p.seed, both).gradient, high = study_depth(kMostDepth, p.seed, both).gradient;
  const Real post = high(0, kMostDepth - 1) / low(0, 1), pre = high(1, kMostDepth - 1) / low(1, 1);
  const int answer = post < Real(0.6) ? 0 : post < Real(1.7) ? 1 : 2;
  return {prediction == answer, "From 2 to 12 blocks the last block\u2019s gradient is multiplied by " + shown(post) +
                                    " with post-norm, and by " + shown(pre) + " with pre-norm."};
}

}  // namespace

std::vector<course::ExerciseSpec<Params, Result>> exercises() {
  return {{"root", 3, under_the_root}, {"least-head", 0, least_head}, {"alike", 3, alike}, {"deep-gradient", 3, deep_gradient}};
}

}  // namespace attn::lessons::transformer_block
