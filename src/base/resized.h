// Changes the size of a matrix or a mask.
#pragma once

#include <algorithm>

#include "base/mat.h"

namespace attn {

/// `m` with the size `rows` x `cols`: what fits stays, and the rest is `fill`.
template <class M>
M resized(const M& m, Index rows, Index cols, typename M::Scalar fill = {}) {
  M out = M::Constant(rows, cols, fill);
  const Index r = std::min(rows, m.rows()), c = std::min(cols, m.cols());
  out.topLeftCorner(r, c) = m.topLeftCorner(r, c);
  return out;
}

}  // namespace attn
