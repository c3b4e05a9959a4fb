#include "nn/optimiser.h"

#include <cmath>

#include "base/check.h"
#include "kernels/sgd.h"

namespace attn::nn {
namespace {

std::variant<Sgd, Adam> make(Parameters& parameters, Method method, Real weight_decay) {
  CHECK(method == Method::adamw || weight_decay == 0, "Optimiser: weight decay is AdamW's; the method is another");
  if (method == Method::sgd || method == Method::momentum) return Sgd(parameters, method == Method::momentum ? kMomentum : 0);
  return Adam(parameters, {.weight_decay = weight_decay});
}

}  // namespace

Sgd::Sgd(Parameters& parameters, Real momentum) : parameters_(&parameters), momentum_(momentum) {
  for (const Parameter& p : parameters) velocities_.emplace(p.name, momentum == 0 ? Mat() : Mat(Mat::Zero(p.value.rows(), p.value.cols())));
}

Real Sgd::step(Real rate, Real clip) {
  const Real norm = parameters_->gradient_norm();
  if (!std::isfinite(norm)) return norm;
  const kernels::SgdOptions options{.rate = rate, .momentum = momentum_, .gradient_scale = clip > 0 && norm > clip ? clip / norm : 1};
  for (Parameter& p : *parameters_) {
    const auto found = velocities_.find(p.name);
    CHECK(found != velocities_.end(), "Sgd: ", p.name, " was added after the optimiser was made");
    kernels::sgd_into(options, p.gradient, p.value, found->second);
  }
  return norm;
}

void Sgd::pack(Packing& packing) {
  for (auto& [name, velocity] : velocities_) packing.numbers(&velocity);
}

Optimiser::Optimiser(Parameters& parameters, Method method, Real weight_decay) : method_(make(parameters, method, weight_decay)) {}

Real Optimiser::step(Real rate, Real clip) {
  return std::visit([&](auto& method) { return method.step(rate, clip); }, method_);
}

void Optimiser::pack(Packing& packing) {
  std::visit([&](auto& method) { method.pack(packing); }, method_);
}

}  // namespace attn::nn
