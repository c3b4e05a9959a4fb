// A regression problem in one dimension: points scattered around a known curve.
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

/// Points [size, 2]: x and true_curve(x) + noise. A larger size begins with the points of a smaller one. More noise moves the same points
/// further in the same directions.
Mat noisy_curve(const NoisyCurve& spec);

}  // namespace attn::tasks
