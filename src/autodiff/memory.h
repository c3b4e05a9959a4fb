// A memory with heads on a tape (kernels/memory_step.h), step by step for a batch, and the loss of answers that are bits.
#pragma once

#include "autodiff/tape.h"
#include "kernels/memory_step.h"

namespace attn::autodiff {

/// All numbers of t steps for a batch of b. In `memory` and `weights` the row k b + i is that of example i after k steps, in the others
/// that of example i in step k. A tape that does not record keeps only the last step, with t = 1.
struct MemoryRecord {
  kernels::MemoryShape shape;
  View memory, weights;                                   ///< [(t + 1) b, M N], [(t + 1) b, H N]
  View heads, lengths, cosines, content, gated, shifted;  ///< [t b, ...] as in kernels::MemoryStepOutput
};

/// The memories of a batch over the steps of a loop. Memory and weightings pass from step to step inside this class. Their gradients are
/// carried back in one place instead of being kept for every step.
///
///   MemorySteps memory(shape, first_memory, first_weights, steps, batch);
///   for (...) Var reads = memory(said);   // [b,P] -> [b, R M]
class MemorySteps {
 public:
  /// Each example begins with memory [M,N] (a cell is a column) and weights [R + W, N]. There may be at most `steps` calls.
  MemorySteps(const kernels::MemoryShape& shape, Var memory, Var weights, int steps, Index batch);
  Var operator()(Var said);
  /// What was read in the steps so far [t b, R M], with the rows in the order of the steps. Nothing is copied.
  Var all() const;
  /// The record of as many steps as were announced. What belongs to later steps is undefined. With an engine it is that of all steps so
  /// far, which are brought here.
  MemoryRecord record() const;

 private:
  struct Shared;
  Var step_on_engine(Var said, int step);
  Var all_;
  Shared* shared_;
};

/// The mean binary cross-entropy [1,1], in nats a bit. logits [n,o], targets [n,o] of numbers in [0,1], `mask` [n,1] with 0 in rows that do
/// not count, or empty. Targets and mask are copied.
Var binary_cross_entropy(Var logits, In targets, In mask);

}  // namespace attn::autodiff
