// What is computed of the soft dictionary.
#pragma once

#include "base/mat.h"
#include "compute/backend.h"
#include "kernels/attention.h"
#include "lessons/01_pooling/params.h"

namespace attn::lessons::pooling {

struct Result {
  kernels::Attention attention;  ///< scores and weights [1,m], output [1,2]
  Mat exponentials;              ///< [1,m] exp((score - largest score) / temperature), whose shares of their sum the weights are
  Index nearest = 0;             ///< the key with the largest score, which a hard look-up takes
  Real entropy = 0;              ///< of the weights, in nats
  Real effective = 0;            ///< exp(entropy), 1 to m
  Mat temperatures;              ///< [t,1], rising in equal ratios from kColdest to kHottest
  Mat sweep, effective_sweep;    ///< the weights there [t,m], and their exp(H) [t,1]
  Mat field;                     ///< [s*s,2], the output for a query at each place of queries_all_over(); empty unless View::colours
};

Result compute(const Params& p, const compute::Backend& backend);

/// Attention from `query` [n,2] over `keys` and `values` [m,2], with the score that `p` names.
kernels::Attention attend(const Params& p, const compute::Backend& backend, In query, In keys, In values, Real temperature);

/// [s*s,2]: the plane of the keys, as far as it is shown, cut into s x s equal cells; their centres, row by row from the top left.
Mat queries_all_over();

}  // namespace attn::lessons::pooling
