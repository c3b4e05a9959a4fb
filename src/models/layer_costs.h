// What one layer costs over a sentence of n positions of width d: recurrent, convolutional, self-attention (Vaswani et al. 2017, table 1).
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
  std::int64_t multiply_adds = 0;  ///< of products, not of tanh and exp
  std::int64_t sequential = 0;     ///< products that have to wait for one another
  std::int64_t path = 0;           ///< steps that a number of the first position takes to reach the last, in layers like this one
};
/// n, d >= 1; `kernel` odd, of the convolution.
LayerCost layer_cost(LayerKind kind, std::int64_t n, std::int64_t d, std::int64_t kernel = 3);

/// Such a layer with random weights, to be run and timed.
class LayerTrial {
 public:
  LayerTrial(LayerKind kind, Index n, Index d, int kernel = 3);
  /// Once over the sentence -> [n,d]; stays as it is until the next call.
  const Mat& operator()();
  /// The same by plain loops, which count: what the formula says.
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
