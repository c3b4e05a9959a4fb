// The named results of the trained block that sorts, each with its explanation.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/09_transformer-block/study.h"

namespace attn::lessons::transformer_block {

std::vector<course::ResultSpec<Params, Result>> sorting_results();

}  // namespace attn::lessons::transformer_block
