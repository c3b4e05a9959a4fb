// The named results of a Transformer at work, each with an explanation of its numbers; and the exercises on them.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/10_transformer/study.h"

namespace attn::lessons::transformer {

std::vector<course::ResultSpec<Params, Result>> results();
std::vector<course::ExerciseSpec<Params, Result>> exercises();

}  // namespace attn::lessons::transformer
