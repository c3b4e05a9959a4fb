#include <algorithm>

#include "base/check.h"
#include "kernels/encoder_layer.h"
#include "kernels/matmul.h"
#include "kernels/tiles.h"

namespace attn::kernels {
namespace {

using Options = EncoderLayerOptions;
using Views = EncoderLayerViews;

void check_matrix(const char* name, In w, Index rows, Index cols) {
  CHECK(w.rows() == rows && w.cols() == cols, "encoder layer: ", name, " is ", shape(w), ", not [", rows, ",", cols, "]");
}

void check_bias(const char* name, In b, Index e) {
  CHECK(b.size() == 0 || (b.rows() == 1 && b.cols() == e), "encoder layer: ", name, " is ", shape(b), ", the width is ", e);
}

/// y [n,p] = x w + b.
void linear_into(In x, In w, In b, Out y) {
  product_into(x, w, y);
  if (b.size() > 0) add_row(b, y);
}

/// The right operand of products with strips of rows, packed once for all of them.
class Packed {
 public:
  explicit Packed(In w) : inner_(w.rows()), cols_(w.cols()), panels_(tiles::packed_size(inner_, cols_)) {
    tiles::pack(w.data(), w.outerStride(), 1, inner_, cols_, panels_.data());
  }

  /// y (+)= x w.
  void multiply(In x, Out y, bool add) {
    tiles::multiply({.a = x.data(),
                     .a_row = x.outerStride(),
                     .b = panels_.data(),
                     .out = y.data(),
                     .out_row = y.outerStride(),
                     .rows = x.rows(),
                     .inner = inner_,
                     .cols = cols_,
                     .add = add});
  }

 private:
  Index inner_, cols_;
  tiles::Scratch panels_;
};

/// Normalises rows in place, which needs memory for only two numbers a row.
class Norm {
 public:
  Norm(Index rows, Real epsilon) : epsilon_(epsilon), numbers_(2 * rows) {}
  void operator()(In x, In gamma, In beta, Out y) {
    const Index n = x.rows();
    layer_norm_into(x, gamma, beta, epsilon_, y, Eigen::Map<Mat>(numbers_.data(), n, 1), Eigen::Map<Mat>(numbers_.data() + n, n, 1));
  }

 private:
  Real epsilon_;
  tiles::Scratch numbers_;
};

/// y [n,e] = heads(a) (+ x).
void attend_into(In a, In x, const Views& w, const Options& o, Out y) {
  const Index n = a.rows(), e = a.cols();
  tiles::Scratch room(3 * n * e);
  const auto part = [&](Index i) { return Eigen::Map<Mat>(room.data() + i * n * e, n, e); };
  linear_into(a, w.wq, w.bq, part(0)), linear_into(a, w.wk, w.bk, part(1)), linear_into(a, w.wv, w.bv, part(2));
  const Mat concat = heads_output(part(0), part(1), part(2), o.heads, o.mask, o.causal, o.scale ? Score::scaled_dot : Score::dot);
  if (o.residual) y = x;
  product_into(concat, w.wo, y, o.residual);
  if (w.bo.size() > 0) add_row(w.bo, y);
}

}  // namespace

EncoderLayerViews views_of(const EncoderLayerWeights& w) {
  const MultiHeadWeights& a = w.attention;
  const auto row = [](const Mat& b) { return Eigen::Map<const Mat>(b.data(), b.size() > 0 ? 1 : 0, b.size()); };
  return {a.wq, a.wk, a.wv, a.wo, row(a.bq), row(a.bk), row(a.bv), row(a.bo), w.gamma1, w.beta1, w.gamma2, w.beta2, w.w1, w.b1, w.w2, w.b2};
}

void check_encoder_layer(In x, const Views& w, const Options& o) {
  const Index n = x.rows(), e = x.cols(), f = w.w1.cols();
  CHECK(o.heads > 0 && e > 0 && e % o.heads == 0, "encoder layer: ", o.heads, " heads of a width of ", e);
  check_matrix("wq", w.wq, e, e), check_matrix("wk", w.wk, e, e), check_matrix("wv", w.wv, e, e), check_matrix("wo", w.wo, e, e);
  check_bias("bq", w.bq, e), check_bias("bk", w.bk, e), check_bias("bv", w.bv, e), check_bias("bo", w.bo, e);
  check_matrix("w1", w.w1, e, f), check_matrix("b1", w.b1, 1, f), check_matrix("w2", w.w2, f, e), check_matrix("b2", w.b2, 1, e);
  if (o.mask) CHECK(o.mask->rows() == n && o.mask->cols() == n, "encoder layer: x is ", shape(x), ", mask is ", shape(*o.mask));
  if (o.norm == NormPlace::none) return;
  check_matrix("gamma1", w.gamma1, 1, e), check_matrix("beta1", w.beta1, 1, e);
  check_matrix("gamma2", w.gamma2, 1, e), check_matrix("beta2", w.beta2, 1, e);
}

void encoder_layer_output_into(In x, const Views& w, const Options& o, Out output) {
  check_encoder_layer(x, w, o);
  const Index n = x.rows(), e = x.cols(), f = w.w1.cols();
  CHECK(output.rows() == n && output.cols() == e, "encoder layer: x is ", shape(x), ", output is ", shape(output));
  const bool pre = o.norm == NormPlace::pre, post = o.norm == NormPlace::post;
  Norm norm(n, o.epsilon);
  tiles::Scratch sums(n * e);
  Eigen::Map<Mat> y(sums.data(), n, e);
  if (pre) norm(x, w.gamma1, w.beta1, output);  // stored where the output will be
  attend_into(pre ? Eigen::Ref<const Mat>(output) : Eigen::Ref<const Mat>(x), x, w, o, y);
  if (post) norm(y, w.gamma1, w.beta1, y);
  if (pre) norm(y, w.gamma2, w.beta2, output);

  const Index height = std::min<Index>(n, 8 * tiles::tile_rows());
  Packed w1(w.w1), w2(w.w2);
  tiles::Scratch hiddens(height * f);
  for (Index i = 0; i < n; i += height) {
    const Index rows = std::min(height, n - i);
    auto sum = y.middleRows(i, rows);
    auto out = output.middleRows(i, rows);
    Eigen::Map<Mat> hidden(hiddens.data(), rows, f);
    w1.multiply(pre ? Eigen::Ref<const Mat>(out) : Eigen::Ref<const Mat>(sum), hidden, false);
    add_row(w.b1, hidden);
    activate_into(o.activation, hidden, hidden);
    if (o.residual) out = sum;
    w2.multiply(hidden, out, o.residual);
    add_row(w.b2, out);
    if (post) norm(out, w.gamma2, w.beta2, out);
  }
}

Mat encoder_layer_output(In x, const EncoderLayerWeights& weights, const EncoderLayerOptions& options) {
  Mat output(x.rows(), x.cols());
  encoder_layer_output_into(x, views_of(weights), options, output);
  return output;
}

}  // namespace attn::kernels
