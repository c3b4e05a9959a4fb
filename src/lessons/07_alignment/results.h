// The numbers of an alignment as named results, each with how it came about.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/07_alignment/study.h"

namespace attn::lessons::alignment {

std::vector<course::ResultSpec<Params, Result>> results();

}  // namespace attn::lessons::alignment
