#include "kernels/attention.h"

#include <utility>

#include "base/check.h"
#include "kernels/attend.h"
#include "kernels/mask.h"
#include "kernels/matmul.h"
#include "kernels/softmax.h"

namespace attn::kernels {

void check_attention(In q, In k, In v, const AttentionOptions& options) {
  check_scores(q, k, options.score, options.weights);
  CHECK(k.rows() == v.rows(), "attention: k is ", shape(k), ", v is ", shape(v));
  CHECK(options.temperature > 0, "attention: temperature is ", options.temperature);
  if (options.mask)
    CHECK(options.mask->rows() == q.rows() && options.mask->cols() == k.rows(), "attention: q is ", shape(q), ", k is ", shape(k),
          ", mask is ", shape(*options.mask));
}

Attention attention(In q, In k, In v, const AttentionOptions& options) {
  check_attention(q, k, v, options);
  Attention result{Mat(q.rows(), k.rows()), Mat(q.rows(), k.rows()), Mat(q.rows(), v.cols())};
  attend(q, k, v, options, runs_of(options.mask), &result, result.output);
  return result;
}

void attention_output_into(In q, In k, In v, const AttentionOptions& options, Out output) {
  stacked_attention_output_into(q, k, v, 1, options, output);
}

void stacked_attention_output_into(In q, In k, In v, int heads, const AttentionOptions& options, Out output) {
  CHECK(heads > 0 && q.rows() % heads == 0 && k.rows() % heads == 0 && v.rows() % heads == 0 && output.rows() == q.rows() &&
            output.cols() == v.cols(),
        "attention: ", heads, " heads, q is ", shape(q), ", k is ", shape(k), ", v is ", shape(v), ", output is ", shape(output));
  const Index n = q.rows() / heads, m = k.rows() / heads, values = v.rows() / heads;
  const std::vector<Run> runs = runs_of(options.mask);
  for (int h = 0; h < heads; ++h) {
    const auto qh = q.middleRows(h * n, n), kh = k.middleRows(h * m, m), vh = v.middleRows(h * values, values);
    check_attention(qh, kh, vh, options);
    attend(qh, kh, vh, options, runs, nullptr, output.middleRows(h * n, n));
  }
}

Mat attention_output(In q, In k, In v, const AttentionOptions& options) {
  Mat output(q.rows(), v.cols());
  attention_output_into(q, k, v, options, output);
  return output;
}

Attention attention_reference(In q, In k, In v, const AttentionOptions& options) {
  check_attention(q, k, v, options);
  Attention result;
  result.scores = scores_reference(q, k, options.score, options.weights);
  const Mask causal = options.causal ? causal_mask(q.rows(), k.rows(), options.mask) : Mask();
  result.weights = softmax_rows_reference(result.scores, options.causal ? &causal : options.mask, options.temperature);
  result.output = product_reference(result.weights, v);
  return result;
}

AttentionGrads attention_vjp(In q, In k, In v, const AttentionOptions& options, const Attention& forward, In d_output) {
  check_attention(q, k, v, options);
  CHECK(d_output.rows() == q.rows() && d_output.cols() == v.cols(), "attention_vjp: q is ", shape(q), ", v is ", shape(v), ", d_output is ",
        shape(d_output));
  const Mat d_scores = softmax_rows_vjp(forward.weights, product_bt(d_output, v), options.temperature);
  ScoreGrads grads = scores_vjp(q, k, options.score, options.weights, d_scores);
  return {std::move(grads.d_q), std::move(grads.d_k), product_at(forward.weights, d_output), std::move(grads.d_weights)};
}

}  // namespace attn::kernels
