// An encoder whose every token points at a token of its sentence, with one more head of attention (after Vinyals, Fortunato and Jaitly
// 2015, Pointer Networks): the weights are the answer.
//
// n tokens, d d_model.
#pragma once

#include <vector>

#include "models/transformer.h"
#include "models/transformer_decoding.h"
#include "nn/layers.h"

namespace attn::models {

/// Parameters: those of the encoder (transformer.h), and pointer.{q,k}.{w,b} with w [d,d] and b [1,d].
class Pointer {
 public:
  /// `settings` are those of an encoder without words to answer. Draws initial weights from `rng`.
  Pointer(const TransformerSettings& settings, Rng& rng);

  nn::Parameters& parameters() { return encoder_.parameters(); }
  const Transformer& encoder() const { return encoder_; }
  const nn::Linear& queries() const { return q_; }
  const nn::Linear& keys() const { return k_; }

  /// The mean [1,1] over all tokens of -ln of the weight on the token that it should point at. `places` has a place for each token of each
  /// sentence.
  autodiff::Var loss(autodiff::Tape& tape, const std::vector<Tokens>& sentences, const std::vector<std::vector<int>>& places) const;

 private:
  Transformer encoder_;
  nn::Linear q_, k_;
};

/// A run over one sentence.
struct PointerRun {
  NetworkRun encoder;
  Mat q, k;     ///< [n,d]
  Mat scores;   ///< [n,n] q.k / sqrt(d)
  Mat weights;  ///< [n,n] their softmax
  /// The place at which a token points: that of its largest weight.
  int place(int token) const;
};
PointerRun run(const Pointer& model, const Tokens& sentence, autodiff::MakeEngine engine = nullptr);

}  // namespace attn::models
