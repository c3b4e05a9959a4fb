// What a model's logits over a vocabulary of v words say.
#pragma once

#include "base/mat.h"
#include "kernels/cross_entropy.h"

namespace attn::models {

/// The token with the largest entry of the first row of `row` [n,v]; the first of equal ones.
inline int likeliest(In row) {
  Index best = 0;
  row.row(0).maxCoeff(&best);
  return static_cast<int>(best);
}

/// logits [n,v] -> log-probabilities in nats [n,v].
inline Mat log_softmax(In logits) {
  Mat out(logits.rows(), logits.cols());
  kernels::log_softmax_into(logits, out);
  return out;
}

}  // namespace attn::models
