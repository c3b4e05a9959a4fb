// The named results of the lesson.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/14_visual-attention/study.h"

namespace attn::lessons::visual_attention {

std::vector<course::ResultSpec<Params, Result>> results();

}  // namespace attn::lessons::visual_attention
