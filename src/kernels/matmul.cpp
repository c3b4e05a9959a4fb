#include "kernels/matmul.h"

#include "base/check.h"
#include "kernels/tiles.h"

namespace attn::kernels {

namespace {

constexpr Index kPackFrom = 24;  ///< the number of rows from which packing the right operand pays off

/// out [rows, cols] (+)= scale * a b, where a(i, k) is at a[i * a_row + k * a_inner] and b [inner, cols] has contiguous rows.
void multiply(const Real* a, Index a_row, Index a_inner, In b, Out out, bool add, Real scale) {
  tiles::Multiply m{.a = a,
                    .a_row = a_row,
                    .a_inner = a_inner,
                    .b = b.data(),
                    .b_row = b.outerStride(),
                    .out = out.data(),
                    .out_row = out.outerStride(),
                    .rows = out.rows(),
                    .inner = b.rows(),
                    .cols = b.cols(),
                    .scale = scale,
                    .add = add};
  if (m.rows < kPackFrom) {
    tiles::multiply(m);
    return;
  }
  tiles::Scratch packed(tiles::packed_size(b.rows(), b.cols()));
  tiles::pack(b.data(), b.outerStride(), 1, b.rows(), b.cols(), packed.data());
  m.b = packed.data(), m.b_row = 0;
  tiles::multiply(m);
}

}  // namespace

void product_into(In a, In b, Out out, bool add, Real scale) {
  CHECK(a.cols() == b.rows() && out.rows() == a.rows() && out.cols() == b.cols(), "product: a is ", shape(a), ", b is ", shape(b),
        ", out is ", shape(out));
  multiply(a.data(), a.outerStride(), 1, b, out, add, scale);
}

void product_bt_into(In a, In b, Out out, bool add, Real scale) {
  CHECK(a.cols() == b.cols() && out.rows() == a.rows() && out.cols() == b.rows(), "product_bt: a is ", shape(a), ", b is ", shape(b),
        ", out is ", shape(out));
  tiles::Scratch packed(tiles::packed_size(b.cols(), b.rows()));
  tiles::pack(b.data(), 1, b.outerStride(), b.cols(), b.rows(), packed.data());
  tiles::multiply({.a = a.data(),
                   .a_row = a.outerStride(),
                   .b = packed.data(),
                   .out = out.data(),
                   .out_row = out.outerStride(),
                   .rows = a.rows(),
                   .inner = a.cols(),
                   .cols = b.rows(),
                   .scale = scale,
                   .add = add});
}

void product_at_into(In a, In b, Out out, bool add, Real scale) {
  CHECK(a.rows() == b.rows() && out.rows() == a.cols() && out.cols() == b.cols(), "product_at: a is ", shape(a), ", b is ", shape(b),
        ", out is ", shape(out));
  multiply(a.data(), 1, a.outerStride(), b, out, add, scale);
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
  ProductGrads grads{Mat::Zero(a.rows(), a.cols()), Mat::Zero(b.rows(), b.cols())};
  add_product_vjp(a, b, d_out, grads.d_a, grads.d_b);
  return grads;
}

void add_product_vjp(In a, In b, In d_out, Out d_a, Out d_b) {
  if (d_a.size() > 0) product_bt_into(d_out, b, d_a, true);
  if (d_b.size() > 0) product_at_into(a, d_out, d_b, true);
}

}  // namespace attn::kernels
