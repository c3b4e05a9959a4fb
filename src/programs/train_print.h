// What attention-train prints without training: the models and the tasks.
#pragma once

#include <string>

namespace attn::programs {

std::string list_models();
/// {"models": [{name, task, steps, seed, lesson, query, settings}], "tasks": [...]}: the lesson that shows a model, the address's query
/// that brings it there, and its settings as addresses spell them.
std::string list_json();

}  // namespace attn::programs
