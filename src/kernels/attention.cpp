#include "kernels/attention.h"

#include "base/check.h"
#include "kernels/matmul.h"
#include "kernels/softmax.h"

namespace attn::kernels {
namespace {

void check(In q, In k, In v, const AttentionOptions& options) {
  CHECK(k.rows() == v.rows(), "attention: k is ", shape(k), ", v is ", shape(v));
  CHECK(options.temperature > 0, "attention: temperature is ", options.temperature);
  if (options.mask)
    CHECK(options.mask->rows() == q.rows() && options.mask->cols() == k.rows(), "attention: q is ", shape(q), ", k is ", shape(k),
          ", mask is ", shape(*options.mask));
}

}  // namespace

Attention attention(In q, In k, In v, const AttentionOptions& options) { return attention_reference(q, k, v, options); }

Mat attention_output(In q, In k, In v, const AttentionOptions& options) { return attention(q, k, v, options).output; }

Attention attention_reference(In q, In k, In v, const AttentionOptions& options) {
  check(q, k, v, options);
  Attention result;
  result.scores = scores_reference(q, k, options.score, options.weights);
  result.weights = softmax_rows_reference(result.scores, options.mask, options.temperature);
  result.output = product_reference(result.weights, v);
  return result;
}

AttentionGrads attention_vjp(In q, In k, In v, const AttentionOptions& options, const Attention& forward, In d_output) {
  check(q, k, v, options);
  CHECK(d_output.rows() == q.rows() && d_output.cols() == v.cols(), "attention_vjp: q is ", shape(q), ", v is ", shape(v), ", d_output is ",
        shape(d_output));
  const Mat d_scores = softmax_rows_vjp(forward.weights, product_bt(d_output, v), options.temperature);
  ScoreGrads grads = scores_vjp(q, k, options.score, options.weights, d_scores);
  return {std::move(grads.d_q), std::move(grads.d_k), product_at(forward.weights, d_output), std::move(grads.d_weights)};
}

}  // namespace attn::kernels
