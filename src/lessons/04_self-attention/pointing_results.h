// What can be read by name of the network of the opening, with an explanation of each number.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/04_self-attention/study.h"

namespace attn::lessons::self_attention {

std::vector<course::ResultSpec<Params, Result>> pointing_results();

}  // namespace attn::lessons::self_attention
