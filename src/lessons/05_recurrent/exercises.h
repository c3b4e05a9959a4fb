// The checks of the lesson's exercises, on the scenes that its text states.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/05_recurrent/results.h"

namespace attn::lessons::recurrent {

std::vector<course::ExerciseSpec<Params, Result>> exercises();

}  // namespace attn::lessons::recurrent
