#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cross_entropy.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file once per SIMD target.
#include <hwy/highway.h>

#include <cmath>
#include <limits>

#include "base/check.h"
#include "kernels/cross_entropy.h"
#include "kernels/rows.h"
#include "kernels/vector_math-inl.h"
#include "kernels/vector_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {
using rows::LogitSums;

/// Computes the sums of a row. With `exponentials` [v] it also writes exp(logit - max) there.
LogitSums logit_sums(const Real* logits, Real* exponentials, Index v) {
  constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
  V max = set(-kInfinity), sum = hn::Zero(D()), shifted = hn::Zero(D());
  for_parts(v, [&](auto part) HWY_ATTR { max = hn::Max(max, part.load(logits, -kInfinity)); });
  const Real largest = hn::GetLane(hn::MaxOfLanes(D(), max));
  const V log2e = set(static_cast<Real>(1.44269504088896340736));
  for_parts(v, [&](auto part) HWY_ATTR {
    const V below = hn::Sub(part.load(logits, largest), set(largest));
    V e = exp2_vector(D(), hn::Mul(below, log2e));
    if (exponentials) part.store(e, exponentials);
    sum = hn::Add(sum, e);
    shifted = hn::Add(shifted, below);
  });
  // The lanes beyond the row held the largest logit: each added exp(0) = 1.
  const Index rest = v % lanes();
  const Real excess = rest == 0 ? Real(0) : static_cast<Real>(lanes() - rest);
  return {largest, sum_of(shifted), sum_of(sum) - excess};
}

void scale_row(Real factor, Real* x, Index n) {
  for_parts(n, [=](auto part) HWY_ATTR { part.store(hn::Mul(part.load(x), set(factor)), x); });
}

/// out = x - shift.
void shift_row(const Real* x, Real shift, Real* out, Index n) {
  for_parts(n, [=](auto part) HWY_ATTR { part.store(hn::Sub(part.load(x), set(shift)), out); });
}

/// d_logits += factor (p - shift).
void add_loss_vjp_row(const Real* probabilities, Real shift, Real factor, Real* d_logits, Index v) {
  for_parts(v, [=](auto part) HWY_ATTR {
    part.store(hn::MulAdd(set(factor), hn::Sub(part.load(probabilities), set(shift)), part.load(d_logits)), d_logits);
  });
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn::kernels {
namespace {

using rows::LogitSums;
HWY_EXPORT(logit_sums);
HWY_EXPORT(scale_row);
HWY_EXPORT(shift_row);
HWY_EXPORT(add_loss_vjp_row);

constexpr int kPadding = -1;

void check(In logits, const int* targets, Real smoothing) {
  CHECK(smoothing >= 0 && smoothing < 1, "cross_entropy: smoothing is ", smoothing);
  for (Index i = 0; i < logits.rows(); ++i)
    CHECK(targets[i] >= kPadding && targets[i] < logits.cols(), "cross_entropy: target ", targets[i], " of ", logits.cols(), " classes");
}

}  // namespace

Index counted_rows(const int* targets, Index n) {
  Index count = 0;
  for (Index i = 0; i < n; ++i) count += targets[i] != kPadding;
  return count;
}

Real cross_entropy_into(In logits, const int* targets, Real smoothing, Out probabilities) {
  check(logits, targets, smoothing);
  CHECK(probabilities.rows() == logits.rows() && probabilities.cols() == logits.cols(), "cross_entropy: logits are ", shape(logits),
        ", probabilities are ", shape(probabilities));
  const Index v = logits.cols(), count = counted_rows(targets, logits.rows());
  double loss = 0;
  for (Index i = 0; i < logits.rows(); ++i) {
    if (targets[i] == kPadding) {
      probabilities.row(i).setZero();
      continue;
    }
    Real* row = probabilities.row(i).data();
    const LogitSums sums = HWY_DYNAMIC_DISPATCH(logit_sums)(logits.row(i).data(), row, v);
    HWY_DYNAMIC_DISPATCH(scale_row)(1 / sums.exponentials, row, v);
    loss += std::log(sums.exponentials) - (1 - smoothing) * (logits(i, targets[i]) - sums.max) -
            smoothing * sums.shifted / static_cast<Real>(v);
  }
  return count > 0 ? static_cast<Real>(loss / static_cast<double>(count)) : Real(0);
}

Real cross_entropy_reference(In logits, const int* targets, Real smoothing) {
  check(logits, targets, smoothing);
  const Index v = logits.cols(), count = counted_rows(targets, logits.rows());
  double loss = 0;
  for (Index i = 0; i < logits.rows(); ++i) {
    const double max = logits.row(i).maxCoeff();
    double sum = 0;
    for (Index j = 0; j < v; ++j) sum += std::exp(logits(i, j) - max);
    for (Index j = 0; targets[i] != kPadding && j < v; ++j) {
      const double q = (j == targets[i] ? 1 - smoothing : 0) + smoothing / static_cast<double>(v);
      loss -= q * (logits(i, j) - max - std::log(sum));
    }
  }
  return count > 0 ? static_cast<Real>(loss / static_cast<double>(count)) : Real(0);
}

void add_cross_entropy_vjp(In probabilities, const int* targets, Real smoothing, Real d_loss, Out d_logits) {
  check(probabilities, targets, smoothing);
  CHECK(d_logits.rows() == probabilities.rows() && d_logits.cols() == probabilities.cols(), "cross_entropy_vjp: probabilities are ",
        shape(probabilities), ", d_logits is ", shape(d_logits));
  const Index v = d_logits.cols(), count = counted_rows(targets, d_logits.rows());
  if (count == 0) return;
  const Real factor = d_loss / static_cast<Real>(count), shift = smoothing / static_cast<Real>(v);
  for (Index i = 0; i < d_logits.rows(); ++i) {
    if (targets[i] == kPadding) continue;
    HWY_DYNAMIC_DISPATCH(add_loss_vjp_row)(probabilities.row(i).data(), shift, factor, d_logits.row(i).data(), v);
    d_logits(i, targets[i]) -= factor * (1 - smoothing);
  }
}

void log_softmax_into(In logits, Out out) {
  CHECK(out.rows() == logits.rows() && out.cols() == logits.cols(), "log_softmax: logits are ", shape(logits), ", out is ", shape(out));
  for (Index i = 0; i < logits.rows(); ++i) {
    const LogitSums sums = HWY_DYNAMIC_DISPATCH(logit_sums)(logits.row(i).data(), nullptr, logits.cols());
    Real* row = out.row(i).data();
    HWY_DYNAMIC_DISPATCH(shift_row)(logits.row(i).data(), sums.max, row, logits.cols());
    HWY_DYNAMIC_DISPATCH(shift_row)(row, std::log(sums.exponentials), row, logits.cols());
  }
}

}  // namespace attn::kernels
#endif
