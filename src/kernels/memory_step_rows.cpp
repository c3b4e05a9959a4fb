#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/memory_step_rows.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file once per SIMD target.
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "kernels/memory_address-inl.h"
#include "kernels/memory_step_rows.h"
#include "kernels/vector_math-inl.h"
#include "kernels/vector_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {

Real softplus(Real x) { return std::max(x, Real(0)) + std::log1p(std::exp(-std::fabs(x))); }
/// d softplus / d x from its result.
Real softplus_slope(Real y) { return -std::expm1(-y); }
Real sigmoid(Real x) { return 1 / (1 + std::exp(-x)); }

// ---- what the heads say ----------------------------------------------------------------------------------------------------------------

void activate(const MemoryShape& s, const Real* said, Real* heads) {
  for_parts(s.erase(), [&](auto part) HWY_ATTR { part.store(tanh_vector(D(), part.load(said)), heads); });
  const Real* erase = said + s.erase();
  Real* erased = heads + s.erase();
  for_parts(s.write_heads * s.width, [&](auto part) HWY_ATTR { part.store(sigmoid_vector(D(), part.load(erase)), erased); });
  for (Index h = 0; h < s.heads(); ++h) {
    const Real* shift = said + s.shift() + h * s.shifts;
    Real *shifts = heads + s.shift() + h * s.shifts, sum = 0;
    const Real largest = *std::max_element(shift, shift + s.shifts);
    for (Index k = 0; k < s.shifts; ++k) sum += shifts[k] = std::exp(shift[k] - largest);
    for (Index k = 0; k < s.shifts; ++k) shifts[k] /= sum;
    heads[s.strength() + h] = softplus(said[s.strength() + h]);
    heads[s.gate() + h] = sigmoid(said[s.gate() + h]);
    heads[s.gamma() + h] = 1 + softplus(said[s.gamma() + h]);
  }
}

/// Turns the gradients of the heads' numbers into those before their activations, in place.
void activate_vjp(const MemoryShape& s, const Real* heads, Real* d) {
  for_parts(s.erase(), [&](auto part) HWY_ATTR {
    const V y = part.load(heads);
    part.store(hn::Mul(part.load(d), hn::NegMulAdd(y, y, set(1))), d);
  });
  const Real* erased = heads + s.erase();
  Real* d_erase = d + s.erase();
  for_parts(s.write_heads * s.width, [&](auto part) HWY_ATTR {
    const V y = part.load(erased);
    part.store(hn::Mul(part.load(d_erase), hn::NegMulAdd(y, y, y)), d_erase);
  });
  for (Index h = 0; h < s.heads(); ++h) {
    const Real* shifts = heads + s.shift() + h * s.shifts;
    Real *d_shift = d + s.shift() + h * s.shifts, mean = 0;
    for (Index k = 0; k < s.shifts; ++k) mean += shifts[k] * d_shift[k];
    for (Index k = 0; k < s.shifts; ++k) d_shift[k] = shifts[k] * (d_shift[k] - mean);
    const Real gate = heads[s.gate() + h];
    d[s.strength() + h] *= softplus_slope(heads[s.strength() + h]);
    d[s.gate() + h] *= gate * (1 - gate);
    d[s.gamma() + h] *= softplus_slope(heads[s.gamma() + h] - 1);
  }
}

// ---- the step --------------------------------------------------------------------------------------------------------------------------

void memory_address(const MemoryStepInput& in, const MemoryStepOutput& out, Real* working) {
  const MemoryShape& s = in.shape;
  measure_cells(s, in.memory, out.lengths);
  for (Index h = 0; h < s.heads(); ++h) {
    const Head head = head_of(in, out, h);
    find_content(head, in.memory, out.lengths);
    find_weights(head, working);
  }
}

void memory_read_and_write(const MemoryStepInput& in, const MemoryStepOutput& out) {
  const MemoryShape& s = in.shape;
  const Index n = s.cells;
  const Real *add = out.heads + s.add(), *erase = out.heads + s.erase(), *writing = out.weights + s.read_heads * n;
  for (Index j = 0; j < s.width; ++j) {
    const Real* column = in.memory + j * n;
    Real* written = out.memory + j * n;
    for (Index r = 0; r < s.read_heads; ++r) out.reads[r * s.width + j] = dot(out.weights + r * n, column, n);
    for_parts(n, [&](auto part) HWY_ATTR {
      V kept = part.load(column), added = set(0);
      for (Index h = 0; h < s.write_heads; ++h) {
        const V w = part.load(writing + h * n);
        kept = hn::NegMulAdd(hn::Mul(w, set(erase[h * s.width + j])), kept, kept);
        added = multiply_add(w, set(add[h * s.width + j]), added);
      }
      part.store(hn::Add(kept, added), written);
    });
  }
}

void memory_step(const MemoryStepInput& in, const MemoryStepOutput& out, Real* working) {
  activate(in.shape, in.said, out.heads);
  memory_address(in, out, working);
  memory_read_and_write(in, out);
}

/// The gradient of column j of the memory through reading and writing.
struct ColumnGradient {
  const Real *column, *reading, *writing;  ///< [N]; weightings of the read and of the write heads
  Real *d_column, *d_reading, *d_writing;
  const Real *add, *erase, *d_reads;  ///< at column j of the first head
  Real *d_add, *d_erase;
};

/// The part of a cell that the write heads other than `without` leave.
template <class Part>
HWY_INLINE V kept_by(const MemoryShape& s, const ColumnGradient& c, Index without, Part part) {
  V kept = set(1);
  for (Index h = 0; h < s.write_heads; ++h)
    if (h != without) kept = hn::NegMulAdd(hn::Mul(part.load(c.writing + h * s.cells), set(c.erase[h * s.width])), kept, kept);
  return kept;
}

void column_back(const MemoryShape& s, const ColumnGradient& c) {
  const Index n = s.cells;
  for (Index h = 0; h < s.write_heads; ++h) {
    const V add = set(c.add[h * s.width]), erase = set(c.erase[h * s.width]);
    const Real* w = c.writing + h * n;
    Real* d_w = c.d_writing + h * n;
    V d_add = set(0), d_erase = set(0);
    for_parts(n, [&](auto part) HWY_ATTR {
      const V d = part.load(c.d_column), weight = part.load(w);
      const V d_erased = hn::Mul(d, hn::Mul(part.load(c.column), kept_by(s, c, h, part)));
      d_add = multiply_add(d, weight, d_add);
      d_erase = hn::NegMulAdd(d_erased, weight, d_erase);
      part.store(hn::NegMulAdd(d_erased, erase, multiply_add(d, add, part.load(d_w))), d_w);
    });
    c.d_add[h * s.width] = sum_of(d_add);
    c.d_erase[h * s.width] = sum_of(d_erase);
  }
  for_parts(n, [&](auto part) HWY_ATTR {
    V d = hn::Mul(part.load(c.d_column), kept_by(s, c, -1, part));
    const V column = part.load(c.column);
    for (Index r = 0; r < s.read_heads; ++r) {
      const V d_read = set(c.d_reads[r * s.width]);
      Real* d_w = c.d_reading + r * n;
      d = multiply_add(part.load(c.reading + r * n), d_read, d);
      part.store(multiply_add(d_read, column, part.load(d_w)), d_w);
    }
    part.store(d, c.d_column);
  });
}

void memory_step_vjp(const MemoryStepInput& in, const MemoryStepOutput& forward, const MemoryStepGradient& gradient, Real* working) {
  const MemoryShape& s = in.shape;
  const Index n = s.cells, heads = s.heads(), writing = s.read_heads * n;
  Real* d_said = gradient.d_said;
  for (Index j = 0; j < s.width; ++j)
    column_back(s, {.column = in.memory + j * n,
                    .reading = forward.weights,
                    .writing = forward.weights + writing,
                    .d_column = gradient.d_memory + j * n,
                    .d_reading = gradient.d_weights,
                    .d_writing = gradient.d_weights + writing,
                    .add = forward.heads + s.add() + j,
                    .erase = forward.heads + s.erase() + j,
                    .d_reads = gradient.d_reads + j,
                    .d_add = d_said + s.add() + j,
                    .d_erase = d_said + s.erase() + j});
  Real *dots = working, *cells = dots + heads * n, *changed = cells + n, *padded = changed + n;
  std::fill(cells, cells + n, Real(0));
  for (Index h = 0; h < heads; ++h) {
    const Head head = head_of(in, forward, h);
    Real along_key = 0;
    head_back(head, forward.lengths,
              {.d_weights = gradient.d_weights + h * n,
               .d_shift = d_said + s.shift() + h * s.shifts,
               .d_strength = d_said + s.strength() + h,
               .d_gate = d_said + s.gate() + h,
               .d_gamma = d_said + s.gamma() + h,
               .dots = dots + h * n,
               .cells = cells,
               .key = &along_key,
               .padded = padded,
               .changed = changed});
    for (Index j = 0; j < s.width; ++j) d_said[h * s.width + j] = dot(dots + h * n, in.memory + j * n, n) - along_key * head.key[j];
  }
  for (Index j = 0; j < s.width; ++j) {
    const Real* column = in.memory + j * n;
    Real* d_column = gradient.d_memory + j * n;
    for_parts(n, [&](auto part) HWY_ATTR {
      V d = hn::NegMulAdd(part.load(cells), part.load(column), part.load(d_column));
      for (Index h = 0; h < heads; ++h) d = multiply_add(part.load(dots + h * n), set(forward.heads[h * s.width + j]), d);
      part.store(d, d_column);
    });
  }
  activate_vjp(s, forward.heads, d_said);
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn::kernels {
HWY_EXPORT(memory_address);
HWY_EXPORT(memory_read_and_write);
HWY_EXPORT(memory_step);
HWY_EXPORT(memory_step_vjp);

namespace rows {

void memory_address(const MemoryStepInput& in, const MemoryStepOutput& out, Real* working) {
  HWY_DYNAMIC_DISPATCH(memory_address)(in, out, working);
}

void memory_read_and_write(const MemoryStepInput& in, const MemoryStepOutput& out) { HWY_DYNAMIC_DISPATCH(memory_read_and_write)(in, out); }

void memory_step(const MemoryStepInput& in, const MemoryStepOutput& out, Real* working) {
  HWY_DYNAMIC_DISPATCH(memory_step)(in, out, working);
}

void memory_step_vjp(const MemoryStepInput& in, const MemoryStepOutput& forward, const MemoryStepGradient& gradient, Real* working) {
  HWY_DYNAMIC_DISPATCH(memory_step_vjp)(in, forward, gradient, working);
}

}  // namespace rows
}  // namespace attn::kernels
#endif
