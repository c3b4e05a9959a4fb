// SIMD loops over single rows: softmax, additive scores, kernel regression, and the sums and factors that cross-entropy and Adam need. They
// are internal to the kernels.
#pragma once

#include "base/mat.h"
#include "kernels/regression.h"

namespace attn::kernels::rows {

struct Softmax {
  const Real* scores = nullptr;
  Index scores_row = 0;  ///< the distance from row to row, as in every `..._row`
  const bool* mask = nullptr;
  Index mask_row = 0;
  Real* weights = nullptr;  ///< may be `scores` itself
  Index weights_row = 0;
  Index rows = 0, cols = 0;
  Real temperature = 1;
  Real* inverse_sums = nullptr;  ///< [rows]: if given, the weights are not normalised, and 1 / sum (or 0) is stored here
};
void softmax(const Softmax& s);

/// d_scores = w (d_w - w . d_w) / temperature, for one row.
void softmax_vjp(const Real* weights, const Real* d_weights, Index cols, Real temperature, Real* d_scores);

struct Additive {
  const Real* queries = nullptr;  ///< [rows, units] projected
  Index queries_row = 0;
  const Real* keys = nullptr;  ///< the projected keys, transposed and packed in panels (tiles.h)
  const Real* w = nullptr;     ///< [units]
  Real* out = nullptr;
  Index out_row = 0;
  Index rows = 0, cols = 0, units = 0;
};
/// out(i, j) = w . tanh(queries_i + keys_j)
void additive(const Additive& a);

/// One query and one key of the additive score, projected, and their gradients, all [units]. Gradients are added to.
struct AdditivePair {
  const Real* query = nullptr;
  const Real* key = nullptr;
  const Real* w = nullptr;
  Real* d_query = nullptr;
  Real* d_key = nullptr;
  Real* d_w = nullptr;
  Index units = 0;
};
void additive_vjp(const AdditivePair& pair, Real d_score);

struct Regressed {
  Real output = 0;
  bool reach = false;
  Real sum = 0;  ///< of the kernel's values, see Regression
};
/// One query of nadaraya_watson over `m` keys; `weights` [m] or null.
Regressed regress(const Real* x, const Real* y, Index m, Real query, RegressionKernel kernel, Real width, Real* weights);

/// The sums over a row of logits that cross-entropy needs: the largest logit, the sum of (logit - max), and that of exp(logit - max).
struct LogitSums {
  Real max = 0, shifted = 0, exponentials = 0;
};

/// The factors of one step of Adam, with the bias corrections included: value = keep value - rate m / (sqrt(correction v) + epsilon).
struct AdamFactors {
  Real gradient = 1, beta1 = 0, beta2 = 0, keep = 1, rate = 0, correction = 1, epsilon = 0;
};

}  // namespace attn::kernels::rows
