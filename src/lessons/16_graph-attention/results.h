// The named results of the lesson.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/16_graph-attention/study.h"

namespace attn::lessons::graph_attention {

std::vector<course::ResultSpec<Params, Result>> results();

}  // namespace attn::lessons::graph_attention
