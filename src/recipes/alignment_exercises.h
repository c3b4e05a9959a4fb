// The exercises of the lesson on alignment: each computes its answer from the picture, or from the task.
#pragma once

#include <string>

#include "recipes/alignment_lesson.h"

namespace attn::recipes {

struct AlignmentAnswer {
  bool correct = false;
  std::string message;  ///< what the computation gave
};

/// Which source word has the largest weight at the step that says "les": 0 cats, 1 black, 2 the.
AlignmentAnswer check_agreement(const AlignmentView& v, int prediction);
/// Whether a row that was set by hand changed what its own step says.
AlignmentAnswer check_bent(const AlignmentView& v, int prediction);
/// Of eight reversed symbols, how many find their source within D = 2 places of their own number: 0 eight, 1 four, 2 two.
AlignmentAnswer check_parallel(const AlignmentView& v, int prediction);

}  // namespace attn::recipes
