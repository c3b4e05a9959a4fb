// The exercises of the lesson, checked by computing.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/14_visual-attention/study.h"

namespace attn::lessons::visual_attention {

std::vector<course::ExerciseSpec<Params, Result>> exercises();

}  // namespace attn::lessons::visual_attention
