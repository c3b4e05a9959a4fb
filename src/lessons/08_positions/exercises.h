// The lesson's exercises. Their wording stands in the lesson's text.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/08_positions/study.h"

namespace attn::lessons::positions {

std::vector<course::ExerciseSpec<Params, Result>> exercises();

}  // namespace attn::lessons::positions
