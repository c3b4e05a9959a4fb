// Multi-head attention with every intermediate (Vaswani et al. 2017, section 3.2.2).
//
//   Q = q Wq + bq,  K = k Wk + bk,  V = v Wv + bv;   head i attends with columns i e/h ... (i+1) e/h - 1 of Q, K, V, scores scaled by
//   1/sqrt(e/h);   output = concat(heads) Wo + bo.
#pragma once

#include <vector>

#include "base/mat.h"
#include "kernels/scores.h"

namespace attn::kernels {

/// Weights act from the right: y = x W + b. An empty bias stands for none.
struct MultiHeadWeights {
  Mat wq, wk, wv, wo;  ///< [e,e]
  Mat bq, bk, bv, bo;  ///< [1,e] (or [e,1]), or empty
};

struct MultiHead {
  Mat q, k, v;               ///< projected: [n,e], [m,e], [m,e]
  std::vector<Mat> scores;   ///< h times [n,m], scaled, before the mask
  std::vector<Mat> weights;  ///< h times [n,m]
  std::vector<Mat> heads;    ///< h times [n,e/h]: the output of each head
  Mat concat;                ///< [n,e] the heads side by side
  Mat output;                ///< [n,e]
};

/// CHECKs that the shapes fit each other and `heads` divides the width. Every function here does so; other implementations call this.
void check_multi_head(In q, In k, In v, const MultiHeadWeights& weights, int heads, const Mask* mask);

/// q [n,e], k and v [m,e]; `heads` divides e; mask [n,m] (shared by the heads) or null; `causal` as in AttentionOptions. The score must be
/// one without learned parts.
MultiHead multi_head_attention(In q, In k, In v, const MultiHeadWeights& weights, int heads, const Mask* mask = nullptr,
                               bool causal = false, Score score = Score::scaled_dot);
MultiHead multi_head_attention_reference(In q, In k, In v, const MultiHeadWeights& weights, int heads, const Mask* mask = nullptr,
                                         bool causal = false, Score score = Score::scaled_dot);

/// The output alone [n,e].
Mat multi_head_attention_output(In q, In k, In v, const MultiHeadWeights& weights, int heads, const Mask* mask = nullptr,
                                bool causal = false, Score score = Score::scaled_dot);

/// The part between the projections alone: projected q [n,e], k and v [m,e] -> the heads side by side [n,e].
Mat heads_output(In q, In k, In v, int heads, const Mask* mask = nullptr, bool causal = false, Score score = Score::scaled_dot);

struct MultiHeadGrads {
  Mat d_q, d_k, d_v;           ///< of the arguments: [n,e], [m,e], [m,e]
  MultiHeadWeights d_weights;  ///< in the shapes of the weights; empty for an absent bias
};
/// Gradients of a scalar through multi_head_attention(...).output, given the forward's result and d_output [n,e]; `score` as there.
MultiHeadGrads multi_head_attention_vjp(In q, In k, In v, const MultiHeadWeights& weights, int heads, const MultiHead& forward, In d_output,
                                        Score score = Score::scaled_dot);

}  // namespace attn::kernels
