// The named results of the lesson.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/13_vision-transformer/study.h"

namespace attn::lessons::vision_transformer {

std::vector<course::ResultSpec<Params, Result>> results();

}  // namespace attn::lessons::vision_transformer
