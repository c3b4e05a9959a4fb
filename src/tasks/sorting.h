// The task of the trained block: letters in, the same letters in alphabetical order out. The task with digits is one of pairs.h.
#pragma once

#include "tasks/pairs.h"

namespace attn::tasks {

/// Sources have 2 to 8 letters from a to z, which may repeat. Targets are as long as their sources.
const PairTask& sorted_letters();

}  // namespace attn::tasks
