// The optimiser of each method.
#pragma once

#include <map>
#include <string>
#include <variant>

#include "nn/adam.h"
#include "nn/method.h"
#include "nn/parameters.h"

namespace attn::nn {

/// value -= rate * velocity, velocity = momentum * velocity + gradient.
class Sgd {
 public:
  /// Velocities for each parameter, by its name, unless there is no momentum. The parameters outlive the optimiser.
  Sgd(Parameters& parameters, Real momentum);
  /// As Adam::step().
  Real step(Real rate, Real clip = 0);

 private:
  Parameters* parameters_;
  Real momentum_;
  std::map<std::string, Mat, std::less<>> velocities_;
};

inline constexpr Real kMomentum = Real(0.9);

class Optimiser {
 public:
  /// Fresh, at its first step. CHECKs that only AdamW has a weight decay.
  Optimiser(Parameters& parameters, Method method, Real weight_decay = 0);
  /// One update, clipped to the norm `clip` (0: as it is). Returns the gradients' norm before; where that is not finite nothing changes.
  Real step(Real rate, Real clip = 0);

 private:
  std::variant<Sgd, Adam> method_;
};

}  // namespace attn::nn
