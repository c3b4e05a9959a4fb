// Transformers as PERFORMANCE measures them: a training step of a decoder alone and of an encoder with a decoder (d_model 64, 2 layers,
// 4 heads, d_ff 128, batch 32, length 24, 30 words: forward, backward, clipping by the global norm, AdamW), and decoding 64 words with and
// without the cache.
#pragma once

#include <memory>
#include <vector>

#include "kernel_cases.h"
#include "models/transformer_decoding.h"
#include "pair_training.h"

namespace attn::bench {

class TransformerStep : public PairTraining<models::Transformer> {
 public:
  static constexpr int kLength = 24;

  explicit TransformerStep(models::TransformerShape shape) : PairTraining(settings(shape)) {
    for (int i = 0; i < kBatch; ++i) {
      batch_.sources.push_back(words(has_encoder(model_.settings()) ? kLength - 1 : 0));
      batch_.targets.push_back(words(kLength - 1));
    }
  }
  static models::TransformerSettings settings(models::TransformerShape shape) {
    return {.shape = shape, .source_words = kWords, .target_words = kWords, .max_length = 65};
  }
};

/// The multiplications and additions of the products of one step; the backward pass counts as two forward passes.
inline double transformer_step_flops(models::TransformerShape shape) {
  const models::TransformerSettings s = TransformerStep::settings(shape);
  constexpr int n = TransformerStep::kLength;
  const int source = has_encoder(s) ? n - 1 : 0;
  // All rows of the decoder at once cost what its last step without the cache costs, plus the words of the earlier rows.
  const auto sentence = encoder_cost(s, source) + decode_cost(s, source, n - 1, false) + (n - 1) * s.d_model * s.target_words;
  return 3 * 2 * static_cast<double>(TransformerStep::kBatch) * static_cast<double>(sentence);
}

/// Decodes 64 words, from a source of 63 words where there is one.
inline Case decoding_case(models::TransformerShape shape, bool cache) {
  const models::TransformerSettings s = TransformerStep::settings(shape);
  Rng rng(1);
  const auto model = std::make_shared<models::Transformer>(s, rng);
  const Tokens source = has_encoder(s) ? Tokens(63, 5) : Tokens(), forced(63, 6);
  const std::string name = has_encoder(s) ? "encoder and decoder" : "decoder";
  double flops = 2 * static_cast<double>(encoder_cost(s, static_cast<int>(source.size())));
  for (int t = 0; t < 64; ++t) flops += 2 * static_cast<double>(decode_cost(s, static_cast<int>(source.size()), t, cache));
  return {"decoding 64 words, " + name + (cache ? ", cache" : ", no cache"), flops, 0,
          [=] { return models::decode(*model, source, {.cache = cache, .forced = &forced}).steps.back().log_probability; }};
}

inline std::vector<Case> transformer_cases() {
  using models::TransformerShape;
  std::vector<Case> cases;
  for (const auto shape : {TransformerShape::decoder, TransformerShape::encoder_decoder}) {
    const auto step = std::make_shared<TransformerStep>(shape);
    cases.push_back(
        {shape == TransformerShape::decoder ? "training step, Transformer, decoder" : "training step, Transformer, encoder and decoder",
         transformer_step_flops(shape), 0, [step] { return (*step)(); }});
  }
  for (const auto shape : {TransformerShape::decoder, TransformerShape::encoder_decoder})
    for (const bool cache : {true, false}) cases.push_back(decoding_case(shape, cache));
  return cases;
}

}  // namespace attn::bench
