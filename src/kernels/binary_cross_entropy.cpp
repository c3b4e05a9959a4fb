#include "kernels/binary_cross_entropy.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace attn::kernels {
namespace {

/// The number of bits in the rows that count.
Index bits_asked(In logits, In targets, const Real* mask) {
  CHECK(logits.rows() == targets.rows() && logits.cols() == targets.cols(), "binary_cross_entropy: logits are ", shape(logits),
        ", targets are ", shape(targets));
  const Index rows = logits.rows();
  return logits.cols() * (mask ? rows - std::count(mask, mask + rows, Real(0)) : rows);
}

}  // namespace

Real binary_cross_entropy(In logits, In targets, const Real* mask) {
  const Index bits = bits_asked(logits, targets, mask);
  double sum = 0;
  for (Index i = 0; i < logits.rows(); ++i)
    for (Index j = 0; (!mask || mask[i] != 0) && j < logits.cols(); ++j) {
      const Real x = logits(i, j);
      sum += std::max(x, Real(0)) - x * targets(i, j) + std::log1p(std::exp(-std::fabs(x)));
    }
  return bits > 0 ? static_cast<Real>(sum / static_cast<double>(bits)) : Real(0);
}

void add_binary_cross_entropy_vjp(In logits, In targets, const Real* mask, Real d_loss, Out d_logits) {
  const Index bits = bits_asked(logits, targets, mask);
  CHECK(d_logits.rows() == logits.rows() && d_logits.cols() == logits.cols(), "binary_cross_entropy_vjp: d_logits is ", shape(d_logits));
  if (bits == 0) return;
  const Real factor = d_loss / static_cast<Real>(bits);
  for (Index i = 0; i < logits.rows(); ++i)
    for (Index j = 0; (!mask || mask[i] != 0) && j < logits.cols(); ++j)
      d_logits(i, j) += factor * (1 / (1 + std::exp(-logits(i, j))) - targets(i, j));
}

}  // namespace attn::kernels
