#include "kernels/softmax.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "kernels/rows.h"
#include "kernels/tiles.h"

namespace attn::kernels {
namespace {

void check(In scores, const Mask* mask, Real temperature) {
  CHECK(temperature > 0, "softmax: temperature is ", temperature);
  if (mask)
    CHECK(mask->rows() == scores.rows() && mask->cols() == scores.cols(), "softmax: scores are ", shape(scores), ", mask is ",
          shape(*mask));
}

}  // namespace

Mat softmax_rows(In scores, const Mask* mask, Real temperature) {
  Mat weights(scores.rows(), scores.cols());
  softmax_rows(scores, mask, temperature, weights);
  return weights;
}

void softmax_rows(In scores, const Mask* mask, Real temperature, Out weights) {
  check(scores, mask, temperature);
  CHECK(weights.rows() == scores.rows() && weights.cols() == scores.cols(), "softmax: scores are ", shape(scores), ", weights are ",
        shape(weights));
  rows::softmax({.scores = scores.data(),
                 .scores_row = scores.outerStride(),
                 .mask = mask ? mask->data() : nullptr,
                 .mask_row = scores.cols(),
                 .weights = weights.data(),
                 .weights_row = weights.outerStride(),
                 .rows = scores.rows(),
                 .cols = scores.cols(),
                 .temperature = temperature});
}

Mat softmax_rows_reference(In scores, const Mask* mask, Real temperature) {
  check(scores, mask, temperature);
  Mat weights = Mat::Zero(scores.rows(), scores.cols());
  const auto allowed = [mask](Index i, Index j) { return !mask || (*mask)(i, j); };
  for (Index i = 0; i < scores.rows(); ++i) {
    Real max = 0, sum = 0;
    bool any = false;
    for (Index j = 0; j < scores.cols(); ++j)
      if (allowed(i, j)) {
        max = any ? std::max(max, scores(i, j)) : scores(i, j);
        any = true;
      }
    for (Index j = 0; j < scores.cols(); ++j)
      if (allowed(i, j)) sum += weights(i, j) = std::exp((scores(i, j) - max) / temperature);
    if (any) weights.row(i) /= sum;
  }
  return weights;
}

Mat softmax_rows_vjp(In weights, In d_weights, Real temperature) {
  Mat d_scores = Mat::Zero(weights.rows(), weights.cols());
  add_softmax_rows_vjp(weights, d_weights, temperature, d_scores);
  return d_scores;
}

void add_softmax_rows_vjp(In weights, In d_weights, Real temperature, Out d_scores) {
  CHECK(weights.rows() == d_weights.rows() && weights.cols() == d_weights.cols(), "softmax_rows_vjp: weights are ", shape(weights),
        ", d_weights is ", shape(d_weights));
  CHECK(temperature > 0, "softmax_rows_vjp: temperature is ", temperature);
  tiles::Scratch d_row(weights.cols());
  for (Index i = 0; i < weights.rows(); ++i) {
    rows::softmax_vjp(weights.row(i).data(), d_weights.row(i).data(), weights.cols(), temperature, d_row.data());
    d_scores.row(i) += Eigen::Map<const Mat>(d_row.data(), 1, weights.cols());
  }
}

}  // namespace attn::kernels
