#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/rows.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file once per SIMD target.
#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "kernels/rows.h"
#include "kernels/vector_math-inl.h"
#include "kernels/vector_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using rows::Additive;
using rows::AdditivePair;
using rows::Regressed;
using rows::Softmax;

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
constexpr double kLog2E = 1.44269504088896340736;

/// The largest of n > 0 numbers.
HWY_INLINE Real max_of(const Real* p, Index n) {
  const Index step = lanes();
  Real largest = p[0];
  Index j = 0;
  if (n >= step) {
    V max = hn::LoadU(D(), p);
    for (j = step; j + step <= n; j += step) max = hn::Max(max, hn::LoadU(D(), p + j));
    largest = hn::GetLane(hn::MaxOfLanes(D(), max));
  }
  for (; j < n; ++j) largest = std::max(largest, p[j]);
  return largest;
}

HWY_INLINE void scale_by(Real factor, Real* p, Index n) {
  const Index step = lanes();
  const V f = hn::Set(D(), factor);
  Index j = 0;
  for (; j + step <= n; j += step) hn::StoreU(hn::Mul(f, hn::LoadU(D(), p + j)), D(), p + j);
  for (; j < n; ++j) p[j] *= factor;
}

/// weights = exp((scores - max) / temperature), and their sum.
HWY_INLINE Real exponentials(const Real* scores, Real max, Real temperature, Index n, Real* weights) {
  const Index step = lanes();
  const V shift = hn::Set(D(), max), factor = hn::Set(D(), static_cast<Real>(kLog2E) / temperature);
  V sum = hn::Zero(D());
  Index j = 0;
  for (; j + step <= n; j += step) {
    const V e = exp2_vector(D(), hn::Mul(hn::Sub(hn::LoadU(D(), scores + j), shift), factor));
    hn::StoreU(e, D(), weights + j);
    sum = hn::Add(sum, e);
  }
  if (j < n) {
    const V e = exp2_vector(D(), hn::Mul(hn::Sub(load_some(scores + j, n - j, -kInfinity), shift), factor));
    store_some(e, weights + j, n - j);
    sum = hn::Add(sum, e);
  }
  return sum_of(sum);
}

HWY_INLINE void softmax_row(const Softmax& s, Index i) {
  const Real* scores = s.scores + i * s.scores_row;
  Real* weights = s.weights + i * s.weights_row;
  if (s.mask) {
    const bool* mask = s.mask + i * s.mask_row;
    for (Index j = 0; j < s.cols; ++j) weights[j] = mask[j] ? scores[j] : -kInfinity;
    scores = weights;
  }
  const Real max = s.cols > 0 ? max_of(scores, s.cols) : -kInfinity;
  // The largest term is 1, so the sum is at least 1 wherever anything is allowed.
  Real inverse = 0;
  if (max == -kInfinity)
    std::fill(weights, weights + s.cols, Real(0));
  else
    inverse = 1 / exponentials(scores, max, s.temperature, s.cols, weights);
  if (s.inverse_sums)
    s.inverse_sums[i] = inverse;
  else
    scale_by(inverse, weights, s.cols);
}

void softmax(const Softmax& s) {
  for (Index i = 0; i < s.rows; ++i) softmax_row(s, i);
}

void softmax_vjp(const Real* weights, const Real* d_weights, Index cols, Real temperature, Real* d_scores) {
  const Index step = lanes();
  V sum = hn::Zero(D());
  Index j = 0;
  for (; j + step <= cols; j += step) sum = hn::MulAdd(hn::LoadU(D(), weights + j), hn::LoadU(D(), d_weights + j), sum);
  Real mean = sum_of(sum);
  for (; j < cols; ++j) mean += weights[j] * d_weights[j];
  const V shift = hn::Set(D(), mean), factor = hn::Set(D(), 1 / temperature);
  for (j = 0; j + step <= cols; j += step)
    hn::StoreU(hn::Mul(hn::Mul(hn::LoadU(D(), weights + j), hn::Sub(hn::LoadU(D(), d_weights + j), shift)), factor), D(), d_scores + j);
  for (; j < cols; ++j) d_scores[j] = weights[j] * (d_weights[j] - mean) / temperature;
}

void additive(const Additive& a) {
  const Index step = lanes(), width = 2 * step;
  for (Index j = 0; j < a.cols; j += width)
    for (Index i = 0; i < a.rows; ++i) {
      const Real* query = a.queries + i * a.queries_row;
      const Real* keys = a.keys + j * a.units;
      V low = hn::Zero(D()), high = hn::Zero(D());
      for (Index c = 0; c < a.units; ++c, keys += width) {
        const V x = hn::Set(D(), query[c]), w = hn::Set(D(), a.w[c]);
        low = hn::MulAdd(w, tanh_vector(D(), hn::Add(x, hn::LoadU(D(), keys))), low);
        high = hn::MulAdd(w, tanh_vector(D(), hn::Add(x, hn::LoadU(D(), keys + step))), high);
      }
      Real* out = a.out + i * a.out_row + j;
      const Index count = std::min(width, a.cols - j);
      store_some(low, out, std::min(step, count));
      if (count > step) store_some(high, out + step, count - step);
    }
}

void additive_vjp(const AdditivePair& pair, Real d_score) {
  for_parts(pair.units, [&](auto part) HWY_ATTR {
    const V t = tanh_vector(D(), hn::Add(part.load(pair.query), part.load(pair.key))), d = set(d_score);
    const V d_sum = hn::Mul(hn::Mul(d, part.load(pair.w)), hn::NegMulAdd(t, t, set(1)));
    part.store(hn::MulAdd(d, t, part.load(pair.d_w)), pair.d_w);
    part.store(hn::Add(d_sum, part.load(pair.d_query)), pair.d_query);
    part.store(hn::Add(d_sum, part.load(pair.d_key)), pair.d_key);
  });
}

/// What one query needs to know in order to weight its keys.
struct Query {
  V at, inverse_width, nearest;
  RegressionKernel kernel;
};

/// Kernel values up to a common factor: the Gaussian is divided by its value at the nearest key. Its exponent -(d^2 - n^2) / 2w^2 is
/// computed in factors, the second of which is limited, so that neither a tiny width nor a far point leads to 0 times infinity.
HWY_INLINE V kernel_values(const Query& q, V x) {
  const V distance = hn::Abs(hn::Sub(x, q.at)), one = hn::Set(D(), Real(1)), zero = hn::Zero(D());
  if (q.kernel == RegressionKernel::gaussian) {
    const V a = hn::Mul(hn::Sub(distance, q.nearest), q.inverse_width);
    const V b = hn::Min(hn::Mul(hn::Add(distance, q.nearest), q.inverse_width), hn::Set(D(), Real(1e30)));
    return exp2_vector(D(), hn::Mul(hn::Mul(a, b), hn::Set(D(), static_cast<Real>(-kLog2E / 2))));
  }
  const V u = hn::Mul(distance, q.inverse_width);
  if (q.kernel == RegressionKernel::boxcar) return hn::IfThenElse(hn::Le(u, one), one, zero);
  if (q.kernel == RegressionKernel::triangular) return hn::Max(hn::Sub(one, u), zero);
  return hn::Max(hn::Mul(hn::Set(D(), Real(0.75)), hn::NegMulAdd(u, u, one)), zero);
}

HWY_INLINE Real nearest_of(const Real* x, Index m, Real query) {
  const Index step = lanes();
  const V at = hn::Set(D(), query);
  V nearest = hn::Set(D(), kInfinity);
  Index j = 0;
  for (; j + step <= m; j += step) nearest = hn::Min(nearest, hn::Abs(hn::Sub(hn::LoadU(D(), x + j), at)));
  if (j < m) nearest = hn::Min(nearest, hn::Abs(hn::Sub(load_some(x + j, m - j, kInfinity), at)));
  return hn::GetLane(hn::MinOfLanes(D(), nearest));
}

Regressed regress(const Real* x, const Real* y, Index m, Real query, RegressionKernel kernel, Real width, Real* weights) {
  const Index step = lanes();
  const Real nearest = kernel == RegressionKernel::gaussian ? nearest_of(x, m, query) : Real(0);
  const Query q{hn::Set(D(), query), hn::Set(D(), std::min(1 / width, Real(1e30))), hn::Set(D(), nearest), kernel};
  V sum = hn::Zero(D()), weighted = hn::Zero(D());
  Index j = 0;
  for (; j + step <= m; j += step) {
    const V f = kernel_values(q, hn::LoadU(D(), x + j));
    if (weights) hn::StoreU(f, D(), weights + j);
    sum = hn::Add(sum, f);
    weighted = hn::MulAdd(f, hn::LoadU(D(), y + j), weighted);
  }
  if (j < m) {
    const V f = hn::IfThenElseZero(hn::FirstN(D(), static_cast<size_t>(m - j)), kernel_values(q, load_some(x + j, m - j, 0)));
    if (weights) store_some(f, weights + j, m - j);
    sum = hn::Add(sum, f);
    weighted = hn::MulAdd(f, load_some(y + j, m - j, 0), weighted);
  }
  const Real total = sum_of(sum);
  if (!(total > 0)) return {};
  if (weights) scale_by(1 / total, weights, m);
  return {sum_of(weighted) / total, true, total};
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn::kernels {
HWY_EXPORT(softmax);
HWY_EXPORT(softmax_vjp);
HWY_EXPORT(additive);
HWY_EXPORT(additive_vjp);
HWY_EXPORT(regress);

namespace rows {

void softmax(const Softmax& s) { HWY_DYNAMIC_DISPATCH(softmax)(s); }

void softmax_vjp(const Real* weights, const Real* d_weights, Index cols, Real temperature, Real* d_scores) {
  HWY_DYNAMIC_DISPATCH(softmax_vjp)(weights, d_weights, cols, temperature, d_scores);
}

void additive(const Additive& a) { HWY_DYNAMIC_DISPATCH(additive)(a); }

void additive_vjp(const AdditivePair& pair, Real d_score) { HWY_DYNAMIC_DISPATCH(additive_vjp)(pair, d_score); }

Regressed regress(const Real* x, const Real* y, Index m, Real query, RegressionKernel kernel, Real width, Real* weights) {
  return HWY_DYNAMIC_DISPATCH(regress)(x, y, m, query, kernel, width, weights);
}

}  // namespace rows
}  // namespace attn::kernels
#endif
