// One layer of a Transformer with every intermediate (Vaswani et al. 2017, section 3.1; pre-norm: Xiong et al. 2020, figure 1).
//
//   post   y = norm1(x + heads(x)),   output = norm2(y + ff(y))              ff(y) = activation(y W1 + b1) W2 + b2
//   pre    y = x + heads(norm1(x)),   output = y + ff(norm2(y))              heads: kernels/multi_head.h
//   none   y = x + heads(x),          output = y + ff(y)
//
// An encoder's layer, or with `causal` that of a decoder that has no encoder. n positions, e width, f hidden width, h heads.
#pragma once

#include <string_view>
#include <vector>

#include "kernels/feed_forward.h"
#include "kernels/layer_norm.h"
#include "kernels/multi_head.h"

namespace attn::kernels {

enum class NormPlace { none, pre, post };
inline constexpr int kNormPlaceCount = 3;
/// "none", "pre", "post".
std::string_view to_name(NormPlace place);

struct EncoderLayerOptions {
  int heads = 1;  ///< divides e
  NormPlace norm = NormPlace::post;
  Activation activation = Activation::relu;
  bool residual = true;        ///< false: the sums above lack their first term, x or y
  bool scale = true;           ///< whether scores are divided by sqrt(e/h)
  bool causal = false;         ///< position i sees only positions 0 ... i, and of those what `mask` allows
  const Mask* mask = nullptr;  ///< [n,n], true = may attend, or null
  Real epsilon = kLayerNormEpsilon;
  /// Computes the attention in place of multi_head_attention(), such as on a graphics processor; null: that does. It is not called for
  /// scores without `scale`.
  MultiHead (*attention)(In q, In k, In v, const MultiHeadWeights& weights, int heads, const Mask* mask) = nullptr;
  /// Likewise in place of feed_forward().
  FeedForward (*feed_forward)(In x, In w1, In b1, In w2, In b2, Activation activation) = nullptr;
};

struct EncoderLayerWeights {
  MultiHeadWeights attention;
  Mat gamma1, beta1;  ///< [1,e] of the norm at the attention; not read where norm is none
  Mat gamma2, beta2;  ///< [1,e] of the norm at the feed-forward network; likewise
  Mat w1, b1;         ///< [e,f], [1,f]
  Mat w2, b2;         ///< [f,e], [1,e]
};

/// The results in the order of the computation, except that the place of the norms depends on the option `norm`.
struct EncoderLayer {
  LayerNorm norm1;              ///< of x (pre), of sum1 (post); empty (none)
  Mat attention_input;          ///< [n,e] norm1.output (pre), else x
  MultiHead attention;          ///< q, k, v; scores, weights and output of each head; concat; output
  std::vector<Mat> head_parts;  ///< h times [n,e]: each head through its rows of wo; they sum to attention.output without bo
  Mat sum1;                     ///< [n,e] x + attention.output
  LayerNorm norm2;              ///< of sum1 (pre), of sum2 (post); empty (none)
  Mat ff_input;                 ///< [n,e] norm2.output (pre), else y
  Mat hidden_before;            ///< [n,f] ff_input w1 + b1
  Mat hidden;                   ///< [n,f] after the activation
  Mat ff_output;                ///< [n,e] hidden w2 + b2
  Mat sum2;                     ///< [n,e] y + ff_output
  Mat output;                   ///< [n,e] norm2.output (post), else sum2
};

/// Views of the caller's weights, which can be copied freely. An empty attention bias stands for none.
struct EncoderLayerViews {
  using View = Eigen::Ref<const Mat>;
  View wq, wk, wv, wo;                ///< [e,e]
  View bq, bk, bv, bo;                ///< [1,e], or empty
  View gamma1, beta1, gamma2, beta2;  ///< [1,e], not read where norm is none
  View w1, b1, w2, b2;                ///< [e,f], [1,f], [f,e], [1,e]
};
EncoderLayerViews views_of(const EncoderLayerWeights& weights);

/// CHECKs that the shapes fit each other. Every function here does so; other implementations call this.
void check_encoder_layer(In x, const EncoderLayerViews& weights, const EncoderLayerOptions& options);

/// x [n,e].
EncoderLayer encoder_layer(In x, const EncoderLayerWeights& weights, const EncoderLayerOptions& options);
EncoderLayer encoder_layer_reference(In x, const EncoderLayerWeights& weights, const EncoderLayerOptions& options);

/// The output alone [n,e]. Nothing else is kept, and the feed-forward network runs over strips of rows that stay in the cache.
Mat encoder_layer_output(In x, const EncoderLayerWeights& weights, const EncoderLayerOptions& options);
/// The same into `output` [n,e], which must not overlap any argument.
void encoder_layer_output_into(In x, const EncoderLayerViews& weights, const EncoderLayerOptions& options, Out output);

struct EncoderLayerGrads {
  Mat d_x;                        ///< [n,e]
  EncoderLayerWeights d_weights;  ///< in the shapes of the weights; zero for those that were not read
};
/// Gradients of a scalar through encoder_layer(...).output, given the forward's result and d_output [n,e].
EncoderLayerGrads encoder_layer_vjp(In x, const EncoderLayerWeights& weights, const EncoderLayerOptions& options,
                                    const EncoderLayer& forward, In d_output);

}  // namespace attn::kernels
