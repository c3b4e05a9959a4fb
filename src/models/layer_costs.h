// The cost of one layer over a sentence of n positions of width d, for four kinds of layer (after Vaswani et al. 2017, table 1).
//
//   recurrent        h_t = tanh(x_t Wx + h_{t-1} Wh)                             2 n d^2 multiply-adds, n steps one after the other
//   convolution      y_t = sum_i x_{t+i-(k-1)/2} W_i, zeros beyond the ends      k n d^2, less what falls beyond the ends
//   self_attention   softmax(X XT / sqrt(d)) X                                   2 n^2 d: cheaper than the recurrent layer where n < d
//   projected        self-attention with Wq, Wk, Wv and Wo around it             2 n^2 d + 4 n d^2
#pragma once

#include <cstdint>
#include <vector>

#include "base/mat.h"

namespace attn::models {

enum class LayerKind { recurrent, convolution, self_attention, projected };

struct LayerCost {
  std::int64_t multiply_adds = 0;  ///< of the matrix products; tanh and exp are not counted
  std::int64_t sequential = 0;     ///< the number of products that have to wait for one another
  std::int64_t path = 0;           ///< the number of steps by which the first position reaches the last, in layers like this one
};
/// n, d >= 1. `kernel` is the odd width of the convolution.
LayerCost layer_cost(LayerKind kind, std::int64_t n, std::int64_t d, std::int64_t kernel = 3);

/// A layer of one kind with random weights, to be run and timed.
class LayerTrial {
 public:
  LayerTrial(LayerKind kind, Index n, Index d, int kernel = 3);
  /// Runs the layer once over the sentence -> [n,d], which is valid until the next call.
  const Mat& operator()();
  /// The same in plain loops that count their multiply-adds, to check layer_cost().
  Mat reference(std::int64_t* multiply_adds) const;

 private:
  LayerKind kind_;
  int kernel_;
  Mat x_;
  std::vector<Mat> weights_;
  std::vector<Mat> parts_;  ///< q, k, v and the heads' output of `projected`
  Mat y_;
};

}  // namespace attn::models
