// Measures how spread out rows of attention weights are, and how much gradient their softmax lets through.
#pragma once

#include "base/mat.h"

namespace attn::kernels {

/// weights [n,m] -> H_i = -sum_j w_ij ln w_ij in nats [n,1]; 0 ln 0 = 0, so an all-zero row has entropy 0.
Mat entropy_rows(In weights);
/// d_weights [n,m] from d_entropy [n,1]: d_entropy times -(ln w + 1), or 0 where w = 0, as for a masked key.
Mat entropy_rows_vjp(In weights, In d_entropy);

/// exp(H_i) [n,1]: the number of equally weighted keys with the same entropy, 1 to m. 0 for an all-zero row.
Mat effective_count(In weights);

/// The Frobenius norm of each row's softmax Jacobian (diag(w) - w wT) / T [n,1]: near 0 once the softmax is saturated.
Mat softmax_gradient_norm(In weights, Real temperature = 1);

}  // namespace attn::kernels
