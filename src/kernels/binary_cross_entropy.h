// The loss of answers in bits: the logistic function and cross-entropy in one.
//
//   loss = mean over the rows asked for and their bits of -y ln sigma(x) - (1 - y) ln(1 - sigma(x)), in nats a bit
//
// n rows of o bits; x logits, y targets in [0,1].
#pragma once

#include "base/mat.h"

namespace attn::kernels {

/// logits and targets [n,o]; `mask` [n]: rows with 0 are not asked for, null: all are. 0 where none is. Logits of any finite size give a
/// finite loss.
Real binary_cross_entropy(In logits, In targets, const Real* mask);
/// d_logits [n,o] += d_loss (sigma(x) - y) / bits asked for, in the rows asked for.
void add_binary_cross_entropy_vjp(In logits, In targets, const Real* mask, Real d_loss, Out d_logits);

}  // namespace attn::kernels
