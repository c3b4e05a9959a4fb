// How each number of the soft dictionary came about, for the inspector.
#pragma once

#include "formula/expression.h"
#include "lessons/01_pooling/study.h"

namespace attn::lessons::pooling {

formula::Explanation explain_score(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_exponential(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_weight(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_largest(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_output(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_entropy(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_effective(const Params& p, const Result& r, int i, int j);
/// A weight at another temperature: row `i` of the sweep.
formula::Explanation explain_swept(const Params& p, const Result& r, int i, int j);

}  // namespace attn::lessons::pooling
