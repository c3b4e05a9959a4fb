// The exercises of the lesson's text, each checked by computing.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/09_transformer-block/study.h"

namespace attn::lessons::transformer_block {

std::vector<course::ExerciseSpec<Params, Result>> exercises();

}  // namespace attn::lessons::transformer_block
