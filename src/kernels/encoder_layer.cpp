#include "kernels/encoder_layer.h"

#include "base/check.h"
#include "kernels/mask.h"
#include "kernels/matmul.h"

namespace attn::kernels {
namespace {

constexpr std::string_view kNormPlaces[kNormPlaceCount] = {"none", "pre", "post"};

using Options = EncoderLayerOptions;
using Weights = EncoderLayerWeights;

Score score_of(const Options& options) { return options.scale ? Score::scaled_dot : Score::dot; }

/// The parts of a layer in two forms: with SIMD, or where the options say, and as plain loops.
struct Fast {
  static FeedForward feed_forward(In x, const Weights& w, const Options& o) {
    return (o.feed_forward ? o.feed_forward : kernels::feed_forward)(x, w.w1, w.b1, w.w2, w.b2, o.activation);
  }
  static MultiHead attention(In x, const Weights& w, const Options& o) {
    if (o.attention && o.scale) {
      const Mask causal = o.causal ? causal_mask(x.rows(), x.rows(), o.mask) : Mask();
      return o.attention(x, x, x, w.attention, o.heads, o.causal ? &causal : o.mask);
    }
    return multi_head_attention(x, x, x, w.attention, o.heads, o.mask, o.causal, score_of(o));
  }
  static Mat product_of(In a, In b) { return product(a, b); }
  static LayerNorm norm(In x, In gamma, In beta, Real epsilon) { return layer_norm(x, gamma, beta, epsilon); }
};

struct Plain {
  static FeedForward feed_forward(In x, const Weights& w, const Options& o) {
    return feed_forward_reference(x, w.w1, w.b1, w.w2, w.b2, o.activation);
  }
  static MultiHead attention(In x, const Weights& w, const Options& o) {
    return multi_head_attention_reference(x, x, x, w.attention, o.heads, o.mask, o.causal, score_of(o));
  }
  static Mat product_of(In a, In b) { return product_reference(a, b); }
  static LayerNorm norm(In x, In gamma, In beta, Real epsilon) { return layer_norm_reference(x, gamma, beta, epsilon); }
};

/// The residual sum: the input of a branch plus the branch's result.
Mat sum(const Options& options, In before, In branch) { return options.residual ? Mat(before + branch) : Mat(branch); }

template <class Kernels>
EncoderLayer forward(In x, const Weights& w, const Options& o) {
  check_encoder_layer(x, views_of(w), o);
  EncoderLayer r;
  if (o.norm == NormPlace::pre) r.norm1 = Kernels::norm(x, w.gamma1, w.beta1, o.epsilon);
  r.attention_input = o.norm == NormPlace::pre ? r.norm1.output : Mat(x);
  r.attention = Kernels::attention(r.attention_input, w, o);
  const Index width = x.cols() / o.heads;
  for (int h = 0; h < o.heads; ++h)
    r.head_parts.push_back(
        Kernels::product_of(r.attention.heads[static_cast<std::size_t>(h)], w.attention.wo.middleRows(h * width, width)));
  r.sum1 = sum(o, x, r.attention.output);
  if (o.norm == NormPlace::post) r.norm1 = Kernels::norm(r.sum1, w.gamma1, w.beta1, o.epsilon);
  const Mat& y = o.norm == NormPlace::post ? r.norm1.output : r.sum1;
  if (o.norm == NormPlace::pre) r.norm2 = Kernels::norm(y, w.gamma2, w.beta2, o.epsilon);
  r.ff_input = o.norm == NormPlace::pre ? r.norm2.output : y;
  FeedForward fed = Kernels::feed_forward(r.ff_input, w, o);
  r.hidden_before = std::move(fed.hidden_before), r.hidden = std::move(fed.hidden), r.ff_output = std::move(fed.output);
  r.sum2 = sum(o, y, r.ff_output);
  if (o.norm == NormPlace::post) r.norm2 = Kernels::norm(r.sum2, w.gamma2, w.beta2, o.epsilon);
  r.output = o.norm == NormPlace::post ? r.norm2.output : r.sum2;
  return r;
}

Mat zeros_like(const Mat& m) { return Mat::Zero(m.rows(), m.cols()); }

Mat column_sums(In x) {
  Mat sums = Mat::Zero(1, x.cols());
  add_column_sums(x, sums);
  return sums;
}

}  // namespace

std::string_view to_name(NormPlace place) { return kNormPlaces[static_cast<int>(place)]; }

EncoderLayer encoder_layer(In x, const Weights& weights, const Options& options) { return forward<Fast>(x, weights, options); }

EncoderLayer encoder_layer_reference(In x, const Weights& weights, const Options& options) { return forward<Plain>(x, weights, options); }

EncoderLayerGrads encoder_layer_vjp(In x, const Weights& w, const Options& o, const EncoderLayer& forward, In d_output) {
  check_encoder_layer(x, views_of(w), o);
  CHECK(d_output.rows() == x.rows() && d_output.cols() == x.cols(), "encoder_layer_vjp: x is ", shape(x), ", d_output is ",
        shape(d_output));
  EncoderLayerGrads grads;
  Weights& d = grads.d_weights;
  d.gamma1 = zeros_like(w.gamma1), d.beta1 = zeros_like(w.beta1), d.gamma2 = zeros_like(w.gamma2), d.beta2 = zeros_like(w.beta2);
  const bool pre = o.norm == NormPlace::pre, post = o.norm == NormPlace::post;
  /// Goes back through one of the norms, whose argument was `rows`.
  const auto norm_vjp = [&](In rows, const Mat& gamma, const LayerNorm& norm, In d_rows, Mat* d_gamma, Mat* d_beta) {
    LayerNormGrads g = layer_norm_vjp(rows, gamma, norm, d_rows);
    *d_gamma = std::move(g.d_gamma), *d_beta = std::move(g.d_beta);
    return std::move(g.d_x);
  };

  const Mat d_sum2 = post ? norm_vjp(forward.sum2, w.gamma2, forward.norm2, d_output, &d.gamma2, &d.beta2) : Mat(d_output);
  d.w2 = product_at(forward.hidden, d_sum2), d.b2 = column_sums(d_sum2);
  Mat d_hidden_before = Mat::Zero(forward.hidden.rows(), forward.hidden.cols());
  add_activation_vjp(o.activation, forward.hidden_before, product_bt(d_sum2, w.w2), d_hidden_before);
  d.w1 = product_at(forward.ff_input, d_hidden_before), d.b1 = column_sums(d_hidden_before);
  Mat d_y = product_bt(d_hidden_before, w.w1);
  if (pre) d_y = norm_vjp(forward.sum1, w.gamma2, forward.norm2, d_y, &d.gamma2, &d.beta2);
  if (o.residual) d_y += d_sum2;

  const Mat d_sum1 = post ? norm_vjp(forward.sum1, w.gamma1, forward.norm1, d_y, &d.gamma1, &d.beta1) : std::move(d_y);
  const Mat& a = forward.attention_input;
  MultiHeadGrads attention = multi_head_attention_vjp(a, a, a, w.attention, o.heads, forward.attention, d_sum1, score_of(o));
  d.attention = std::move(attention.d_weights);
  grads.d_x = attention.d_q + attention.d_k + attention.d_v;
  if (pre) grads.d_x = norm_vjp(x, w.gamma1, forward.norm1, grads.d_x, &d.gamma1, &d.beta1);
  if (o.residual) grads.d_x += d_sum1;
  return grads;
}

}  // namespace attn::kernels
