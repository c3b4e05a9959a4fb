// The optimiser of each method.
#pragma once

#include <map>
#include <string>
#include <variant>

#include "base/packing.h"
#include "nn/adam.h"
#include "nn/method.h"
#include "nn/parameters.h"

namespace attn::nn {

/// value -= rate * velocity, velocity = momentum * velocity + gradient.
class Sgd {
 public:
  /// Keeps a velocity for each parameter under its name, unless there is no momentum. The parameters must outlive the optimiser.
  Sgd(Parameters& parameters, Real momentum);
  /// Makes one update, as Adam::step() does.
  Real step(Real rate, Real clip = 0);
  /// The velocities, in both directions.
  void pack(Packing& packing);

 private:
  Parameters* parameters_;
  Real momentum_;
  std::map<std::string, Mat, std::less<>> velocities_;
};

inline constexpr Real kMomentum = Real(0.9);

class Optimiser {
 public:
  /// Begins at the first step. CHECKs that only AdamW has a weight decay.
  Optimiser(Parameters& parameters, Method method, Real weight_decay = 0);
  /// Makes one update, with the gradients clipped to the norm `clip` (0: no clipping). Returns the gradients' norm before clipping. Where
  /// it is not finite, nothing changes.
  Real step(Real rate, Real clip = 0);
  /// What steps have left behind, in both directions: moments or velocities.
  void pack(Packing& packing);

 private:
  std::variant<Sgd, Adam> method_;
};

}  // namespace attn::nn
