// What attention-train prints without training: examples of the tasks, the models.
#pragma once

#include <string>

namespace attn::programs {

/// `count` examples of each split of a task: source, target, and which target token stands for which source token.
std::string show_task(const std::string& name, int count);
std::string list_models();
/// {"models": [{name, task, steps, seed, settings}], "tasks": [...]} with the settings as the lessons' addresses spell them.
std::string list_json();

}  // namespace attn::programs
