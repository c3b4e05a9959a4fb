// The lesson's exercises. Their wording stands in the lesson's text.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/11_language-models/study.h"

namespace attn::lessons::language_models {

std::vector<course::ExerciseSpec<Params, Result>> exercises();

}  // namespace attn::lessons::language_models
