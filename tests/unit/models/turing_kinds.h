// Small Turing machines of every kind, and a batch for them.
#pragma once

#include <vector>

#include "models/turing_machine.h"

namespace attn::test {

/// Settings with both controllers, fixed and learned initial states, several heads, and more shifts.
inline std::vector<models::TuringMachineSettings> turing_kinds() {
  using namespace models;
  const TuringMachineSettings small{.inputs = 3, .outputs = 2, .units = 6, .cells = 5, .width = 4};
  std::vector<TuringMachineSettings> kinds(4, small);
  kinds[1].controller = Controller::feed_forward;
  kinds[2].read_heads = 2, kinds[2].write_heads = 3, kinds[2].shifts = 5, kinds[2].first_weights = FirstWeights::uniform;
  kinds[2].first_read = FirstRead::zeros;
  kinds[3].controller = Controller::feed_forward, kinds[3].read_heads = 2, kinds[3].first_memory = FirstMemory::learned;
  kinds[3].first_weights = FirstWeights::learned;
  return kinds;
}

/// `count` sequences of `steps` steps with 3 input bits, of which the second half has to be answered with 2 bits.
inline models::SequenceBatch turing_batch(Index count, Index steps, Rng& rng) {
  const auto bits = [&](Index rows, Index cols) {
    return Mat(uniform_matrix(rows, cols, rng, 0, 1).unaryExpr([](Real x) { return std::round(x); }));
  };
  models::SequenceBatch batch{count, bits(steps * count, 3), bits(steps * count, 2), Mat::Zero(steps * count, 1)};
  batch.mask.bottomRows(steps / 2 * count).setOnes();
  return batch;
}

}  // namespace attn::test
