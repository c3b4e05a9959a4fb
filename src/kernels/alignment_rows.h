// SIMD loops over one example of an alignment step, for alignment.h.
#pragma once

#include "base/mat.h"

namespace attn::kernels::rows {

/// One example: its rows of the matrices in AlignmentInput and AlignmentOutput (alignment.h). Position j is at j key_step in the keys, at j
/// value_step in the values and at j unit_step in the units.
struct AlignmentRow {
  const Real* query = nullptr;
  const Real* keys = nullptr;
  const Real* values = nullptr;
  const Real* w = nullptr;  ///< of the additive score, or null
  Real* units = nullptr;    ///< or null
  Index key_step = 0, value_step = 0, unit_step = 0;
  Index e = 0, f = 0;
  Index first = 0, count = 0;    ///< the window
  const Real* centre = nullptr;  ///< of this example, or null
  Real inverse_variance = 1;     ///< 1 / sigma^2
  Real* scores = nullptr;        ///< [m]; like the next two, it holds zeros outside of the window already
  Real* softmax = nullptr;       ///< [m]; `weights` itself without a centre
  Real* weights = nullptr;       ///< [m]
  Real* context = nullptr;       ///< [f]
};
void align(const AlignmentRow& row);

/// The gradient that reaches one example, and where its own gradients go: rows as above, null where they are not needed.
struct AlignmentRowGradient {
  const Real* d_context = nullptr;
  Real* d_query = nullptr;
  Real* d_keys = nullptr;
  Real* d_values = nullptr;
  Index d_key_step = 0, d_value_step = 0;
  Real* d_w = nullptr;
  Real* d_centre = nullptr;
  Real* d_scores = nullptr;  ///< [m] working memory
};
void align_vjp(const AlignmentRow& row, const AlignmentRowGradient& gradient);

}  // namespace attn::kernels::rows
