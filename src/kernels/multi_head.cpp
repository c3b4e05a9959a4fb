#include "kernels/multi_head.h"

#include <cmath>

#include "base/check.h"
#include "kernels/attend.h"
#include "kernels/attention.h"
#include "kernels/elementwise.h"
#include "kernels/matmul.h"

namespace attn::kernels {
namespace {

void check_square(const char* name, const Mat& w, Index e) {
  CHECK(w.rows() == e && w.cols() == e, "multi-head attention: ", name, " is ", shape(w), ", the width is ", e);
}

void check_bias(const char* name, const Mat& b, Index e) {
  CHECK(b.size() == 0 || b.size() == e, "multi-head attention: ", name, " is ", shape(b), ", the width is ", e);
}

void check_heads(In q, In k, In v, int heads, const Mask* mask) {
  const Index e = q.cols();
  CHECK(k.cols() == e && v.cols() == e && k.rows() == v.rows(), "multi-head attention: q is ", shape(q), ", k is ", shape(k), ", v is ",
        shape(v));
  CHECK(heads > 0 && e % heads == 0, "multi-head attention: ", heads, " heads of a width of ", e);
  if (mask)
    CHECK(mask->rows() == q.rows() && mask->cols() == k.rows(), "multi-head attention: q is ", shape(q), ", k is ", shape(k), ", mask is ",
          shape(*mask));
}

Mat linear(In x, const Mat& w, const Mat& b) {
  Mat y = product(x, w);
  if (b.size() > 0) add_row(Eigen::Map<const Mat>(b.data(), 1, b.size()), y);
  return y;
}

Mat linear_reference(In x, const Mat& w, const Mat& b) {
  Mat y = product_reference(x, w);
  for (Index i = 0; b.size() > 0 && i < y.rows(); ++i)
    for (Index j = 0; j < y.cols(); ++j) y(i, j) += b.data()[j];
  return y;
}

Mat bias_grad(const Mat& bias, const Mat& d_y) {
  Mat d_bias = Mat::Zero(bias.rows(), bias.cols());
  if (bias.size() > 0) add_column_sums(d_y, Eigen::Map<Mat>(d_bias.data(), 1, d_bias.size()));
  return d_bias;
}

template <class Attend>
void each_head(MultiHead* result, int heads, const Mask* mask, bool causal, Score score, const Attend& attend_one) {
  const Index width = result->q.cols() / heads;
  result->concat.resize(result->q.rows(), result->q.cols());
  AttentionOptions options;
  options.mask = mask, options.causal = causal, options.score = score;
  for (int h = 0; h < heads; ++h) {
    const auto head = [&](Mat& x) { return x.middleCols(h * width, width); };
    Attention one = attend_one(head(result->q), head(result->k), head(result->v), options);
    head(result->concat) = one.output;
    result->scores.push_back(std::move(one.scores));
    result->weights.push_back(std::move(one.weights));
    result->heads.push_back(std::move(one.output));
  }
}

}  // namespace

void check_multi_head(In q, In k, In v, const MultiHeadWeights& w, int heads, const Mask* mask) {
  check_heads(q, k, v, heads, mask);
  const Index e = q.cols();
  check_square("wq", w.wq, e), check_square("wk", w.wk, e), check_square("wv", w.wv, e), check_square("wo", w.wo, e);
  check_bias("bq", w.bq, e), check_bias("bk", w.bk, e), check_bias("bv", w.bv, e), check_bias("bo", w.bo, e);
}

MultiHead multi_head_attention(In q, In k, In v, const MultiHeadWeights& weights, int heads, const Mask* mask, bool causal, Score score) {
  check_multi_head(q, k, v, weights, heads, mask);
  MultiHead result;
  result.q = linear(q, weights.wq, weights.bq);
  result.k = linear(k, weights.wk, weights.bk);
  result.v = linear(v, weights.wv, weights.bv);
  each_head(&result, heads, mask, causal, score, [](In hq, In hk, In hv, const AttentionOptions& o) { return attention(hq, hk, hv, o); });
  result.output = linear(result.concat, weights.wo, weights.bo);
  return result;
}

MultiHead multi_head_attention_reference(In q, In k, In v, const MultiHeadWeights& weights, int heads, const Mask* mask, bool causal,
                                         Score score) {
  check_multi_head(q, k, v, weights, heads, mask);
  MultiHead result;
  result.q = linear_reference(q, weights.wq, weights.bq);
  result.k = linear_reference(k, weights.wk, weights.bk);
  result.v = linear_reference(v, weights.wv, weights.bv);
  each_head(&result, heads, mask, causal, score,
            [](In hq, In hk, In hv, const AttentionOptions& o) { return attention_reference(hq, hk, hv, o); });
  result.output = linear_reference(result.concat, weights.wo, weights.bo);
  return result;
}

Mat heads_output(In q, In k, In v, int heads, const Mask* mask, bool causal, Score score) {
  check_heads(q, k, v, heads, mask);
  const Index width = q.cols() / heads;
  Mat concat(q.rows(), q.cols());
  AttentionOptions options;
  options.mask = mask, options.causal = causal, options.score = score;
  const std::vector<Run> runs = runs_of(mask);
  for (Index at = 0; at < q.cols(); at += width)
    attend(q.middleCols(at, width), k.middleCols(at, width), v.middleCols(at, width), options, runs, nullptr, concat.middleCols(at, width));
  return concat;
}

Mat multi_head_attention_output(In q, In k, In v, const MultiHeadWeights& weights, int heads, const Mask* mask, bool causal, Score score) {
  check_multi_head(q, k, v, weights, heads, mask);
  const Mat concat = heads_output(linear(q, weights.wq, weights.bq), linear(k, weights.wk, weights.bk), linear(v, weights.wv, weights.bv),
                                  heads, mask, causal, score);
  return linear(concat, weights.wo, weights.bo);
}

MultiHeadGrads multi_head_attention_vjp(In q, In k, In v, const MultiHeadWeights& weights, int heads, const MultiHead& forward, In d_output,
                                        Score score) {
  check_multi_head(q, k, v, weights, heads, nullptr);
  CHECK(d_output.rows() == q.rows() && d_output.cols() == q.cols(), "multi_head_attention_vjp: q is ", shape(q), ", d_output is ",
        shape(d_output));
  const Mat d_concat = product_bt(d_output, weights.wo);
  AttentionOptions options;
  options.score = score;
  Mat d_pq(q.rows(), q.cols()), d_pk(k.rows(), k.cols()), d_pv(v.rows(), v.cols());
  const Index width = q.cols() / heads;
  for (int h = 0; h < heads; ++h) {
    const auto head = [&](const Mat& x) { return x.middleCols(h * width, width); };
    // The mask is not needed: a hidden score has weight 0 and passes no gradient.
    const Attention one{{}, forward.weights[static_cast<size_t>(h)], {}};
    AttentionGrads grads = attention_vjp(head(forward.q), head(forward.k), head(forward.v), options, one, head(d_concat));
    d_pq.middleCols(h * width, width) = grads.d_q;
    d_pk.middleCols(h * width, width) = grads.d_k;
    d_pv.middleCols(h * width, width) = grads.d_v;
  }
  MultiHeadGrads grads;
  grads.d_q = product_bt(d_pq, weights.wq), grads.d_k = product_bt(d_pk, weights.wk), grads.d_v = product_bt(d_pv, weights.wv);
  MultiHeadWeights& d = grads.d_weights;
  d.wq = product_at(q, d_pq), d.wk = product_at(k, d_pk), d.wv = product_at(v, d_pv), d.wo = product_at(forward.concat, d_output);
  d.bq = bias_grad(weights.bq, d_pq), d.bk = bias_grad(weights.bk, d_pk), d.bv = bias_grad(weights.bv, d_pv);
  d.bo = bias_grad(weights.bo, d_output);
  return grads;
}

}  // namespace attn::kernels
