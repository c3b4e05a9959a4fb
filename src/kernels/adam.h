// Adam with decoupled weight decay (Kingma and Ba 2015, algorithm 1; Loshchilov and Hutter 2019, algorithm 2), in one pass.
//
//   g = gradient_scale gradient;   m = beta1 m + (1 - beta1) g;   v = beta2 v + (1 - beta2) g^2
//   value -= rate (m / (1 - beta1^step) / (sqrt(v / (1 - beta2^step)) + epsilon) + weight_decay value)
#pragma once

#include "base/mat.h"

namespace attn::kernels {

struct AdamOptions {
  Real rate = Real(1e-3);
  Real beta1 = Real(0.9), beta2 = Real(0.999), epsilon = Real(1e-8);
  Real weight_decay = 0;
  Real gradient_scale = 1;  ///< below 1 where the gradient is clipped
  int step = 1;             ///< counted from 1
};
/// All four have the same shape. m and v are zeros before the first step.
void adam_into(const AdamOptions& options, In gradient, Out value, Out m, Out v);
void adam_reference(const AdamOptions& options, In gradient, Out value, Out m, Out v);

/// The sum of the squares of all entries, summed in double precision row by row; not finite where an entry is not.
double sum_of_squares(In x);

}  // namespace attn::kernels
