// The lists of models and tasks that attention-train prints.
#pragma once

#include <string>

namespace attn::programs {

std::string list_models();
/// {"models": [{name, task, steps, seed, lesson, query, settings}], "tasks": [...]}. `lesson` shows the model, `query` opens the lesson
/// with it, and `settings` are written as in addresses.
std::string list_json();

}  // namespace attn::programs
