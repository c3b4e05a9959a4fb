#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/layer_norm.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file once per SIMD target.
#include <hwy/highway.h>

#include <cmath>

#include "base/check.h"
#include "kernels/layer_norm.h"
#include "kernels/vector_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {

void norm_row(const Real* x, const Real* gamma, const Real* beta, Real epsilon, Real* output, Real* mean, Real* inverse, Index d) {
  V sum = hn::Zero(D()), squares = hn::Zero(D());
  for_parts(d, [&](auto part) HWY_ATTR { sum = hn::Add(sum, part.load(x)); });
  const Real m = sum_of(sum) / static_cast<Real>(d);
  for_parts(d, [&](auto part) HWY_ATTR {
    const V difference = hn::Sub(part.load(x, m), set(m));
    squares = hn::MulAdd(difference, difference, squares);
  });
  const Real scale = 1 / std::sqrt(sum_of(squares) / static_cast<Real>(d) + epsilon);
  for_parts(d, [&](auto part) HWY_ATTR {
    const V normal = hn::Mul(hn::Sub(part.load(x), set(m)), set(scale));
    part.store(hn::MulAdd(normal, part.load(gamma), part.load(beta)), output);
  });
  *mean = m, *inverse = scale;
}

/// With g = gamma d_output and y = (x - mean) / deviation: d_x += (g - mean(g) - y mean(g y)) / deviation.
void norm_vjp_row(const Real* x, const Real* gamma, Real mean, Real inverse, const Real* d_output, Real* d_x, Real* d_gamma, Real* d_beta,
                  Index d) {
  V sum = hn::Zero(D()), weighted = hn::Zero(D());
  for_parts(d, [&](auto part) HWY_ATTR {
    const V y = hn::Mul(hn::Sub(part.load(x), set(mean)), set(inverse)), d_out = part.load(d_output), g = hn::Mul(d_out, part.load(gamma));
    sum = hn::Add(sum, g);
    weighted = hn::MulAdd(g, y, weighted);
    part.store(hn::MulAdd(d_out, y, part.load(d_gamma)), d_gamma);
    part.store(hn::Add(d_out, part.load(d_beta)), d_beta);
  });
  const Real g_mean = sum_of(sum) / static_cast<Real>(d), gy_mean = sum_of(weighted) / static_cast<Real>(d);
  for_parts(d, [&](auto part) HWY_ATTR {
    const V y = hn::Mul(hn::Sub(part.load(x), set(mean)), set(inverse)), g = hn::Mul(part.load(d_output), part.load(gamma));
    const V inner = hn::NegMulAdd(y, set(gy_mean), hn::Sub(g, set(g_mean)));
    part.store(hn::MulAdd(set(inverse), inner, part.load(d_x)), d_x);
  });
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn::kernels {
namespace {

HWY_EXPORT(norm_row);
HWY_EXPORT(norm_vjp_row);

void check(In x, In gamma, In beta) {
  CHECK(x.cols() > 0 && gamma.rows() == 1 && gamma.cols() == x.cols() && beta.rows() == 1 && beta.cols() == x.cols(), "layer_norm: x is ",
        shape(x), ", gamma is ", shape(gamma), ", beta is ", shape(beta));
}

}  // namespace

void layer_norm_into(In x, In gamma, In beta, Real epsilon, Out output, Out mean, Out inverse_deviation) {
  check(x, gamma, beta);
  CHECK(output.rows() == x.rows() && output.cols() == x.cols() && mean.size() == x.rows() && inverse_deviation.size() == x.rows(),
        "layer_norm: x is ", shape(x), ", output is ", shape(output), ", mean is ", shape(mean), ", inverse_deviation is ",
        shape(inverse_deviation));
  for (Index i = 0; i < x.rows(); ++i) HWY_DYNAMIC_DISPATCH(norm_row)
  (x.row(i).data(), gamma.data(), beta.data(), epsilon, output.row(i).data(), mean.row(i).data(), inverse_deviation.row(i).data(),
   x.cols());
}

LayerNorm layer_norm(In x, In gamma, In beta, Real epsilon) {
  LayerNorm result{Mat(x.rows(), x.cols()), Mat(x.rows(), 1), Mat(x.rows(), 1)};
  layer_norm_into(x, gamma, beta, epsilon, result.output, result.mean, result.inverse_deviation);
  return result;
}

LayerNorm layer_norm_reference(In x, In gamma, In beta, Real epsilon) {
  check(x, gamma, beta);
  LayerNorm result{Mat(x.rows(), x.cols()), Mat(x.rows(), 1), Mat(x.rows(), 1)};
  for (Index i = 0; i < x.rows(); ++i) {
    const Real mean = x.row(i).mean(), variance = (x.row(i).array() - mean).square().mean(), inverse = 1 / std::sqrt(variance + epsilon);
    result.output.row(i) = (x.row(i).array() - mean) * inverse * gamma.row(0).array() + beta.row(0).array();
    result.mean(i, 0) = mean, result.inverse_deviation(i, 0) = inverse;
  }
  return result;
}

void add_layer_norm_vjp(In x, In gamma, In mean, In inverse_deviation, In d_output, Out d_x, Out d_gamma, Out d_beta) {
  check(x, gamma, d_gamma);
  CHECK(d_output.rows() == x.rows() && d_output.cols() == x.cols() && d_x.rows() == x.rows() && d_x.cols() == x.cols() &&
            d_beta.rows() == 1 && d_beta.cols() == x.cols() && mean.rows() == x.rows() && inverse_deviation.rows() == x.rows(),
        "layer_norm_vjp: x is ", shape(x), ", d_output is ", shape(d_output), ", d_x is ", shape(d_x), ", d_beta is ", shape(d_beta));
  for (Index i = 0; i < x.rows(); ++i) HWY_DYNAMIC_DISPATCH(norm_vjp_row)
  (x.row(i).data(), gamma.data(), mean(i, 0), inverse_deviation(i, 0), d_output.row(i).data(), d_x.row(i).data(), d_gamma.data(),
   d_beta.data(), x.cols());
}

LayerNormGrads layer_norm_vjp(In x, In gamma, const LayerNorm& forward, In d_output) {
  LayerNormGrads grads{Mat::Zero(x.rows(), x.cols()), Mat::Zero(1, x.cols()), Mat::Zero(1, x.cols())};
  add_layer_norm_vjp(x, gamma, forward.mean, forward.inverse_deviation, d_output, grads.d_x, grads.d_gamma, grads.d_beta);
  return grads;
}

}  // namespace attn::kernels
#endif
