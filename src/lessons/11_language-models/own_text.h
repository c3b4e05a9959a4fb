// A text that the reader drops or pastes: the model begins to learn it.
#pragma once

#include <string_view>

#include "course/lesson.h"
#include "lessons/11_language-models/params.h"

namespace attn::lessons::language_models {

course::Import take_text(Params& p, std::string_view text);

}  // namespace attn::lessons::language_models
