// The named results of this lesson, each with an explanation of its numbers.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/04_self-attention/study.h"

namespace attn::lessons::self_attention {

std::vector<course::ResultSpec<Params, Result>> results();

}  // namespace attn::lessons::self_attention
