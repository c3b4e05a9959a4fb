// The exercises of this lesson, with the checks that compute their answers.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/04_self-attention/study.h"

namespace attn::lessons::self_attention {

std::vector<course::ExerciseSpec<Params, Result>> exercises();

}  // namespace attn::lessons::self_attention
