// The numbers of the lesson by name, each with how it came about.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/08_positions/study.h"

namespace attn::lessons::positions {

std::vector<course::ResultSpec<Params, Result>> results();

}  // namespace attn::lessons::positions
