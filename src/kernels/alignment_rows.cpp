#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/alignment_rows.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file once per SIMD target.
#include <hwy/highway.h>

#include <limits>

#include "kernels/alignment_rows.h"
#include "kernels/vector_math-inl.h"
#include "kernels/vector_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {
using rows::AlignmentRow;
using rows::AlignmentRowGradient;

constexpr double kLog2OfE = 1.44269504088896340736;

HWY_INLINE Real dot(const Real* a, const Real* b, Index n) {
  V sum = hn::Zero(D());
  for_parts(n, [&](auto part) HWY_ATTR { sum = hn::MulAdd(part.load(a), part.load(b), sum); });
  return sum_of(sum);
}

HWY_INLINE Real additive_score(const AlignmentRow& row, Index j) {
  const Real* key = row.keys + j * row.key_step;
  Real* units = row.units ? row.units + j * row.unit_step : nullptr;
  V sum = hn::Zero(D());
  for_parts(row.e, [&](auto part) HWY_ATTR {
    const V t = tanh_vector(D(), hn::Add(part.load(row.query), part.load(key)));
    if (units) part.store(t, units);
    sum = hn::MulAdd(part.load(row.w), t, sum);
  });
  return sum_of(sum);
}

/// The softmax of `count` scores, whose largest is known: exp(scores - max) / sum.
HWY_INLINE void softmax_of(const Real* scores, Real max, Index count, Real* weights) {
  constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
  V sum = hn::Zero(D());
  for_parts(count, [&](auto part) HWY_ATTR {
    const V below = hn::Sub(part.load(scores, -kInfinity), set(max));
    const V e = exp2_vector(D(), hn::Mul(below, set(static_cast<Real>(kLog2OfE))));
    part.store(e, weights);
    sum = hn::Add(sum, e);
  });
  const V inverse = set(1 / sum_of(sum));
  for_parts(count, [&](auto part) HWY_ATTR { part.store(hn::Mul(part.load(weights), inverse), weights); });
}

/// exp(-(j - p)^2 / (2 sigma^2)) for the positions of `part` of the window.
template <class Part>
HWY_INLINE V gaussian(const AlignmentRow& row, Part part) {
  const V position = hn::Add(hn::Iota(D(), 0), set(static_cast<Real>(row.first + part.at)));
  const V distance = hn::Sub(position, set(*row.centre));
  const V factor = set(static_cast<Real>(-kLog2OfE / 2) * row.inverse_variance);
  return exp2_vector(D(), hn::Mul(hn::Mul(distance, distance), factor));
}

void align(const AlignmentRow& row) {
  Real max = -std::numeric_limits<Real>::infinity();
  Real* scores = row.scores + row.first;
  for (Index j = 0; j < row.count; ++j) {
    const Index at = row.first + j;
    scores[j] = row.w ? additive_score(row, at) : dot(row.query, row.keys + at * row.key_step, row.e);
    max = std::max(max, scores[j]);
  }
  Real* weights = row.weights + row.first;
  const Real* softmax = row.softmax + row.first;
  softmax_of(scores, max, row.count, row.softmax + row.first);
  if (row.centre) for_parts(row.count, [&](auto part) HWY_ATTR { part.store(hn::Mul(part.load(softmax), gaussian(row, part)), weights); });
  const Real* values = row.values + row.first * row.value_step;
  for_parts(row.f, [&](auto part) HWY_ATTR {
    V sum = hn::Zero(D());
    for (Index j = 0; j < row.count; ++j) sum = hn::MulAdd(set(weights[j]), part.load(values + j * row.value_step), sum);
    part.store(sum, row.context);
  });
}

/// Writes the gradient of the weights to `d_weights`, and adds that of the values.
HWY_INLINE void values_vjp(const AlignmentRow& row, const AlignmentRowGradient& gradient, Real* d_weights) {
  for (Index j = 0; j < row.count; ++j) {
    const Index at = row.first + j;
    const Real* value = row.values + at * row.value_step;
    const V weight = set(row.weights[at]);
    V sum = hn::Zero(D());
    if (gradient.d_values) {
      Real* d_value = gradient.d_values + at * gradient.d_value_step;
      for_parts(row.f, [&](auto part) HWY_ATTR {
        const V d = part.load(gradient.d_context);
        sum = hn::MulAdd(d, part.load(value), sum);
        part.store(hn::MulAdd(weight, d, part.load(d_value)), d_value);
      });
    } else {
      for_parts(row.f, [&](auto part) HWY_ATTR { sum = hn::MulAdd(part.load(gradient.d_context), part.load(value), sum); });
    }
    d_weights[j] = sum_of(sum);
  }
}

/// Back through the Gaussian factor: turns the gradient of the weights into that of the softmax, and adds that of the centre.
HWY_INLINE void gaussian_vjp(const AlignmentRow& row, const AlignmentRowGradient& gradient, Real* d_weights) {
  const Real* weights = row.weights + row.first;
  V d_centre = hn::Zero(D());
  for_parts(row.count, [&](auto part) HWY_ATTR {
    const V position = hn::Add(hn::Iota(D(), 0), set(static_cast<Real>(row.first + part.at)));
    const V d = part.load(d_weights);
    d_centre = hn::MulAdd(hn::Mul(d, part.load(weights)), hn::Sub(position, set(*row.centre)), d_centre);
    part.store(hn::Mul(d, gaussian(row, part)), d_weights);
  });
  if (gradient.d_centre) *gradient.d_centre += sum_of(d_centre) * row.inverse_variance;
}

/// Back through the softmax: turns the gradient of its weights into that of the scores.
HWY_INLINE void softmax_vjp_of(const Real* weights, Index count, Real* d) {
  const V mean = set(dot(weights, d, count));
  for_parts(count, [&](auto part) HWY_ATTR { part.store(hn::Mul(part.load(weights), hn::Sub(part.load(d), mean)), d); });
}

/// Adds the gradients of the query, of the keys and, for the additive score, of w, given those of the window's scores.
template <bool kAdditive>
HWY_INLINE void scores_vjp_of(const AlignmentRow& row, const AlignmentRowGradient& gradient, const Real* d_scores) {
  for_parts(row.e, [&](auto part) HWY_ATTR {
    const V w = kAdditive ? part.load(row.w) : part.load(row.query);
    V d_query = hn::Zero(D()), d_w = hn::Zero(D());
    for (Index j = 0; j < row.count; ++j) {
      const Index at = row.first + j;
      const V d_score = set(d_scores[j]);
      V d_key = hn::Mul(d_score, w);
      if constexpr (kAdditive) {
        const V t = part.load(row.units + at * row.unit_step);
        d_w = hn::MulAdd(d_score, t, d_w);
        d_key = hn::Mul(d_key, hn::NegMulAdd(t, t, set(1)));
        d_query = hn::Add(d_query, d_key);
      } else {
        d_query = hn::MulAdd(d_score, part.load(row.keys + at * row.key_step), d_query);
      }
      if (!gradient.d_keys) continue;
      Real* to = gradient.d_keys + at * gradient.d_key_step;
      part.store(hn::Add(d_key, part.load(to)), to);
    }
    if (gradient.d_query) part.store(hn::Add(d_query, part.load(gradient.d_query)), gradient.d_query);
    if (kAdditive && gradient.d_w) part.store(hn::Add(d_w, part.load(gradient.d_w)), gradient.d_w);
  });
}

void align_vjp(const AlignmentRow& row, const AlignmentRowGradient& gradient) {
  if (row.count == 0) return;
  Real* d = gradient.d_scores;
  values_vjp(row, gradient, d);
  if (row.centre) gaussian_vjp(row, gradient, d);
  softmax_vjp_of(row.softmax + row.first, row.count, d);
  if (row.w)
    scores_vjp_of<true>(row, gradient, d);
  else
    scores_vjp_of<false>(row, gradient, d);
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn::kernels {
HWY_EXPORT(align);
HWY_EXPORT(align_vjp);

namespace rows {

void align(const AlignmentRow& row) { HWY_DYNAMIC_DISPATCH(align)(row); }

void align_vjp(const AlignmentRow& row, const AlignmentRowGradient& gradient) { HWY_DYNAMIC_DISPATCH(align_vjp)(row, gradient); }

}  // namespace rows
}  // namespace attn::kernels
#endif
