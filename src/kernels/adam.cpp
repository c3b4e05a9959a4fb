#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/adam.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file once per SIMD target.
#include <hwy/highway.h>

#include <cmath>

#include "base/check.h"
#include "kernels/adam.h"
#include "kernels/rows.h"
#include "kernels/vector_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {
using rows::AdamFactors;

void adam_row(const AdamFactors& a, const Real* gradient, Real* value, Real* m, Real* v, Index n) {
  const V scale = set(a.gradient), beta1 = set(a.beta1), beta2 = set(a.beta2), rest1 = set(1 - a.beta1), rest2 = set(1 - a.beta2);
  for_parts(n, [&](auto part) HWY_ATTR {
    const V g = hn::Mul(scale, part.load(gradient));
    const V new_m = hn::MulAdd(beta1, part.load(m), hn::Mul(rest1, g));
    const V new_v = hn::MulAdd(beta2, part.load(v), hn::Mul(rest2, hn::Mul(g, g)));
    const V deviation = hn::Add(hn::Sqrt(hn::Mul(new_v, set(a.correction))), set(a.epsilon));
    const V kept = hn::Mul(set(a.keep), part.load(value));
    part.store(new_m, m);
    part.store(new_v, v);
    part.store(hn::Sub(kept, hn::Mul(set(a.rate), hn::Div(new_m, deviation))), value);
  });
}

Real squares_row(const Real* x, Index n) {
  V sum = hn::Zero(D());
  for_parts(n, [&](auto part) HWY_ATTR {
    const V a = part.load(x);
    sum = hn::MulAdd(a, a, sum);
  });
  return sum_of(sum);
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn::kernels {
namespace {

using rows::AdamFactors;
HWY_EXPORT(adam_row);
HWY_EXPORT(squares_row);

/// base^exponent by multiplications only, which round the same on every platform.
double power(double base, int exponent) {
  double result = 1;
  for (; exponent > 0; exponent /= 2, base *= base)
    if (exponent % 2 == 1) result *= base;
  return result;
}

void check(const AdamOptions& options, In gradient, const Out& value, const Out& m, const Out& v) {
  CHECK(options.step >= 1, "adam: step is ", options.step);
  for (const Out* other : {&value, &m, &v})
    CHECK(other->rows() == gradient.rows() && other->cols() == gradient.cols(), "adam: gradient is ", shape(gradient),
          ", another matrix is ", shape(*other));
}

}  // namespace

void adam_into(const AdamOptions& options, In gradient, Out value, Out m, Out v) {
  check(options, gradient, value, m, v);
  const AdamFactors factors{.gradient = options.gradient_scale,
                            .beta1 = options.beta1,
                            .beta2 = options.beta2,
                            .keep = 1 - options.rate * options.weight_decay,
                            .rate = static_cast<Real>(options.rate / (1 - power(options.beta1, options.step))),
                            .correction = static_cast<Real>(1 / (1 - power(options.beta2, options.step))),
                            .epsilon = options.epsilon};
  for (Index i = 0; i < gradient.rows(); ++i) HWY_DYNAMIC_DISPATCH(adam_row)
  (factors, gradient.row(i).data(), value.row(i).data(), m.row(i).data(), v.row(i).data(), gradient.cols());
}

void adam_reference(const AdamOptions& options, In gradient, Out value, Out m, Out v) {
  check(options, gradient, value, m, v);
  const double correction1 = 1 - std::pow(options.beta1, options.step), correction2 = 1 - std::pow(options.beta2, options.step);
  for (Index i = 0; i < gradient.rows(); ++i)
    for (Index j = 0; j < gradient.cols(); ++j) {
      const double g = options.gradient_scale * gradient(i, j);
      const double new_m = options.beta1 * m(i, j) + (1 - options.beta1) * g, new_v = options.beta2 * v(i, j) + (1 - options.beta2) * g * g;
      const double change = new_m / correction1 / (std::sqrt(new_v / correction2) + options.epsilon);
      value(i, j) = static_cast<Real>(value(i, j) - options.rate * (change + options.weight_decay * value(i, j)));
      m(i, j) = static_cast<Real>(new_m), v(i, j) = static_cast<Real>(new_v);
    }
}

double sum_of_squares(In x) {
  double sum = 0;
  for (Index i = 0; i < x.rows(); ++i) sum += HWY_DYNAMIC_DISPATCH(squares_row)(x.row(i).data(), x.cols());
  return sum;
}

}  // namespace attn::kernels
#endif
