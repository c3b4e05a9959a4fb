#include "kernels/sgd.h"

#include "base/check.h"

namespace attn::kernels {
namespace {

void check(const SgdOptions& options, In gradient, const Out& value, const Out& velocity) {
  CHECK(value.rows() == gradient.rows() && value.cols() == gradient.cols(), "sgd: gradient is ", shape(gradient), ", value is ",
        shape(value));
  CHECK(options.momentum == 0 || (velocity.rows() == gradient.rows() && velocity.cols() == gradient.cols()), "sgd: gradient is ",
        shape(gradient), ", velocity is ", shape(velocity));
}

}  // namespace

void sgd_into(const SgdOptions& options, In gradient, Out value, Out velocity) {
  check(options, gradient, value, velocity);
  if (options.momentum == 0) {
    value -= options.rate * options.gradient_scale * gradient;
    return;
  }
  velocity = options.momentum * velocity + options.gradient_scale * gradient;
  value -= options.rate * velocity;
}

void sgd_reference(const SgdOptions& options, In gradient, Out value, Out velocity) {
  check(options, gradient, value, velocity);
  for (Index i = 0; i < gradient.rows(); ++i)
    for (Index j = 0; j < gradient.cols(); ++j) {
      double direction = static_cast<double>(options.gradient_scale) * static_cast<double>(gradient(i, j));
      if (options.momentum != 0) {
        direction += static_cast<double>(options.momentum) * static_cast<double>(velocity(i, j));
        velocity(i, j) = static_cast<Real>(direction);
      }
      value(i, j) = static_cast<Real>(static_cast<double>(value(i, j)) - static_cast<double>(options.rate) * direction);
    }
}

}  // namespace attn::kernels
