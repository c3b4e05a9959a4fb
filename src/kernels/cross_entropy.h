// The loss of a classifier: softmax and cross-entropy in one, with label smoothing (Szegedy et al. 2016, section 7).
//
//   loss_i = -sum_j q_ij ln p_ij,   p_i = softmax(logits_i),   q_ij = (1 - s) [j = target_i] + s / v
//
// Rows are examples, v is the number of classes. A target of -1 means padding, whose row does not count.
#pragma once

#include "base/mat.h"

namespace attn::kernels {

/// How many of the rows `targets` [n] are not padding.
Index counted_rows(const int* targets, Index n);

/// logits [n,v], targets [n] -> the mean of loss_i over the rows that are not padding (0 if there are none), and `probabilities` [n,v],
/// which the vjp needs and which are zeros in rows of padding. 0 <= smoothing < 1. Logits of any finite size give a finite loss.
Real cross_entropy_into(In logits, const int* targets, Real smoothing, Out probabilities);
Real cross_entropy_reference(In logits, const int* targets, Real smoothing);
/// d_logits [n,v] += d_loss (p - q) / count, given the forward's probabilities. Rows of padding are left as they are.
void add_cross_entropy_vjp(In probabilities, const int* targets, Real smoothing, Real d_loss, Out d_logits);

/// out [n,v] = ln softmax(logits [n,v]), row by row.
void log_softmax_into(In logits, Out out);

}  // namespace attn::kernels
