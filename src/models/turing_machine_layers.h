// A Turing machine's layers, and what they do on a tape: training runs whole sequences, a session one step at a time on a tape that does
// not record.
#pragma once

#include "autodiff/memory.h"
#include "models/turing_machine.h"
#include "nn/layers.h"
#include "nn/recurrent.h"

namespace attn::models {

struct TuringMachineLayers {
  nn::Linear feed_forward;       ///< [i + R M, u] of x_t and r_{t-1}, with Controller::feed_forward
  nn::RecurrentLayer recurrent;  ///< likewise, with Controller::lstm
  nn::Linear heads;              ///< [u,P], columns as in kernels::MemoryShape
  nn::Linear bits;               ///< [u + R M, o]
  /// Null where they are not learned: [M,N], logits [R + W, N], [1, R M] before its tanh.
  nn::Parameter *first_memory = nullptr, *first_weights = nullptr, *first_reads = nullptr;
};

/// What a step finds of the one before it, for b sequences.
struct TuringState {
  autodiff::State controller;     ///< [b,u]; absent: zeros
  autodiff::Var memory, weights;  ///< [M,N] with a cell as a column, and [R + W, N]: one for all sequences
  autodiff::Var reads;            ///< [b, R M]
};
/// What the first step finds. `cells` other than 0 takes the place of N, where nothing learned has a number for each.
TuringState first_state(const TuringMachine& model, autodiff::Tape& tape, Index count, int cells = 0);

/// t steps of b sequences on a tape.
struct TuringRun {
  autodiff::Var controller;  ///< h [t b, u]
  autodiff::Var reads;       ///< [t b, R M]
  autodiff::Var logits;      ///< [t b, o]
  autodiff::State last;      ///< of the controller, after the last step
  const autodiff::MemoryRecord& memory;
};
/// inputs [t b, i], step below step, of `count` = b sequences.
TuringRun run_steps(const TuringMachine& model, autodiff::Tape& tape, In inputs, Index count, const TuringState& first);

}  // namespace attn::models
