// The exercises of the lesson on alignment. Each is graded on the picture that its scene brings.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/07_alignment/study.h"

namespace attn::lessons::alignment {

std::vector<course::ExerciseSpec<Params, Result>> exercises();

}  // namespace attn::lessons::alignment
