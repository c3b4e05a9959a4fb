// The named results of this lesson, and how each number of them came about.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/04_self-attention/study.h"

namespace attn::lessons::self_attention {

std::vector<course::ResultSpec<Params, Result>> results();

}  // namespace attn::lessons::self_attention
