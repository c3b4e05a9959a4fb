// How the numbers of an alignment came about, for the inspector.
#pragma once

#include <string_view>

#include "formula/expression.h"
#include "lessons/07_alignment/study.h"

namespace attn::lessons::alignment {

/// The weight of position j at step i: a softmax over the positions within reach (for local-p times a Gaussian), or what the hand set.
formula::Explanation explain_weight(const Result& r, int i, int j);

/// The same at step i of the translation that is given the right answer.
formula::Explanation explain_birth(const Result& r, int i, int j);

/// The score of position j at the step shown, as a sum of products of v and the tanh units, of s and h, or of sW and h.
formula::Explanation explain_score(const Params& p, const Result& r, int j);

/// The centre of step i, in positions from 1. It is the mean position under the weights (global), the step's own number (local-m), or
/// predicted as 1 + m sigma(v . t) (local-p).
formula::Explanation explain_centre(const Params& p, const Result& r, int i);

/// right / all.
formula::Explanation explain_share(std::string_view title, int right, int all, std::string_view note);

}  // namespace attn::lessons::alignment
