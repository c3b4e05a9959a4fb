// The checks of the lesson's exercises, which compute their answers.
#pragma once

#include "course/definition.h"
#include "lessons/02_kernel-regression/study.h"

namespace attn::lessons::kernel_regression {

/// What the fit of a very narrow kernel is nearest to at the inputs: the mean (0), the data (1), or the true curve (2).
course::Verdict check_narrow(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

/// Whether the query has no answer.
course::Verdict check_gap(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

/// Whether the leave-one-out error exceeds the least possible one by at most one percent.
course::Verdict check_best(const Params& p, const Result& r, int prediction, const compute::Backend& backend);

}  // namespace attn::lessons::kernel_regression
