#include "tasks/noisy_curve.h"

#include <cmath>

#include "base/rng.h"

namespace attn::tasks {

Real true_curve(Real x) { return 2 * std::sin(x) + x; }

Mat noisy_curve(const NoisyCurve& spec) {
  Rng rng(spec.seed);
  Mat points(spec.size, 2);
  for (Index i = 0; i < points.rows(); ++i) {
    const Real x = static_cast<Real>(rng.uniform(spec.low, spec.high));
    points(i, 0) = x;
    points(i, 1) = true_curve(x) + spec.noise * static_cast<Real>(rng.normal());
  }
  return points;
}

}  // namespace attn::tasks
