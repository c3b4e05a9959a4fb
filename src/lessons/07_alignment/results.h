// The named results of an alignment, each with an explanation of its numbers.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/07_alignment/study.h"

namespace attn::lessons::alignment {

std::vector<course::ResultSpec<Params, Result>> results();
/// Those of attention's birth (birth_results.cpp).
std::vector<course::ResultSpec<Params, Result>> birth_results();

}  // namespace attn::lessons::alignment
