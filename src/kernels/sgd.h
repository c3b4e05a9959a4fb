// Gradient descent with momentum (Polyak 1964, as PyTorch's SGD writes it), in one pass.
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
/// All three of one shape; velocity is zeros before the first step. Without momentum it is left alone and may be empty.
void sgd_into(const SgdOptions& options, In gradient, Out value, Out velocity);
void sgd_reference(const SgdOptions& options, In gradient, Out value, Out velocity);

}  // namespace attn::kernels
