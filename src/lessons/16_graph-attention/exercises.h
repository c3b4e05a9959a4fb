// The lesson's exercises, with the checks that compute their answers.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/16_graph-attention/study.h"

namespace attn::lessons::graph_attention {

std::vector<course::ExerciseSpec<Params, Result>> exercises();

}  // namespace attn::lessons::graph_attention
