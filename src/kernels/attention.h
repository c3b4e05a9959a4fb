// Attention with its intermediates: scores -> masked softmax -> weighted sum of the values (Vaswani et al. 2017, eq. 1).
//
// Masks: true = may attend. A query that may see nothing has zero weights and a zero output. Work on hidden keys is skipped: for the output
// each strip of rows computes only the keys between the first and the last allowed one, so that `causal` costs half.
#pragma once

#include "base/mat.h"
#include "kernels/scores.h"

namespace attn::kernels {

struct AttentionOptions {
  Score score = Score::scaled_dot;
  ScoreWeights weights = {};
  const Mask* mask = nullptr;  ///< [n,m], or null
  Real temperature = 1;        ///< > 0, divides the scores inside the softmax
  bool causal = false;         ///< query i sees only keys 0 ... i + max(m - n, 0), as in causal_mask(), and of those what `mask` allows
};

struct Attention {
  Mat scores;   ///< [n,m] before mask and temperature; they are also computed where the mask hides them
  Mat weights;  ///< [n,m]
  Mat output;   ///< [n,f]
};

/// CHECKs that the shapes fit each other and the temperature is above 0. Every function here does so; other implementations call this.
void check_attention(In q, In k, In v, const AttentionOptions& options);

/// q [n,d], k [m,e], v [m,f].
Attention attention(In q, In k, In v, const AttentionOptions& options = {});
Attention attention_reference(In q, In k, In v, const AttentionOptions& options = {});

/// The output alone [n,f], computed in strips of rows that stay in the cache. Neither scores nor weights are kept, and hidden keys cost
/// nothing.
Mat attention_output(In q, In k, In v, const AttentionOptions& options = {});
/// The same into `output` [n,f], which may be a block of columns.
void attention_output_into(In q, In k, In v, const AttentionOptions& options, Out output);
/// The same for `heads` heads of one shape at once, which are stacked: q [h n,d], k [h m,e], v [h m,f] -> output [h n,f]. They share the
/// options and the mask [n,m].
void stacked_attention_output_into(In q, In k, In v, int heads, const AttentionOptions& options, Out output);

struct AttentionGrads {
  Mat d_q, d_k, d_v;       ///< [n,d], [m,e], [m,f]
  ScoreWeights d_weights;  ///< of the score's learned parts
};
/// Gradients of a scalar through attention(...).output, given the forward's result and d_output [n,f].
AttentionGrads attention_vjp(In q, In k, In v, const AttentionOptions& options, const Attention& forward, In d_output);

}  // namespace attn::kernels
