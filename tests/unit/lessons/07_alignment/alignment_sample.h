// A small translation with made-up numbers, for the pictures of alignment.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "base/rng.h"
#include "lessons/07_alignment/alignment_figures.h"

namespace attn::lessons::alignment {

struct AlignmentSample {
  std::vector<std::string> source{"the", "black", "cats", "do", "not", "sleep", "end"};
  std::vector<std::string> output{"les", "chats", "noirs", "ne", "dorment", "pas", "end"};
  std::vector<std::string> former{"", "", "blancs", "", "", "", ""};
  std::vector<bool> overridden{false, false, true, false, false, false, false};
  std::vector<AlignmentPicture::Candidate> candidates{{"noirs", 7, Real(0.9)}, {"noires", 8, Real(0.07)}, {"blancs", 9, Real(0.02)}};
  Mat weights = Mat::Zero(7, 7), scores{1, 7}, softmax{1, 7}, before, state, annotations, weighted, context, attentional;
  int step = 2;

  explicit AlignmentSample(int units = 64) {
    Rng rng(3);
    const int looks[] = {0, 2, 1, 4, 5, 4, 6};
    for (int i = 0; i < 7; ++i)
      for (int j = 0; j < 7; ++j) weights(i, j) = j == looks[i] ? Real(0.76) : Real(0.04);
    const auto numbers = [&](Index n) {
      Mat m(n, units);
      for (Index k = 0; k < m.size(); ++k) m.data()[k] = static_cast<Real>(std::tanh(rng.normal()));
      return m;
    };
    before = numbers(1), state = numbers(1), annotations = numbers(7), attentional = numbers(1);
    for (int j = 0; j < 7; ++j) scores(0, j) = static_cast<Real>(rng.normal()) * 3;
    softmax = scores.array().exp();
    softmax /= softmax.sum();
    weighted = weights.row(step).transpose().asDiagonal() * annotations;
    context = weighted.colwise().sum();
  }
  AlignmentPicture picture(bool previous = true, AlignmentPicture::Reach reach = AlignmentPicture::Reach::kPredictive) const {
    static const Mat none;
    return {.source = source,
            .output = output,
            .former = former,
            .overridden = overridden,
            .weights = weights,
            .step = step,
            .input = "chats",
            .note = "The right answer; one word was changed by hand.",
            .scores = scores,
            .softmax = softmax,
            .before = before,
            .state = state,
            .annotations = annotations,
            .weighted = weighted,
            .context = context,
            .attentional = previous ? none : attentional,
            .candidates = candidates,
            .score = previous ? "v\u00b7tanh(s W + h U)" : "s\u00b7h",
            .previous = previous,
            .input_feeding = !previous,
            .reach = reach,
            .centre = 1.4f,
            .deviation = 1};
  }
};

}  // namespace attn::lessons::alignment
