// What the exercises ask, computed.
#pragma once

#include "course/definition.h"
#include "lessons/02_kernel-regression/study.h"

namespace attn::lessons::kernel_regression {

/// What a very narrow kernel's fit is nearest to at the inputs: the mean (0), the data (1), the true curve (2).
course::Verdict check_narrow(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

/// Whether the query has no answer.
course::Verdict check_gap(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

/// Whether the leave-one-out error is within one percent of the least.
course::Verdict check_best(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

}  // namespace attn::lessons::kernel_regression
