#include "nn/adam.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "kernels/adam.h"

namespace attn::nn {

Real learning_rate(int step, const Schedule& schedule) {
  if (step < schedule.warm_up) return schedule.rate * static_cast<Real>(step + 1) / static_cast<Real>(schedule.warm_up);
  if (schedule.inverse_root)
    return static_cast<Real>(schedule.rate * std::sqrt(static_cast<double>(std::max(schedule.warm_up, 1)) / (step + 1)));
  if (schedule.decay_to <= schedule.decay_from || step < schedule.decay_from) return schedule.rate;
  if (step >= schedule.decay_to) return 0;
  const double done = static_cast<double>(step - schedule.decay_from) / (schedule.decay_to - schedule.decay_from);
  return static_cast<Real>(schedule.rate * (0.5 + 0.5 * std::cos(std::numbers::pi * done)));
}

Adam::Adam(Parameters& parameters, const AdamSettings& settings) : parameters_(&parameters), settings_(settings) {
  for (const Parameter& p : parameters) {
    const Mat zeros = Mat::Zero(p.value.rows(), p.value.cols());
    moments_.emplace(p.name, Moments{zeros, zeros});
  }
}

Real Adam::step(Real rate, Real clip) {
  CHECK(parameters_, "Adam: no parameters");
  const Real norm = parameters_->gradient_norm();
  if (!std::isfinite(norm)) return norm;
  const kernels::AdamOptions options{.rate = rate,
                                     .beta1 = settings_.beta1,
                                     .beta2 = settings_.beta2,
                                     .epsilon = settings_.epsilon,
                                     .weight_decay = settings_.weight_decay,
                                     .gradient_scale = clip > 0 && norm > clip ? clip / norm : 1,
                                     .step = ++steps_};
  for (Parameter& p : *parameters_) {
    const auto found = moments_.find(p.name);
    CHECK(found != moments_.end(), "Adam: ", p.name, " was added after the optimiser was made");
    kernels::adam_into(options, p.gradient, p.value, found->second.first, found->second.second);
  }
  return norm;
}

void Adam::pack(Packing& packing) {
  packing.number(&steps_);
  for (auto& [name, moments] : moments_) packing.numbers(&moments.first), packing.numbers(&moments.second);
}

const Adam::Moments& Adam::moments(const std::string& name) const {
  const auto found = moments_.find(name);
  CHECK(found != moments_.end(), "Adam: no parameter ", name);
  return found->second;
}

}  // namespace attn::nn
