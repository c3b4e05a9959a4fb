// exp2, tanh, the logistic function and the normal distribution on SIMD vectors of Real, for the kernels' inner loops. Included once per
// SIMD target, after hwy/highway.h.
#if defined(ATTN_KERNELS_VECTOR_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_VECTOR_MATH_INL_H_
#undef ATTN_KERNELS_VECTOR_MATH_INL_H_
#else
#define ATTN_KERNELS_VECTOR_MATH_INL_H_
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstdint>

#include "base/mat.h"
#include "kernels/multiply_add-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// What exp2 needs to know about a floating-point type.
template <class T>
struct Exp2Constants;

template <>
struct Exp2Constants<float> {
  using Bits = std::int32_t;
  static constexpr int kMantissa = 23;
  static constexpr float kSmallest = -127;         ///< 2^kSmallest comes out as 0
  static constexpr float kMagic = 12582912 + 127;  ///< 1.5 * 2^23 + exponent bias: adding it rounds to an integer and biases it
  /// 2^f = 1 + c1 f + ... + c5 f^5 for |f| <= 1/2, exact at 0, with a relative error below 9.2e-8. The coefficients come from a
  /// least-squares fit, reweighted until all extremes of the error are equal.
  static constexpr float kCoefficients[] = {0.6931469775959085f, 0.240222420803011f, 0.05550733745843578f, 0.009671512968214703f,
                                            0.0013264727378096523f};
};

template <>
struct Exp2Constants<double> {
  using Bits = std::int64_t;
  static constexpr int kMantissa = 52;
  static constexpr double kSmallest = -1023;
  static constexpr double kMagic = 6755399441055744.0 + 1023;
  /// The Taylor series, (ln 2)^k / k!; the rest that is left out is below 1e-16.
  static constexpr double kCoefficients[] = {0.69314718055994530942,   0.24022650695910071233,    0.05550410866482157995,
                                             0.00961812910762847716,   0.00133335581464284434,    1.5403530393381609954e-4,
                                             1.5252733804059840281e-5, 1.3215486790144309488e-6,  1.0178086009239699729e-7,
                                             7.0549116208011233299e-9, 4.4455382718708114976e-10, 2.5678435993488205142e-11};
};

/// 2^y for y <= 0 (up to 127 works); below the normal range the result is exactly 0, at 0 exactly 1. -inf gives 0.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exp2_vector(D d, V y) {
  using C = Exp2Constants<hn::TFromD<D>>;
  const hn::Rebind<typename C::Bits, D> bits;
  y = hn::Max(y, hn::Set(d, C::kSmallest));
  const V magic = hn::Set(d, C::kMagic), shifted = hn::Add(y, magic), f = hn::Sub(y, hn::Sub(shifted, magic));
  constexpr int kDegree = static_cast<int>(sizeof(C::kCoefficients) / sizeof(C::kCoefficients[0]));
  V p = hn::Set(d, C::kCoefficients[kDegree - 1]);
  for (int k = kDegree - 2; k >= 0; --k) p = multiply_add(p, f, hn::Set(d, C::kCoefficients[k]));
  p = multiply_add(p, f, hn::Set(d, hn::TFromD<D>(1)));
  return hn::Mul(p, hn::BitCast(d, hn::ShiftLeft<C::kMantissa>(hn::BitCast(bits, shifted))));
}

/// tanh x = (1 - e) / (1 + e) with e = exp(-2 |x|) and the sign of x; absolute error about 1e-7.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V tanh_vector(D d, V x) {
  constexpr double kMinusTwoLog2E = -2.88539008177792681472;
  const V one = hn::Set(d, hn::TFromD<D>(1));
  const V e = exp2_vector(d, hn::Mul(hn::Abs(x), hn::Set(d, static_cast<hn::TFromD<D>>(kMinusTwoLog2E))));
  return hn::CopySignToAbs(hn::Div(hn::Sub(one, e), hn::Add(one, e)), x);
}

/// 1 / (1 + exp(-x)), with e = exp(-|x|) as 1 / (1 + e) or e / (1 + e); absolute error about 1e-7.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V sigmoid_vector(D d, V x) {
  constexpr double kMinusLog2E = -1.44269504088896340736;
  const V one = hn::Set(d, hn::TFromD<D>(1));
  const V e = exp2_vector(d, hn::Mul(hn::Abs(x), hn::Set(d, static_cast<hn::TFromD<D>>(kMinusLog2E))));
  return hn::Div(hn::IfThenElse(hn::Lt(x, hn::Zero(d)), e, one), hn::Add(one, e));
}

/// Phi(x) and phi(x), the normal distribution and its density. In single precision Phi(-|x|) is phi(x) times a polynomial of
/// t = 1 / (1 + p |x| / sqrt 2), absolute error below 1e-7 (Abramowitz and Stegun 1964, 7.1.26).
template <class V>
struct Normal {
  V distribution, density;
};

template <class D, class V = hn::Vec<D>>
HWY_INLINE Normal<V> normal_vector(D d, V x) {
  using T = hn::TFromD<D>;
  constexpr double kHalfLog2E = 0.72134752044448170368, kDensityAtZero = 0.39894228040143267794, kRootHalf = 0.70710678118654752440;
  if constexpr (sizeof(T) == sizeof(double)) {  // one lane: kernels/simd_targets.h
    const T one = hn::GetLane(x);
    return {hn::Set(d, std::erfc(-one * kRootHalf) / 2), hn::Set(d, kDensityAtZero * std::exp(-one * one / 2))};
  } else {
    constexpr double kP = 0.3275911, kCoefficients[] = {0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429};
    const V one = hn::Set(d, T(1));
    const V e = exp2_vector(d, hn::Mul(hn::Mul(x, x), hn::Set(d, static_cast<T>(-kHalfLog2E))));
    const V t = hn::Div(one, multiply_add(hn::Abs(x), hn::Set(d, static_cast<T>(kP * kRootHalf)), one));
    V p = hn::Set(d, static_cast<T>(kCoefficients[4] / 2));
    for (int k = 3; k >= 0; --k) p = multiply_add(p, t, hn::Set(d, static_cast<T>(kCoefficients[k] / 2)));
    const V below = hn::Mul(hn::Mul(p, t), e);
    return {hn::IfThenElse(hn::Lt(x, hn::Zero(d)), below, hn::Sub(one, below)), hn::Mul(e, hn::Set(d, static_cast<T>(kDensityAtZero)))};
  }
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
