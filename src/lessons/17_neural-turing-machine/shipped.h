// The lesson's models: for each task a Turing machine, and an LSTM that stands beside it.
#pragma once

#include "lessons/17_neural-turing-machine/settings.h"
#include "tasks/bits.h"
#include "training/recipe.h"

namespace attn::lessons::neural_turing_machine {

/// The machine that learns the task, and the LSTM of no fewer weights beside it.
NetworkSettings machine_for(const tasks::BitTask& task);
NetworkSettings rival_for(const tasks::BitTask& task);

training::Make make_learner(const tasks::BitTask& task, const NetworkSettings& settings);

const training::Recipes& recipes();
/// "copy-machine", ...; null where the task has none.
const training::Recipe* shipped_machine(const tasks::BitTask& task);
/// "copy-lstm", ...; likewise.
const training::Recipe* shipped_rival(const tasks::BitTask& task);

}  // namespace attn::lessons::neural_turing_machine
