// A regression problem in one dimension: points scattered about a known curve.
#pragma once

#include <cstdint>

#include "base/mat.h"

namespace attn::tasks {

/// The curve behind the data: 2 sin x + x.
Real true_curve(Real x);

struct NoisyCurve {
  int size = 100;
  Real noise = 1;          ///< standard deviation of the normal noise in y
  Real low = 0, high = 4;  ///< inputs are uniform in [low, high)
  std::uint64_t seed = 1;
};

/// [size, 2]: x and true_curve(x) + noise. The first points of a larger size are those of a smaller one, and more noise moves the same
/// points in the same directions.
Mat noisy_curve(const NoisyCurve& spec);

}  // namespace attn::tasks
