// One time step of a Neural Turing Machine's memory, for a batch and all heads at once. Given what the controller says to the heads, it
// finds their weightings, reads, and writes the memory. The mathematics is that of memory.h; the loops run SIMD over the cells.
//
// b batch, N cells of width M, s shifts, R read and W write heads, H = R + W, read heads first. An example's memory is a row of M N
// numbers, column after column: number j N + i is entry j of cell i, so that neighbouring numbers belong to neighbouring cells. Its
// weightings are a row of H N numbers, head after head.
#pragma once

#include "base/mat.h"

namespace attn::kernels {

struct MemoryShape {
  Index cells = 0, width = 0;
  Index read_heads = 1, write_heads = 1;
  Index shifts = 3;
  bool operator==(const MemoryShape&) const = default;

  Index heads() const { return read_heads + write_heads; }
  Index memory() const { return cells * width; }  ///< how many numbers an example has, here and in the next two
  Index weights() const { return heads() * cells; }
  Index reads() const { return read_heads * width; }
  /// The first columns of what is said to the heads, head after head within each kind: keys [H M] from column 0, add vectors [W M], erase
  /// vectors [W M], shifts [H s], strengths, gates, gammas [H].
  Index add() const { return heads() * width; }
  Index erase() const { return add() + write_heads * width; }
  Index shift() const { return erase() + write_heads * width; }
  Index strength() const { return shift() + heads() * shifts; }
  Index gate() const { return strength() + heads(); }
  Index gamma() const { return gate() + heads(); }
  Index said() const { return gamma() + heads(); }  ///< P
};

/// Views of the caller's matrices, without gaps between rows.
struct MemoryStepInput {
  MemoryShape shape;
  Index batch = 1;
  const Real* said = nullptr;      ///< [b,P] before their activations
  const Real* memory = nullptr;    ///< [b, M N]
  const Real* previous = nullptr;  ///< [b, H N] weightings of the step before
};
/// What the step writes. All of it is kept for the backward step and for figures. It must not overlap anything that the step reads.
struct MemoryStepOutput {
  Real* heads = nullptr;  ///< [b,P] tanh of keys and add vectors, sigma of erase vectors and gates, softmax of each head's shifts, softplus
                          ///< of strengths, 1 + softplus of gammas
  Real* lengths = nullptr;  ///< [b,N] of the cells before the step
  Real* cosines = nullptr;  ///< [b, H N], as are those that follow up to `weights`
  Real* content = nullptr;
  Real* gated = nullptr;
  Real* shifted = nullptr;
  Real* weights = nullptr;
  Real* reads = nullptr;   ///< [b, R M], read from the memory before the step
  Real* memory = nullptr;  ///< [b, M N] after the step
};
void memory_step_into(const MemoryStepInput& in, const MemoryStepOutput& out);

/// Gradients through one step.
struct MemoryStepGradient {
  const Real* d_reads = nullptr;  ///< [b, R M]
  Real* d_weights = nullptr;      ///< [b, H N] in: of the weightings, without their use in this step; out: of `previous`
  Real* d_memory = nullptr;       ///< [b, M N] in: of the memory after the step; out: of the memory before it
  Real* d_said = nullptr;         ///< [b,P] written
};
void memory_step_vjp_into(const MemoryStepInput& in, const MemoryStepOutput& forward, const MemoryStepGradient& gradient);

/// An example's row of M N numbers -> memory [N,M].
Mat memory_cells(const Real* columns, Index cells, Index width);

}  // namespace attn::kernels
