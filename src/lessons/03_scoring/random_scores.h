// What the width does to dot products of random vectors, and to the softmax of those.
#pragma once

#include <vector>

#include "base/mat.h"

namespace attn::lessons::scoring {

inline constexpr int kLargestWidth = 512;

/// What a dot product of width d is multiplied by. kRoot is the wrong scale, which is sometimes seen in print.
enum class WidthScale { kNone, kInverseRoot, kRoot };
inline constexpr int kWidthScales = 3;

/// The factor: 1, 1/sqrt(d) or sqrt(d).
double factor(WidthScale scale, int width);

/// Random queries and keys. Their components are uniform in [-sqrt 3, sqrt 3], so they have mean 0 and variance 1.
struct RandomScores {
  std::vector<int> widths;  ///< 1, 2, 4, ... 512 and the chosen one, ascending
  int chosen = 0;           ///< place of the chosen width in `widths`
  std::vector<Mat> scores;  ///< for each width [draws,keys]: dot products, not scaled
  /// For each scale and width [3,widths]: the variance of the scores, and the means over the draws of entropy (nats), largest weight, and
  /// norm of the softmax's Jacobian.
  Mat variance, entropy, largest, gradient;
  Mat query, keys;  ///< the first draw at the chosen width, [1,width] and [keys,width]
};

RandomScores random_scores(int width, int keys, int draws, int seed);

}  // namespace attn::lessons::scoring
