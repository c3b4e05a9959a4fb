// Random weights and all settings of an encoder layer, for its tests.
#pragma once

#include <string>
#include <vector>

#include "kernels/encoder_layer.h"
#include "unit/kernels/random_weights.h"

namespace attn::test {

inline kernels::EncoderLayerWeights random_encoder_layer(Index e, Index f, bool bias, Rng& rng) {
  const auto row = [&](Index width) { return normal_matrix(1, width, rng); };
  kernels::EncoderLayerWeights w;
  w.attention = random_multi_head_weights(e, bias, rng);
  w.gamma1 = row(e), w.beta1 = row(e), w.gamma2 = row(e), w.beta2 = row(e);
  w.w1 = normal_matrix(e, f, rng, 1 / std::sqrt(static_cast<double>(e))), w.b1 = row(f);
  w.w2 = normal_matrix(f, e, rng, 1 / std::sqrt(static_cast<double>(f))), w.b2 = row(e);
  return w;
}

/// All combinations of the switches, without a mask.
inline std::vector<kernels::EncoderLayerOptions> encoder_layer_options(int heads) {
  std::vector<kernels::EncoderLayerOptions> all;
  for (int norm = 0; norm < kernels::kNormPlaceCount; ++norm)
    for (int activation = 0; activation < kernels::kActivationCount; ++activation)
      for (int bits = 0; bits < 8; ++bits)
        all.push_back({.heads = heads,
                       .norm = static_cast<kernels::NormPlace>(norm),
                       .activation = static_cast<kernels::Activation>(activation),
                       .residual = (bits & 1) != 0,
                       .scale = (bits & 2) != 0,
                       .causal = (bits & 4) != 0});
  return all;
}

inline std::string name_of(const kernels::EncoderLayerOptions& o) {
  return std::string(to_name(o.norm))
      .append(" ")
      .append(to_name(o.activation))
      .append(o.residual ? " residual" : "")
      .append(o.scale ? " scaled" : "")
      .append(o.causal ? " causal" : "")
      .append(o.mask ? " masked" : "");
}

}  // namespace attn::test
