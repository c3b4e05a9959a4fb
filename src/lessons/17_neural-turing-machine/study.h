// All that the lesson on writable memory computes.
#pragma once

#include "compute/backend.h"
#include "lessons/17_neural-turing-machine/by_hand.h"
#include "lessons/17_neural-turing-machine/machine.h"
#include "lessons/17_neural-turing-machine/memories.h"
#include "lessons/17_neural-turing-machine/params.h"
#include "training/trainer.h"

namespace attn::lessons::neural_turing_machine {

struct Result {
  HandResult hand;
  SmearResult smear;
  TapeResult tape;
  MemoriesResult memories;
  MachineResult machine;
};

Result compute(const Params& p, const training::Models& models, const compute::Backend&);

}  // namespace attn::lessons::neural_turing_machine
