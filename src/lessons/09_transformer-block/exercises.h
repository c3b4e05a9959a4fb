// The exercises of the lesson, with the checks that compute their answers.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/09_transformer-block/study.h"

namespace attn::lessons::transformer_block {

std::vector<course::ExerciseSpec<Params, Result>> exercises();

}  // namespace attn::lessons::transformer_block
