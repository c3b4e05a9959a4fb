// The named results of the lesson on writable memory.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/17_neural-turing-machine/study.h"

namespace attn::lessons::neural_turing_machine {

std::vector<course::ResultSpec<Params, Result>> results();
/// The results of the trained machines.
std::vector<course::ResultSpec<Params, Result>> machine_results();

}  // namespace attn::lessons::neural_turing_machine
