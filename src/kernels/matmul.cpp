#include "kernels/matmul.h"

#include "base/check.h"

namespace attn::kernels {

void product_into(In a, In b, Out out, bool add, Real scale) {
  const Mat c = product_reference(a, b) * scale;
  if (add)
    out += c;
  else
    out = c;
}
void product_bt_into(In a, In b, Out out, bool add, Real scale) {
  const Mat c = product_bt_reference(a, b) * scale;
  if (add)
    out += c;
  else
    out = c;
}
void product_at_into(In a, In b, Out out, bool add, Real scale) {
  const Mat c = product_at_reference(a, b) * scale;
  if (add)
    out += c;
  else
    out = c;
}

Mat product(In a, In b) {
  Mat out(a.rows(), b.cols());
  product_into(a, b, out);
  return out;
}

Mat product_bt(In a, In b) {
  Mat out(a.rows(), b.rows());
  product_bt_into(a, b, out);
  return out;
}

Mat product_at(In a, In b) {
  Mat out(a.cols(), b.cols());
  product_at_into(a, b, out);
  return out;
}

Mat product_reference(In a, In b) {
  CHECK(a.cols() == b.rows(), "product: a is ", shape(a), ", b is ", shape(b));
  Mat out(a.rows(), b.cols());
  for (Index i = 0; i < out.rows(); ++i)
    for (Index j = 0; j < out.cols(); ++j) {
      Real sum = 0;
      for (Index k = 0; k < a.cols(); ++k) sum += a(i, k) * b(k, j);
      out(i, j) = sum;
    }
  return out;
}

Mat product_bt_reference(In a, In b) {
  CHECK(a.cols() == b.cols(), "product_bt: a is ", shape(a), ", b is ", shape(b));
  Mat out(a.rows(), b.rows());
  for (Index i = 0; i < out.rows(); ++i)
    for (Index j = 0; j < out.cols(); ++j) {
      Real sum = 0;
      for (Index k = 0; k < a.cols(); ++k) sum += a(i, k) * b(j, k);
      out(i, j) = sum;
    }
  return out;
}

Mat product_at_reference(In a, In b) {
  CHECK(a.rows() == b.rows(), "product_at: a is ", shape(a), ", b is ", shape(b));
  Mat out(a.cols(), b.cols());
  for (Index i = 0; i < out.rows(); ++i)
    for (Index j = 0; j < out.cols(); ++j) {
      Real sum = 0;
      for (Index k = 0; k < a.rows(); ++k) sum += a(k, i) * b(k, j);
      out(i, j) = sum;
    }
  return out;
}

ProductGrads product_vjp(In a, In b, In d_out) {
  CHECK(d_out.rows() == a.rows() && d_out.cols() == b.cols(), "product_vjp: a is ", shape(a), ", b is ", shape(b), ", d_out is ",
        shape(d_out));
  return {product_bt(d_out, b), product_at(a, d_out)};
}

}  // namespace attn::kernels
