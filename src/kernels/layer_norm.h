// Layer normalisation (Ba et al. 2016): brings every row to mean 0 and variance 1, then applies an affine map.
//
//   output = gamma (x - mean) / sqrt(variance + epsilon) + beta,   with the biased variance over the d columns of a row
#pragma once

#include "base/mat.h"

namespace attn::kernels {

inline constexpr Real kLayerNormEpsilon = Real(1e-5);

struct LayerNorm {
  Mat output;             ///< [n,d]
  Mat mean;               ///< [n,1]
  Mat inverse_deviation;  ///< [n,1] 1 / sqrt(variance + epsilon)
};
/// x [n,d], gamma and beta [1,d], epsilon > 0.
LayerNorm layer_norm(In x, In gamma, In beta, Real epsilon = kLayerNormEpsilon);
LayerNorm layer_norm_reference(In x, In gamma, In beta, Real epsilon = kLayerNormEpsilon);
/// The same into the caller's memory: output [n,d] (may be x), mean and inverse_deviation [n,1].
void layer_norm_into(In x, In gamma, In beta, Real epsilon, Out output, Out mean, Out inverse_deviation);

struct LayerNormGrads {
  Mat d_x, d_gamma, d_beta;  ///< [n,d], [1,d], [1,d]
};
/// Gradients of a scalar through layer_norm(...).output, given the forward's result and d_output [n,d].
LayerNormGrads layer_norm_vjp(In x, In gamma, const LayerNorm& forward, In d_output);
/// The same, added to d_x, d_gamma and d_beta.
void add_layer_norm_vjp(In x, In gamma, In mean, In inverse_deviation, In d_output, Out d_x, Out d_gamma, Out d_beta);

}  // namespace attn::kernels
