// The named results of the lesson, each with an explanation of its numbers.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/11_language-models/study.h"

namespace attn::lessons::language_models {

std::vector<course::ResultSpec<Params, Result>> results();

}  // namespace attn::lessons::language_models
