#include "lessons/17_neural-turing-machine/study.h"

namespace attn::lessons::neural_turing_machine {

Result compute(const Params& p, const training::Models& models, const compute::Backend& backend) {
  return {study_hand(p), study_smear(p), study_tape(p), study_memories(p), study_machine(p, models, backend.engine)};
}

}  // namespace attn::lessons::neural_turing_machine
