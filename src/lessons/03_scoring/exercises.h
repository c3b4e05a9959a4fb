// The checks of the lesson's exercises. Each computes its answer on the scene of the exercise.
#pragma once

#include "compute/backend.h"
#include "course/definition.h"
#include "lessons/03_scoring/study.h"

namespace attn::lessons::scoring {

/// Which of three printings of the identity holds for the picture's query and keys?
course::Verdict signs(const Params& p, const Result& r, int prediction, const compute::Backend&);

/// If keys have equal length and the query becomes twice as long: are the weights by dot product and distance still equal, and sharper?
course::Verdict longer_query(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

/// How large the largest weight is on average when dot products are multiplied by the root of their width instead of divided by it.
course::Verdict saturation(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

/// Whether the key that the dot product puts last is the only one that the bilinear score puts first.
course::Verdict turn(const Params& p, const Result& r, int prediction, const compute::Backend&);

}  // namespace attn::lessons::scoring
