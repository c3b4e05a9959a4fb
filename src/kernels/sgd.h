// Gradient descent with momentum (Polyak 1964, in the form of PyTorch's SGD), in one pass.
//
//   velocity = momentum velocity + gradient_scale gradient;   value -= rate velocity
#pragma once

#include "base/mat.h"

namespace attn::kernels {

struct SgdOptions {
  Real rate = Real(1e-2);
  Real momentum = 0;
  Real gradient_scale = 1;  ///< below 1 where the gradient is clipped
};
/// All three have the same shape. The velocity is zeros before the first step. Without momentum it is not used and may be empty.
void sgd_into(const SgdOptions& options, In gradient, Out value, Out velocity);
void sgd_reference(const SgdOptions& options, In gradient, Out value, Out velocity);

}  // namespace attn::kernels
