#include "nn/parameters.h"

#include <cmath>
#include <utility>

#include "base/check.h"
#include "kernels/adam.h"

namespace attn::nn {

Parameter& Parameters::add(std::string name, Mat value) {
  CHECK(!find(name), "Parameters: ", name, " is there already");
  Mat gradient = Mat::Zero(value.rows(), value.cols());
  all_.push_back({std::move(name), std::move(value), std::move(gradient)});
  return all_.back();
}

const Parameter* Parameters::find(std::string_view name) const {
  for (const Parameter& parameter : all_)
    if (parameter.name == name) return &parameter;
  return nullptr;
}

Parameter* Parameters::find(std::string_view name) { return const_cast<Parameter*>(std::as_const(*this).find(name)); }

Index Parameters::count() const {
  Index count = 0;
  for (const Parameter& parameter : all_) count += parameter.value.size();
  return count;
}

void Parameters::zero_gradients() {
  for (Parameter& parameter : all_) parameter.gradient.setZero();
}

void Parameters::pack(Packing& packing) {
  for (Parameter& parameter : all_) packing.numbers(&parameter.value);
}

Real Parameters::gradient_norm() const {
  double squares = 0;
  for (const Parameter& parameter : all_) squares += kernels::sum_of_squares(parameter.gradient);
  return static_cast<Real>(std::sqrt(squares));
}

}  // namespace attn::nn
