// The checks of the lesson's exercises, which compute their answers.
#pragma once

#include "course/definition.h"
#include "lessons/01_pooling/study.h"

namespace attn::lessons::pooling {

/// Whether the two largest weights are 0.4 each.
course::Verdict check_forty(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

/// Key 1 gets a copy. What do the two weigh together: as much as key 1 alone did (0), twice as much (1), or something between (2)?
course::Verdict check_copy(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

/// Whether some query (1) or some temperature (2) brings the output out of the hull of the values, or neither does (0).
course::Verdict check_hull(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

}  // namespace attn::lessons::pooling
