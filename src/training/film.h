// The film of a training: its weights after some of its steps, at even distances from the beginning on. While the training goes on, the
// film is thinned out, so that it never takes more memory than it is allowed.
#pragma once

#include <vector>

#include "base/mat.h"
#include "nn/parameters.h"

namespace attn::training {

class Film {
 public:
  static constexpr int kMost = 48;                 ///< frames, the present state of the weights among them
  static constexpr std::size_t kMostBytes = 16e6;  ///< of large models fewer frames are kept, but never less than kLeast
  static constexpr int kLeast = 8;

  /// Is told of the weights after every step, and before the first one. Keeps those after every k-th step, beginning with step 0. Where
  /// that would be too many, every second frame is dropped and k doubles.
  void take(const nn::Parameters& weights, int step);
  void clear();
  /// The steps after which the kept weights were taken, rising from 0.
  std::vector<int> steps() const;
  /// Puts the weights of a frame into `weights`, which are those of the same model.
  void put(int frame, nn::Parameters* weights) const;
  std::size_t bytes() const;  ///< of all kept weights

 private:
  std::vector<std::vector<Mat>> frames_;
  int every_ = 1;  ///< k
};

/// A copy of all weights, in their order, and the way back.
std::vector<Mat> copy_of(const nn::Parameters& weights);
void put_back(const std::vector<Mat>& copy, nn::Parameters* weights);

}  // namespace attn::training
