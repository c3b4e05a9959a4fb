// The lesson's models: for each task a Turing machine and the LSTMs that stand beside it, and for the copy a second machine, which fails on
// sequences far longer than those of its training.
#pragma once

#include <vector>

#include "lessons/17_neural-turing-machine/settings.h"
#include "tasks/bits.h"
#include "training/recipe.h"

namespace attn::lessons::neural_turing_machine {

/// The machine that learns the task.
NetworkSettings machine_for(const tasks::BitTask& task);

training::Make make_learner(const tasks::BitTask& task, const NetworkSettings& settings);

const training::Recipes& recipes();
/// "copy-machine", ...; null where none is shipped for the task.
const training::Recipe* shipped_machine(const tasks::BitTask& task);
/// The same network with the same training, from a seed with which it fails far beyond the lengths of training; null where none is shipped.
const training::Recipe* shipped_failure(const tasks::BitTask& task);
/// The LSTMs beside the machine, the smallest first: "copy-lstm", "copy-lstm-128", ... None has fewer weights than the machine.
std::vector<const training::Recipe*> shipped_rivals(const tasks::BitTask& task);

}  // namespace attn::lessons::neural_turing_machine
