// The common masks. True = may attend; rows are queries, columns are keys.
#pragma once

#include "base/mat.h"

namespace attn::kernels {

/// [n,m], everything allowed.
Mask full_mask(Index n, Index m);
/// [n,m]: query i sees keys 0 ... i (+ m - n when there are more keys than queries: the last query sees them all).
Mask causal_mask(Index n, Index m);
/// The same, less what `mask` [n,m] (or null) forbids.
Mask causal_mask(Index n, Index m, const Mask* mask);
/// [n,m]: every query sees the first `length` keys; the rest is padding.
Mask padding_mask(Index n, Index m, Index length);
/// [n,m]: query i sees keys i - radius ... i + radius.
Mask window_mask(Index n, Index m, Index radius);
/// [n,m]: causal, but every query sees the first `prefix` keys (a prefix language model).
Mask prefix_mask(Index n, Index m, Index prefix);

}  // namespace attn::kernels
