// SIMD loops over one example of a memory's step, for memory_step.h and memory.h.
#pragma once

#include "kernels/memory_step.h"

namespace attn::kernels::rows {

/// One example: a row of each matrix of MemoryStepInput and MemoryStepOutput. `working` [memory_working(shape)].
void memory_step(const MemoryStepInput& in, const MemoryStepOutput& out, Real* working);
/// The two parts of that step once `out.heads` is filled: the first finds the weightings of the heads (`lengths` to `weights`), the second
/// reads and writes with them (`reads` and `memory`).
void memory_address(const MemoryStepInput& in, const MemoryStepOutput& out, Real* working);
void memory_read_and_write(const MemoryStepInput& in, const MemoryStepOutput& out);
/// The gradient of the step, with a row of each matrix of MemoryStepGradient.
void memory_step_vjp(const MemoryStepInput& in, const MemoryStepOutput& forward, const MemoryStepGradient& gradient, Real* working);

/// How many numbers of working memory they need.
inline Index memory_working(const MemoryShape& s) { return (s.heads() + 4) * s.cells + 2 * s.shifts; }

}  // namespace attn::kernels::rows
