#include "kernels/mask.h"

#include <cstdlib>

#include "base/check.h"

namespace attn::kernels {
namespace {

template <class Rule>
Mask make(Index n, Index m, const Rule& allowed) {
  CHECK(n >= 0 && m >= 0, "mask of [", n, ",", m, "]");
  Mask mask(n, m);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) mask(i, j) = allowed(i, j);
  return mask;
}

}  // namespace

Mask full_mask(Index n, Index m) { return Mask::Constant(n, m, true); }

Mask causal_mask(Index n, Index m) {
  const Index ahead = m > n ? m - n : 0;
  return make(n, m, [=](Index i, Index j) { return j <= i + ahead; });
}

Mask causal_mask(Index n, Index m, const Mask* mask) {
  Mask causal = causal_mask(n, m);
  if (mask) {
    CHECK(mask->rows() == n && mask->cols() == m, "causal mask of [", n, ",", m, "], mask is ", shape(*mask));
    causal = causal.array() && mask->array();
  }
  return causal;
}

Mask padding_mask(Index n, Index m, Index length) {
  return make(n, m, [=](Index, Index j) { return j < length; });
}

Mask window_mask(Index n, Index m, Index radius) {
  return make(n, m, [=](Index i, Index j) { return std::abs(i - j) <= radius; });
}

Mask prefix_mask(Index n, Index m, Index prefix) {
  return make(n, m, [=](Index i, Index j) { return j < prefix || j <= i; });
}

}  // namespace attn::kernels
