// What the exercises of this lesson compute.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/04_self-attention/study.h"

namespace attn::lessons::self_attention {

std::vector<course::ExerciseSpec<Params, Result>> exercises();

}  // namespace attn::lessons::self_attention
