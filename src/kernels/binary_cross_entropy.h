// The loss of answers that are bits: the logistic function and cross-entropy in one.
//
//   loss = mean over the bits of the rows that count of -y ln sigma(x) - (1 - y) ln(1 - sigma(x)), in nats a bit
//
// n rows of o bits; x logits, y targets in [0,1].
#pragma once

#include "base/mat.h"

namespace attn::kernels {

/// logits and targets [n,o]; `mask` [n] is 0 for rows that do not count, null where all count. The loss is 0 where no row counts. Logits of
/// any finite size give a finite loss.
Real binary_cross_entropy(In logits, In targets, const Real* mask);
/// d_logits [n,o] += d_loss (sigma(x) - y) / (number of bits that count), in the rows that count.
void add_binary_cross_entropy_vjp(In logits, In targets, const Real* mask, Real d_loss, Out d_logits);

}  // namespace attn::kernels
