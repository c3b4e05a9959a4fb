#include "kernels/memory_step.h"

#include "base/check.h"
#include "kernels/memory_step_rows.h"
#include "kernels/tiles.h"

namespace attn::kernels {
namespace {

void check_memory(const MemoryShape& s) {
  CHECK(s.cells > 0 && s.width > 0 && s.read_heads >= 0 && s.write_heads >= 0 && s.shifts % 2 == 1, "memory_step: ", s.cells, " cells of ",
        s.width, ", ", s.read_heads, " read heads, ", s.write_heads, " write heads, ", s.shifts, " shifts");
}

/// Example `e` of a batch.
MemoryStepInput example(const MemoryStepInput& in, Index e) {
  const MemoryShape& s = in.shape;
  return {s, 1, in.said + e * s.said(), in.memory + e * s.memory(), in.previous + e * s.weights()};
}

MemoryStepOutput example(const MemoryShape& s, const MemoryStepOutput& out, Index e) {
  const Index weights = e * s.weights();
  return {.heads = out.heads + e * s.said(),
          .lengths = out.lengths + e * s.cells,
          .cosines = out.cosines + weights,
          .content = out.content + weights,
          .gated = out.gated + weights,
          .shifted = out.shifted + weights,
          .weights = out.weights + weights,
          .reads = out.reads + e * s.reads(),
          .memory = out.memory + e * s.memory()};
}

}  // namespace

void memory_step_into(const MemoryStepInput& in, const MemoryStepOutput& out) {
  check_memory(in.shape);
  tiles::Scratch working(rows::memory_working(in.shape));
  for (Index e = 0; e < in.batch; ++e) rows::memory_step(example(in, e), example(in.shape, out, e), working.data());
}

void memory_step_vjp_into(const MemoryStepInput& in, const MemoryStepOutput& forward, const MemoryStepGradient& gradient) {
  const MemoryShape& s = in.shape;
  check_memory(s);
  tiles::Scratch working(rows::memory_working(s));
  for (Index e = 0; e < in.batch; ++e)
    rows::memory_step_vjp(example(in, e), example(s, forward, e),
                          {.d_reads = gradient.d_reads + e * s.reads(),
                           .d_weights = gradient.d_weights + e * s.weights(),
                           .d_memory = gradient.d_memory + e * s.memory(),
                           .d_said = gradient.d_said + e * s.said()},
                          working.data());
}

Mat memory_cells(const Real* columns, Index cells, Index width) { return Eigen::Map<const Mat>(columns, width, cells).transpose(); }

}  // namespace attn::kernels
