// The named results of the lesson, each with an explanation of its numbers.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/08_positions/study.h"

namespace attn::lessons::positions {

std::vector<course::ResultSpec<Params, Result>> results();

}  // namespace attn::lessons::positions
