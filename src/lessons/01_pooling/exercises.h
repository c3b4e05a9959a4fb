// What the exercises ask, computed.
#pragma once

#include "course/definition.h"
#include "lessons/01_pooling/study.h"

namespace attn::lessons::pooling {

/// Whether the two largest weights are 0.4 each.
course::Verdict check_forty(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

/// What two copies of key 1 weigh together: as much as one (0), twice as much (1), or something between (2).
course::Verdict check_copy(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

/// Whether some query (1) or some temperature (2) brings the output out of the hull, or none does (0).
course::Verdict check_hull(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

}  // namespace attn::lessons::pooling
