// The exercises of the lesson on writable memory. Their wording stands in the lesson's text.
#pragma once

#include <vector>

#include "course/definition.h"
#include "lessons/17_neural-turing-machine/study.h"

namespace attn::lessons::neural_turing_machine {

std::vector<course::ExerciseSpec<Params, Result>> exercises();

}  // namespace attn::lessons::neural_turing_machine
