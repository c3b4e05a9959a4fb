// The exercises of the lesson, checked by computing.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/13_vision-transformer/study.h"

namespace attn::lessons::vision_transformer {

std::vector<course::ExerciseSpec<Params, Result>> exercises();

}  // namespace attn::lessons::vision_transformer
