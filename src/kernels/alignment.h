// Alignment for a batch: in each example one query attends to the positions of that example, as a step of a decoder needs it (Bahdanau et
// al. 2015, section 3.1; Luong et al. 2015, section 3).
//
//   score_j = q.k_j  or  w.tanh(q + k_j),   s = softmax of the scores over the window,   a_j = s_j exp(-(j - p)^2 / (2 sigma^2)),
//   context = sum_j a_j v_j
//
// b batch, m positions, e width of the keys, f width of the values. Row j b + i of keys, values and units is position j of example i.
// The published scores are these two after projections, which the caller computes:
//   dot       query = q, keys = the annotations h_j
//   general   q W h_j: query = q W, or keys = h_j WT
//   additive  w.tanh(q Wq + h_j Wk): query = q Wq each step, keys = h_j Wk once for a sentence
//   concat    w.tanh(W [q; h_j]), which is additive with the two halves of W
// The Gaussian factor is that of local-p (Luong et al. 2015, eq. 10, with sigma = D / 2), after which the weights no longer sum to 1.
// An example without any position in its window has zero weights and a zero context.
#pragma once

#include "base/mat.h"

namespace attn::kernels {

/// The scores above, which make one number of a decoder's state and an annotation; none means a decoder without attention.
enum class AlignmentScore { additive, dot, general, concat, none };

/// Views of the caller's matrices, copied freely.
struct AlignmentInput {
  Eigen::Ref<const Mat> query;   ///< [b,e]
  Eigen::Ref<const Mat> keys;    ///< [m b, e]
  Eigen::Ref<const Mat> values;  ///< [m b, f]
  const Real* w = nullptr;       ///< [e] of the additive score; null: the score is the product
  const int* lengths = nullptr;  ///< [b] the number of positions of each example, 0 ... m; null: m for all
  const int* first = nullptr;    ///< [b] first and last position of the window, which may reach beyond the sentence; null: everything
  const int* last = nullptr;     ///< [b]
  const Real* centre = nullptr;  ///< [b] p, counted from 0; null: no Gaussian factor
  Real deviation = 1;            ///< sigma > 0
};
/// What is written, into the caller's memory.
struct AlignmentOutput {
  Out scores;   ///< [b,m]; 0 outside of the window
  Out softmax;  ///< [b,m] before the Gaussian factor; unused without a centre, where the weights are the softmax
  Out weights;  ///< [b,m]
  Out units;    ///< [m b, e] tanh(q + k_j) of the additive score, undefined outside of the window; [0,0] where no vjp is needed
  Out context;  ///< [b,f]
};
/// m is the number of columns of `scores`.
void align_into(const AlignmentInput& in, AlignmentOutput out);
void align_reference(const AlignmentInput& in, AlignmentOutput out);

/// Each gradient is added to, and is [0,0] or null where it is not needed.
struct AlignmentGradient {
  Out d_query;               ///< [b,e]
  Out d_keys;                ///< [m b, e]
  Out d_values;              ///< [m b, f]
  Real* d_w = nullptr;       ///< [e]
  Real* d_centre = nullptr;  ///< [b]
};
/// Gradients of a scalar through `context`, given d_context [b,f]. None passes through the window's ends.
void add_align_vjp(const AlignmentInput& in, const AlignmentOutput& forward, In d_context, AlignmentGradient gradient);

}  // namespace attn::kernels
