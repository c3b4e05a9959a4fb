// The stages by which a head of one example finds its weighting (memory.h), and their gradients, in SIMD over the cells. Included once per
// SIMD target, after hwy/highway.h.
#if defined(ATTN_KERNELS_MEMORY_ADDRESS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_MEMORY_ADDRESS_INL_H_
#undef ATTN_KERNELS_MEMORY_ADDRESS_INL_H_
#else
#define ATTN_KERNELS_MEMORY_ADDRESS_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/memory.h"
#include "kernels/memory_step.h"
#include "kernels/vector_math-inl.h"
#include "kernels/vector_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {

constexpr double kLog2E = 1.44269504088896340736, kLn2 = 0.69314718055994530942;
/// Sharpening treats smaller weights as 0, because they have no exponent that log2_vector() could read.
constexpr Real kSmallest = std::numeric_limits<Real>::min();

/// log2 x for normal x > 0, relative error about 1e-7: x = 2^e m with m in [sqrt(1/2), sqrt 2), log2 m = 2 artanh((m - 1) / (m + 1)) /
/// ln 2.
HWY_INLINE V log2_vector(V x) {
  if constexpr (sizeof(Real) == sizeof(double)) {  // one lane: kernels/simd_targets.h
    return set(std::log2(hn::GetLane(x)));
  } else {
    const hn::Rebind<std::int32_t, D> bits;
    const auto root_half = hn::Set(bits, 0x3f3504f3), raw = hn::Sub(hn::BitCast(bits, x), root_half);
    const V e = hn::ConvertTo(D(), hn::ShiftRight<23>(raw));
    const V m = hn::BitCast(D(), hn::Add(hn::And(raw, hn::Set(bits, 0x007fffff)), root_half));
    const V t = hn::Div(hn::Sub(m, set(1)), hn::Add(m, set(1))), square = hn::Mul(t, t);
    V p = set(Real(2 / kLn2 / 9));
    for (const double c : {2 / kLn2 / 7, 2 / kLn2 / 5, 2 / kLn2 / 3, 2 / kLn2}) p = multiply_add(p, square, set(static_cast<Real>(c)));
    return hn::Add(e, hn::Mul(p, t));
  }
}

HWY_INLINE Real dot(const Real* a, const Real* b, Index n) {
  V sum = set(0);
  for_parts(n, [&](auto part) HWY_ATTR { sum = multiply_add(part.load(a), part.load(b), sum); });
  return sum_of(sum);
}

HWY_INLINE Real max_of(const Real* x, Index n) {
  V max = set(x[0]);
  for_parts(n, [&](auto part) HWY_ATTR { max = hn::Max(max, part.load(x, x[0])); });
  return hn::GetLane(hn::MaxOfLanes(D(), max));
}

HWY_INLINE void scale_by(Real factor, Real* x, Index n) {
  const V f = set(factor);
  for_parts(n, [&](auto part) HWY_ATTR { part.store(hn::Mul(f, part.load(x)), x); });
}

/// The numbers of one head in one example.
struct Head {
  const MemoryShape& shape;
  const Real* key;
  Real length, strength, gate, gamma;  ///< length of the key
  const Real *shift, *previous;
  Real *cosines, *content, *gated, *shifted, *weights;
};

HWY_INLINE Head head_of(const MemoryStepInput& in, const MemoryStepOutput& out, Index h) {
  const MemoryShape& s = in.shape;
  const Real* key = out.heads + h * s.width;
  const Index at = h * s.cells;
  return {.shape = s,
          .key = key,
          .length = std::sqrt(dot(key, key, s.width)),
          .strength = out.heads[s.strength() + h],
          .gate = out.heads[s.gate() + h],
          .gamma = out.heads[s.gamma() + h],
          .shift = out.heads + s.shift() + h * s.shifts,
          .previous = in.previous + at,
          .cosines = out.cosines + at,
          .content = out.content + at,
          .gated = out.gated + at,
          .shifted = out.shifted + at,
          .weights = out.weights + at};
}

HWY_INLINE void measure_cells(const MemoryShape& s, const Real* memory, Real* lengths) {
  for_parts(s.cells, [&](auto part) HWY_ATTR {
    V sum = set(0);
    for (Index j = 0; j < s.width; ++j) {
      const V m = part.load(memory + j * s.cells);
      sum = multiply_add(m, m, sum);
    }
    part.store(hn::Sqrt(sum), lengths);
  });
}

HWY_INLINE void find_content(const Head& head, const Real* memory, const Real* lengths) {
  const Index n = head.shape.cells, width = head.shape.width;
  const V length = set(head.length);
  for_parts(n, [&](auto part) HWY_ATTR {
    V sum = set(0);
    for (Index j = 0; j < width; ++j) sum = multiply_add(set(head.key[j]), part.load(memory + j * n), sum);
    part.store(hn::Div(sum, multiply_add(length, part.load(lengths), set(kCosineEpsilon))), head.cosines);
  });
  const V largest = set(max_of(head.cosines, n)), factor = set(static_cast<Real>(kLog2E) * head.strength);
  for_parts(n, [&](auto part)
                   HWY_ATTR { part.store(exp2_vector(D(), hn::Mul(factor, hn::Sub(part.load(head.cosines), largest))), head.content); });
  V sum = set(0);
  for_parts(n, [&](auto part) HWY_ATTR { sum = hn::Add(sum, part.load(head.content)); });
  scale_by(1 / sum_of(sum), head.content, n);
}

/// Writes `x` [n] to `padded`, extended circularly by `reach` cells at each end.
HWY_INLINE void wrap(const Real* x, Index n, Index reach, Real* padded) {
  std::copy(x, x + n, padded + reach);
  for (Index k = 0; k < reach; ++k) {
    padded[k] = x[n - 1 - (reach - 1 - k) % n];
    padded[reach + n + k] = x[k % n];
  }
}

HWY_INLINE void find_weights(const Head& head, Real* padded) {
  const Index n = head.shape.cells, last = head.shape.shifts - 1;
  const V gate = set(head.gate);
  for_parts(n, [&](auto part) HWY_ATTR {
    const V before = part.load(head.previous);
    part.store(multiply_add(gate, hn::Sub(part.load(head.content), before), before), head.gated);
  });
  wrap(head.gated, n, last / 2, padded);
  for_parts(n, [&](auto part) HWY_ATTR {
    V sum = set(0);
    for (Index k = 0; k <= last; ++k) sum = multiply_add(set(head.shift[k]), part.load(padded + last - k), sum);
    part.store(sum, head.shifted);
  });
  const Real largest = max_of(head.shifted, n);
  if (!(largest >= kSmallest)) {
    std::fill(head.weights, head.weights + n, Real(0));
    return;
  }
  const V inverse = set(1 / largest), gamma = set(head.gamma), smallest = set(kSmallest);
  V sum = set(0);
  for_parts(n, [&](auto part) HWY_ATTR {
    const V ratio = hn::Mul(part.load(head.shifted), inverse);
    const V power = hn::IfThenElseZero(hn::Ge(ratio, smallest), exp2_vector(D(), hn::Mul(gamma, log2_vector(hn::Max(ratio, smallest)))));
    sum = hn::Add(sum, power);
    part.store(power, head.weights);
  });
  scale_by(1 / sum_of(sum), head.weights, n);
}

/// The gradients of one head's numbers.
struct HeadGradient {
  Real* d_weights;  ///< [N] in: of its weights; out: of `previous`
  Real *d_shift, *d_strength, *d_gate, *d_gamma;
  Real* dots;     ///< [N] out: of the dot products key . cell
  Real* cells;    ///< [N] added to: the part of each cell's gradient along the cell itself is minus this number times the cell
  Real* key;      ///< out: the same for the key
  Real* padded;   ///< [N + s]
  Real* changed;  ///< [N]
};

/// Turns d_weights into the gradient of `shifted`, in `d.changed`.
HWY_INLINE void sharpen_back(const Head& head, const HeadGradient& d) {
  const Index n = head.shape.cells;
  const Real largest = max_of(head.shifted, n);
  *d.d_gamma = 0;
  if (!(largest >= kSmallest)) {
    std::fill(d.changed, d.changed + n, Real(0));
    return;
  }
  Real total = 0;
  if (head.gamma == 1) {
    V sum = set(0);
    for_parts(n, [&](auto part) HWY_ATTR { sum = hn::Add(sum, part.load(head.shifted)); });
    total = sum_of(sum);
  }
  const V mean = set(dot(head.weights, d.d_weights, n)), inverse = set(1 / largest), gamma = set(head.gamma), smallest = set(kSmallest);
  const V of_nothing = set(head.gamma == 1 ? 1 / total : 0);
  V d_gamma = set(0);
  for_parts(n, [&](auto part) HWY_ATTR {
    const V before = part.load(head.shifted), after = part.load(head.weights), ratio = hn::Mul(before, inverse);
    const auto some = hn::Ge(ratio, smallest);
    const V excess = hn::Sub(part.load(d.d_weights), mean),
            slope = hn::IfThenElse(some, hn::Div(after, hn::Max(before, smallest)), of_nothing);
    part.store(hn::Mul(gamma, hn::Mul(slope, excess)), d.changed);
    const V logarithm = hn::IfThenElseZero(some, log2_vector(hn::Max(ratio, smallest)));
    d_gamma = multiply_add(hn::Mul(after, excess), logarithm, d_gamma);
  });
  *d.d_gamma = static_cast<Real>(kLn2) * sum_of(d_gamma);
}

/// Turns `d.changed` into the gradient of `gated`, in the same place.
HWY_INLINE void shift_back(const Head& head, const HeadGradient& d) {
  const Index n = head.shape.cells, last = head.shape.shifts - 1;
  wrap(head.gated, n, last / 2, d.padded);
  for (Index k = 0; k <= last; ++k) d.d_shift[k] = dot(d.changed, d.padded + last - k, n);
  wrap(d.changed, n, last / 2, d.padded);
  for_parts(n, [&](auto part) HWY_ATTR {
    V sum = set(0);
    for (Index k = 0; k <= last; ++k) sum = multiply_add(set(head.shift[k]), part.load(d.padded + k), sum);
    part.store(sum, d.changed);
  });
}

HWY_INLINE void head_back(const Head& head, const Real* lengths, const HeadGradient& d) {
  const Index n = head.shape.cells;
  sharpen_back(head, d);
  shift_back(head, d);
  const V gate = set(head.gate), rest = set(1 - head.gate);
  V d_gate = set(0), mean = set(0);
  for_parts(n, [&](auto part) HWY_ATTR {
    const V change = part.load(d.changed), content = part.load(head.content), d_content = hn::Mul(gate, change);
    d_gate = multiply_add(change, hn::Sub(content, part.load(head.previous)), d_gate);
    mean = multiply_add(content, d_content, mean);
    part.store(hn::Mul(rest, change), d.d_weights);
    part.store(d_content, d.changed);
  });
  *d.d_gate = sum_of(d_gate);
  const V average = set(sum_of(mean)), strength = set(head.strength), length = set(head.length), zero = set(0);
  V d_strength = zero, along_key = zero;
  for_parts(n, [&](auto part) HWY_ATTR {
    const V d_score = hn::Mul(part.load(head.content), hn::Sub(part.load(d.changed), average)), cosine = part.load(head.cosines);
    d_strength = multiply_add(d_score, cosine, d_strength);
    const V cell = part.load(lengths), both = hn::Mul(length, cell);
    const auto some = hn::Gt(both, zero);
    const V d_dot = hn::IfThenElseZero(some, hn::Div(hn::Mul(strength, d_score), hn::Add(both, set(kCosineEpsilon))));
    const V d_both = hn::Mul(d_dot, cosine);
    part.store(d_dot, d.dots);
    part.store(hn::Add(part.load(d.cells), hn::IfThenElseZero(some, hn::Div(hn::Mul(d_both, length), cell))), d.cells);
    along_key = multiply_add(d_both, cell, along_key);
  });
  *d.d_strength = sum_of(d_strength);
  *d.key = head.length > 0 ? sum_of(along_key) / head.length : Real(0);
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
