#include "kernels/entropy.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace attn::kernels {

Mat entropy_rows(In weights) {
  Mat entropy = Mat::Zero(weights.rows(), 1);
  for (Index i = 0; i < weights.rows(); ++i)
    for (Index j = 0; j < weights.cols(); ++j)
      if (const Real w = weights(i, j); w > 0) entropy(i, 0) -= w * std::log(w);
  return entropy;
}

Mat entropy_rows_vjp(In weights, In d_entropy) {
  CHECK(d_entropy.rows() == weights.rows() && d_entropy.cols() == 1, "entropy_rows_vjp: weights are ", shape(weights), ", d_entropy is ",
        shape(d_entropy));
  Mat d_weights(weights.rows(), weights.cols());
  for (Index i = 0; i < weights.rows(); ++i)
    for (Index j = 0; j < weights.cols(); ++j) {
      const Real w = weights(i, j);
      d_weights(i, j) = w > 0 ? -(std::log(w) + 1) * d_entropy(i, 0) : 0;
    }
  return d_weights;
}

Mat effective_count(In weights) {
  Mat count = entropy_rows(weights);
  for (Index i = 0; i < weights.rows(); ++i) {
    bool any = false;
    for (Index j = 0; j < weights.cols(); ++j) any = any || weights(i, j) > 0;
    count(i, 0) = any ? std::exp(count(i, 0)) : 0;
  }
  return count;
}

Mat softmax_gradient_norm(In weights, Real temperature) {
  CHECK(temperature > 0, "softmax_gradient_norm: temperature is ", temperature);
  Mat norm(weights.rows(), 1);
  for (Index i = 0; i < weights.rows(); ++i) {
    // The diagonal is w (1 - w), the rest -w_i w_j: summed from differences that stay exact when one weight is almost 1.
    double squares = 0, diagonal = 0, fourth = 0;
    for (Index j = 0; j < weights.cols(); ++j) {
      const double w = weights(i, j);
      double others = 0;
      for (Index k = 0; k < weights.cols(); ++k)
        if (k != j) others += weights(i, k);
      diagonal += w * others * w * others;
      squares += w * w;
      fourth += w * w * w * w;
    }
    norm(i, 0) = static_cast<Real>(std::sqrt(diagonal + std::max(0.0, squares * squares - fourth)) / static_cast<double>(temperature));
  }
  return norm;
}

}  // namespace attn::kernels
