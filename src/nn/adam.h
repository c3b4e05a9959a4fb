// Adam with decoupled weight decay (Kingma and Ba 2015; Loshchilov and Hutter 2019), clipping by the global norm (Pascanu et al. 2013),
// and a schedule of the learning rate.
#pragma once

#include <map>
#include <string>

#include "base/packing.h"
#include "nn/parameters.h"

namespace attn::nn {

struct Schedule {
  Real rate = Real(0.001);
  int warm_up = 0;     ///< the number of steps over which the rate rises linearly from rate / warm_up
  int decay_from = 0;  ///< the step from which the rate falls as half a cosine, until it is 0 at `decay_to`
  int decay_to = 0;    ///< 0: the rate never falls in this way
  /// After the warm-up the rate falls as 1 / sqrt(step), starting where the rise has ended (Vaswani et al. 2017, equation 3, with their
  /// d^-0.5 w^-0.5 for `rate`).
  bool inverse_root = false;
};
/// The learning rate of step 0, 1, ...
Real learning_rate(int step, const Schedule& schedule);

struct AdamSettings {
  Real beta1 = Real(0.9), beta2 = Real(0.999), epsilon = Real(1e-8);
  Real weight_decay = 0;  ///< value -= rate * weight_decay * value, in addition to the gradient's step
};

class Adam {
 public:
  Adam() = default;
  /// Keeps moments for each parameter under its name. The parameters must outlive the optimiser.
  Adam(Parameters& parameters, const AdamSettings& settings);

  /// Makes one update from the present gradients. Where their norm is above `clip` they are scaled down to it (0: no clipping). Returns the
  /// norm before clipping. Where it is not finite, nothing changes and the step does not count.
  Real step(Real rate, Real clip = 0);
  int steps() const { return steps_; }
  /// The steps and both moments, in both directions.
  void pack(Packing& packing);

  struct Moments {
    Mat first, second;
  };
  /// CHECKs that there is a parameter of this name.
  const Moments& moments(const std::string& name) const;

 private:
  Parameters* parameters_ = nullptr;
  AdamSettings settings_;
  std::map<std::string, Moments, std::less<>> moments_;
  int steps_ = 0;
};

}  // namespace attn::nn
