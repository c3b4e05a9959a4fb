// Softmax over the rows of a score matrix, with a mask: weights = exp(s/T - max) / sum exp(s/T - max), over the allowed entries.
//
// The maximum is taken over the allowed scores only, so that scores of any size neither overflow nor vanish. A row in which nothing is
// allowed gets zero weights. `temperature` T > 0 divides the scores. Masks: true = may attend; null allows everything.
#pragma once

#include "base/mat.h"

namespace attn::kernels {

/// scores [n,m], mask [n,m] -> weights [n,m]. Each row sums to 1, or is 0 where nothing is allowed (or m = 0). The scores must be finite.
Mat softmax_rows(In scores, const Mask* mask = nullptr, Real temperature = 1);
/// The same into `weights` [n,m], without allocating anything.
void softmax_rows(In scores, const Mask* mask, Real temperature, Out weights);
Mat softmax_rows_reference(In scores, const Mask* mask = nullptr, Real temperature = 1);

/// Gradient with respect to the scores [n,m], from the forward's weights [n,m] and the gradient of the weights:
/// d_s = w (d_w - sum_j w_j d_w_j) / T. Masked scores have weight 0, hence gradient 0.
Mat softmax_rows_vjp(In weights, In d_weights, Real temperature = 1);
/// The same added to `d_scores` [n,m], without allocating anything.
void add_softmax_rows_vjp(In weights, In d_weights, Real temperature, Out d_scores);

}  // namespace attn::kernels
