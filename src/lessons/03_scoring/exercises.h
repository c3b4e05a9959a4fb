// The lesson's exercises, each computed on its scene.
#pragma once

#include "compute/backend.h"
#include "course/definition.h"
#include "lessons/03_scoring/study.h"

namespace attn::lessons::scoring {

/// Which of three printings of the identity holds for the picture's query and keys?
course::Verdict signs(const Params& p, const Result& r, int prediction, const compute::Backend&);

/// Keys of equal length, the query drawn out to twice its length.
course::Verdict longer_query(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

/// The largest weight on average when dot products are multiplied by the root of their width instead of divided.
course::Verdict saturation(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

/// The bilinear score puts that key first, and alone, which the dot product puts last.
course::Verdict turn(const Params& p, const Result& r, int prediction, const compute::Backend&);

}  // namespace attn::lessons::scoring
