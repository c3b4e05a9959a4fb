// How the numbers of an alignment came about, for the inspector.
#pragma once

#include <string_view>

#include "formula/expression.h"
#include "lessons/07_alignment/study.h"

namespace attn::lessons::alignment {

/// The weight of position j at step i: a softmax over the positions within reach, times local-p's Gaussian; or what the hand set.
formula::Explanation explain_weight(const Result& r, int i, int j);

/// The score of position j at the step shown, as a sum of products: v and the tanh units, s and h, or sW and h.
formula::Explanation explain_score(const Params& p, const Result& r, int j);

/// The centre of step i, counted from 1: the mean position under the weights, the step's own number, or the predicted one, 1 + m sigma(v .
/// t).
formula::Explanation explain_centre(const Params& p, const Result& r, int i);

/// right / all.
formula::Explanation explain_share(std::string_view title, int right, int all, std::string_view note);

}  // namespace attn::lessons::alignment
