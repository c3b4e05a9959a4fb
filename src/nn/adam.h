// Adam with decoupled weight decay (Kingma and Ba 2015; Loshchilov and Hutter 2019), clipping by the global norm (Pascanu et al. 2013),
// and a schedule of the learning rate.
#pragma once

#include <map>
#include <string>

#include "nn/parameters.h"

namespace attn::nn {

struct Schedule {
  Real rate = Real(0.001);
  int warm_up = 0;     ///< steps over which the rate rises linearly from rate / warm_up
  int decay_from = 0;  ///< the step from which it falls as half a cosine, to nothing at `decay_to`; decay_to 0: never
  int decay_to = 0;
  /// After the warm-up it falls as 1 / sqrt(step), which meets the rise where that ends (Vaswani et al. 2017, equation 3, with their
  /// d^-0.5 w^-0.5 for `rate`).
  bool inverse_root = false;
};
/// The learning rate of step 0, 1, ...
Real learning_rate(int step, const Schedule& schedule);

struct AdamSettings {
  Real beta1 = Real(0.9), beta2 = Real(0.999), epsilon = Real(1e-8);
  Real weight_decay = 0;  ///< value -= rate * weight_decay * value, beside the gradient's step
};

class Adam {
 public:
  Adam() = default;
  /// Moments for each parameter, by its name. The parameters outlive the optimiser.
  Adam(Parameters& parameters, const AdamSettings& settings);

  /// One update from the gradients as they stand, scaled down to the norm `clip` where they are larger (0: as they are). Returns their norm
  /// before; where that is not finite nothing is changed and the step does not count.
  Real step(Real rate, Real clip = 0);
  int steps() const { return steps_; }

  struct Moments {
    Mat first, second;
  };
  /// CHECKs that the name is a parameter's.
  const Moments& moments(const std::string& name) const;

 private:
  Parameters* parameters_ = nullptr;
  AdamSettings settings_;
  std::map<std::string, Moments, std::less<>> moments_;
  int steps_ = 0;
};

}  // namespace attn::nn
