// The layers of a Turing machine, and what they do on a tape. Training runs whole sequences. A session runs one step at a time, on a tape
// that does not record.
#pragma once

#include "autodiff/memory.h"
#include "models/turing_machine.h"
#include "nn/layers.h"
#include "nn/recurrent.h"

namespace attn::models {

struct TuringMachineLayers {
  nn::Linear feed_forward;       ///< [i + R M, u] on x_t and r_{t-1}, with Controller::feed_forward
  nn::RecurrentLayer recurrent;  ///< on the same, with Controller::lstm
  nn::Linear heads;              ///< [u,P], columns as in kernels::MemoryShape
  nn::Linear bits;               ///< [u + R M, o]
  /// [M,N], logits [R + W, N], and [1, R M] before its tanh. Each is null where it is not learned.
  nn::Parameter *first_memory = nullptr, *first_weights = nullptr, *first_reads = nullptr;
};

/// What a step takes over from the one before it, for b sequences.
struct TuringState {
  autodiff::State controller;     ///< [b,u]; absent: zeros
  autodiff::Var memory, weights;  ///< [M,N] with a cell as a column, and [R + W, N]; all sequences share them
  autodiff::Var reads;            ///< [b, R M]
};
/// The state before the first step. `cells` other than 0 replaces N; no learned parameter may have an entry for each cell then.
TuringState first_state(const TuringMachine& model, autodiff::Tape& tape, Index count, int cells = 0);

/// t steps of b sequences on a tape.
struct TuringRun {
  autodiff::Var controller;      ///< h [t b, u]
  autodiff::Var reads;           ///< [t b, R M]
  autodiff::Var logits;          ///< [t b, o]
  autodiff::State last;          ///< the controller's state after the last step
  autodiff::MemorySteps memory;  ///< whose record() has the numbers of every step
};
/// Runs the inputs [t b, i] of `count` = b sequences; their rows are ordered by steps.
TuringRun run_steps(const TuringMachine& model, autodiff::Tape& tape, In inputs, Index count, const TuringState& first);

}  // namespace attn::models
