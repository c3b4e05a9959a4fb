// One step of a Neural Turing Machine's memory, stage by stage.
#include "compute/gl_engine.h"
#include "kernels/memory.h"

namespace attn::compute {

bool GlEngine::memory_step(const kernels::MemoryShape& shape, const autodiff::MemoryStepVars& s, Var y) {
  if (needs_gradient(y) || !can({s.said, s.memory, s.previous, y})) return false;
  const auto number = [](Index i) { return static_cast<int>(i); };
  const Index batch = s.said.rows(), rows = batch * shape.heads(), n = shape.cells;
  const std::pair<std::string_view, int> head_count{"head_count", number(shape.heads())}, width{"width", number(shape.width)};
  const auto from = [&](Index column) { return std::pair<std::string_view, int>{"first", number(column)}; };
  const GpuMatrix &memory = of(s.memory), &previous = of(s.previous);

  GpuMatrix heads = filled({.shader = "memory_heads",
                            .inputs = {{"said", &of(s.said).texture}},
                            .ints = {{"first_erase", number(shape.erase())},
                                     {"first_shift", number(shape.shift())},
                                     {"first_strength", number(shape.strength())},
                                     {"first_gate", number(shape.gate())},
                                     {"first_gamma", number(shape.gamma())},
                                     {"shifts", number(shape.shifts)},
                                     {"cols", number(shape.said())}}},
                           batch, shape.said());
  GpuMatrix lengths = filled({.shader = "memory_lengths", .inputs = {{"memory", &memory.texture}}, .ints = {width}}, batch, n);
  GpuMatrix cosines = filled({.shader = "memory_cosines",
                              .inputs = {{"memory", &memory.texture}, {"heads", &heads.texture}, {"lengths", &lengths.texture}},
                              .ints = {head_count, width},
                              .floats = {{"epsilon", kernels::kCosineEpsilon}}},
                             rows, n);
  const GpuMatrix strong = filled({.shader = "memory_factor",
                                   .inputs = {{"x", &cosines.texture}, {"heads", &heads.texture}},
                                   .ints = {head_count, from(shape.strength())}},
                                  rows, n);
  GpuMatrix content = softmax(device_, strong, {}, number(rows), 1);
  GpuMatrix gated = filled({.shader = "memory_gate",
                            .inputs = {{"content", &content.texture}, {"previous", &previous.texture}, {"heads", &heads.texture}},
                            .ints = {head_count, from(shape.gate())}},
                           rows, n);
  GpuMatrix shifted = filled({.shader = "memory_shift",
                              .inputs = {{"gated", &gated.texture}, {"heads", &heads.texture}},
                              .ints = {head_count, from(shape.shift()), {"shifts", number(shape.shifts)}, {"cells", number(n)}}},
                             rows, n);
  const GpuMatrix sums = filled({.shader = "memory_sharpen_rows",
                                 .inputs = {{"shifted", &shifted.texture}, {"heads", &heads.texture}},
                                 .ints = {head_count, from(shape.gamma()), {"blocks", blocks(n)}}},
                                rows, 4);
  GpuMatrix weights = filled({.shader = "memory_sharpen", .inputs = {{"shifted", &shifted.texture}, {"rows", &sums.texture}}}, rows, n);
  done(y, filled({.shader = "memory_read",
                  .inputs = {{"memory", &memory.texture}, {"weights", &weights.texture}},
                  .ints = {head_count, width, {"cols", number(shape.reads())}, {"blocks", blocks(n)}}},
                 batch, shape.reads()));
  put(s.written, filled({.shader = "memory_write",
                         .inputs = {{"memory", &memory.texture}, {"weights", &weights.texture}, {"heads", &heads.texture}},
                         .ints = {head_count,
                                  width,
                                  {"first_writer", number(shape.read_heads)},
                                  {"first_add", number(shape.add())},
                                  {"first_erase", number(shape.erase())}}},
                        batch * shape.width, n));
  put(s.heads, std::move(heads)), put(s.lengths, std::move(lengths)), put(s.cosines, std::move(cosines));
  put(s.content, std::move(content)), put(s.gated, std::move(gated)), put(s.shifted, std::move(shifted));
  put(s.weights, std::move(weights));
  return true;
}

}  // namespace attn::compute
