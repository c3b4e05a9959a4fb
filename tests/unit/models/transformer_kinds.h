// Small Transformers of every kind, for tests.
#pragma once

#include <vector>

#include "models/transformer.h"

namespace attn::test {

using models::Transformer;
using models::TransformerSettings;

inline TransformerSettings small_transformer(models::TransformerShape shape) {
  TransformerSettings s;
  s.shape = shape;
  s.source_words = s.target_words = 10;
  s.d_model = 8;
  s.heads = 2;
  s.d_ff = 12;
  s.max_length = 24;
  return s;
}

/// Settings with each shape and each kind of positions, among which norms, activation, tying, scale, residual and layers vary.
inline std::vector<TransformerSettings> transformer_kinds() {
  using enum models::TransformerShape;
  using enum models::PositionKind;
  std::vector<TransformerSettings> out;
  int i = 0;
  for (const auto shape : {encoder, decoder, encoder_decoder})
    for (const auto positions : {none, sinusoidal, learned, relative, rotary}) {
      TransformerSettings s = small_transformer(shape);
      s.positions = positions;
      s.reach = 3;
      s.norm = i % 3 == 0 ? models::NormPlace::pre : i % 3 == 1 ? models::NormPlace::post : models::NormPlace::none;
      s.activation = i % 2 ? models::Activation::gelu : models::Activation::relu;
      s.tied = i % 4 == 1;
      s.scale = i % 5 != 2;
      s.residual = i % 7 != 3;
      s.encoder_layers = 1 + i % 2;
      s.decoder_layers = 1 + (i + 1) % 2;
      s.heads = i % 4 == 3 ? 1 : 2;
      out.push_back(s);
      ++i;
    }
  return out;
}

/// Makes weights much larger than the initial ones, so that words differ in probability.
inline Transformer make_transformer(const TransformerSettings& settings, std::uint64_t seed = 3) {
  Rng rng(seed);
  Transformer model(settings, rng);
  for (nn::Parameter& p : model.parameters()) p.value += normal_matrix(p.value.rows(), p.value.cols(), rng, 0.3);
  return model;
}

inline Tokens random_sentence(Rng& rng, int longest, int words) {
  Tokens out(rng.below(static_cast<std::uint64_t>(longest) + 1));
  for (int& token : out) token = kFirstToken + static_cast<int>(rng.below(static_cast<std::uint64_t>(words - kFirstToken)));
  return out;
}

}  // namespace attn::test
