#include "kernels/feed_forward.h"

#include "base/check.h"
#include "kernels/matmul.h"

namespace attn::kernels {

void check_feed_forward(In x, In w1, In b1, In w2, In b2) {
  const bool fit = w1.rows() == x.cols() && w2.rows() == w1.cols() && b1.rows() == 1 && b1.cols() == w1.cols() && b2.rows() == 1 &&
                   b2.cols() == w2.cols();
  CHECK(fit, "feed_forward: x is ", shape(x), ", w1 ", shape(w1), ", b1 ", shape(b1), ", w2 ", shape(w2), ", b2 ", shape(b2));
}

FeedForward feed_forward(In x, In w1, In b1, In w2, In b2, Activation activation) {
  check_feed_forward(x, w1, b1, w2, b2);
  FeedForward r{product(x, w1), Mat(x.rows(), w1.cols()), Mat()};
  add_row(b1, r.hidden_before);
  activate_into(activation, r.hidden_before, r.hidden);
  r.output = product(r.hidden, w2);
  add_row(b2, r.output);
  return r;
}

FeedForward feed_forward_reference(In x, In w1, In b1, In w2, In b2, Activation activation) {
  check_feed_forward(x, w1, b1, w2, b2);
  FeedForward r;
  r.hidden_before = product_reference(x, w1).rowwise() + b1.row(0);
  r.hidden = activation == Activation::relu ? Mat(r.hidden_before.cwiseMax(Real(0))) : gelu_reference(r.hidden_before);
  r.output = product_reference(r.hidden, w2).rowwise() + b2.row(0);
  return r;
}

}  // namespace attn::kernels
