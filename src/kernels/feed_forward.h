// The feed-forward network of a Transformer's layer (Vaswani et al. 2017, equation 2): the same two linear maps for every position.
//
//   feed_forward(x) = activation(x W1 + b1) W2 + b2         n positions, e width, f hidden width
#pragma once

#include "kernels/elementwise.h"

namespace attn::kernels {

struct FeedForward {
  Mat hidden_before;  ///< [n,f] x w1 + b1
  Mat hidden;         ///< [n,f] after the activation
  Mat output;         ///< [n,e] hidden w2 + b2
};

/// x [n,e], w1 [e,f], b1 [1,f], w2 [f,e], b2 [1,e]. CHECKs that the shapes fit.
FeedForward feed_forward(In x, In w1, In b1, In w2, In b2, Activation activation);
FeedForward feed_forward_reference(In x, In w1, In b1, In w2, In b2, Activation activation);
/// CHECKs that the shapes fit each other. Both functions do so; other implementations call this.
void check_feed_forward(In x, In w1, In b1, In w2, In b2);

}  // namespace attn::kernels
