// What a task's examples look like, as text.
#pragma once

#include <string>

#include "tasks/pairs.h"

namespace attn::lessons::translation {

/// A description of the task, and `count` examples of each split: source, target, and which target token stands for which source token.
std::string show_task(const tasks::PairTask& task, int count);

}  // namespace attn::lessons::translation
