// The named results of the three words that are swapped, each with its explanation.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/08_positions/study.h"

namespace attn::lessons::positions {

std::vector<course::ResultSpec<Params, Result>> swap_results();

}  // namespace attn::lessons::positions
