// A memory with heads on a tape (kernels/memory_step.h), one step after the other for a batch, and the loss of answers in bits.
#pragma once

#include "autodiff/tape.h"
#include "kernels/memory_step.h"

namespace attn::autodiff {

/// All numbers of t steps for a batch of b: row k b + i belongs to example i after k steps in the first two, in step k in the others. On a
/// tape that does not record, the last step alone is kept, with t = 1.
struct MemoryRecord {
  kernels::MemoryShape shape;
  View memory, weights;                                   ///< [(t + 1) b, M N], [(t + 1) b, H N]
  View heads, lengths, cosines, content, gated, shifted;  ///< [t b, ...] as in kernels::MemoryStepOutput
};

/// The memories of a batch over the steps of a loop. Memory and weightings pass from step to step inside; their gradients are carried back
/// in one place, not kept for every step.
///
///   MemorySteps memory(shape, first_memory, first_weights, steps, batch);
///   for (...) Var reads = memory(said);   // [b,P] -> [b, R M]
class MemorySteps {
 public:
  /// Each example begins with memory [M,N] (a cell is a column) and weights [R + W, N]. At most `steps` calls.
  MemorySteps(const kernels::MemoryShape& shape, Var memory, Var weights, int steps, Index batch);
  Var operator()(Var said);
  /// What was read in the steps so far, one step below the other [t b, R M], without a copy.
  Var all() const;
  /// Of as many steps as were announced; what is not done yet is undefined.
  const MemoryRecord& record() const;

 private:
  struct Shared;
  Var all_;
  Shared* shared_;
};

/// logits [n,o], targets [n,o] of numbers in [0,1], `mask` [n,1] with 0 in rows that are not asked for, or empty -> the mean of the bits
/// that are asked for [1,1], in nats. Targets and mask are copied.
Var binary_cross_entropy(Var logits, In targets, In mask);

}  // namespace attn::autodiff
