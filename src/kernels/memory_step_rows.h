// SIMD loops over one example of a memory's step (memory_step.h). For the kernels' own use.
#pragma once

#include "kernels/memory_step.h"

namespace attn::kernels::rows {

/// One example: a row of each matrix of MemoryStepInput and MemoryStepOutput. `working` [memory_working(shape)].
void memory_step(const MemoryStepInput& in, const MemoryStepOutput& out, Real* working);
/// The parts of that step once `out.heads` is filled: where the heads are (`lengths` to `weights`), and then what comes of it (`reads` and
/// `memory`).
void memory_address(const MemoryStepInput& in, const MemoryStepOutput& out, Real* working);
void memory_read_and_write(const MemoryStepInput& in, const MemoryStepOutput& out);
/// The step's gradient; of MemoryStepGradient likewise one example.
void memory_step_vjp(const MemoryStepInput& in, const MemoryStepOutput& forward, const MemoryStepGradient& gradient, Real* working);

/// Numbers of working memory that either needs.
inline Index memory_working(const MemoryShape& s) { return (s.heads() + 4) * s.cells + 2 * s.shifts; }

}  // namespace attn::kernels::rows
