// Attention on a tape: softmax, attention of many queries as one fused operation, and the alignment of one decoder step for a batch.
//
// Masks are boolean, true = may attend. n queries, m keys, d width, b batch, u units.
#pragma once

#include "autodiff/tape.h"
#include "kernels/scores.h"

namespace attn::autodiff {

/// scores [n,m] -> weights [n,m], as kernels/softmax.h. The mask outlives the tape's use of it.
Var softmax_rows(Var scores, const Mask* mask = nullptr, Real temperature = 1);

/// The learned parts of a score, as kernels/scores.h; those that the score does not use are absent.
struct ScoreVars {
  Var m = {}, wq = {}, wk = {}, w = {};
};
struct AttentionSettings {
  kernels::Score score = kernels::Score::scaled_dot;
  ScoreVars weights = {};
  const Mask* mask = nullptr;  ///< [n,m], outlives the tape's use of it; null: everything
  Real temperature = 1;
};
struct Attended {
  Var output;    ///< [n,f]
  View scores;   ///< [n,m]
  View weights;  ///< [n,m]
};
/// q [n,d], k [m,e], v [m,f]. Here and in softmax_rows() the kernels take working memory from the system at each call; align() takes none.
Attended attention(Var q, Var k, Var v, const AttentionSettings& settings = {});

/// What the steps of a decoder align to. Rows are positions, time-major: row j b + i is position j of example i, m positions in all.
struct Annotations {
  Index batch = 1;
  Var values = {};               ///< [m b, f] the annotations h_j
  Var keys = {};                 ///< [m b, a] what the query is compared with: the annotations, or what was projected from them once
  Var w = {};                    ///< [a,1]: the score is w . tanh(query + key) (additive, concat); absent: query . key (dot, general)
  const int* lengths = nullptr;  ///< [b] positions of each example, outlives the tape's use of it; null: m
};
/// The positions within reach of each example's query (Luong et al. 2015, section 3.2). Both arrays are copied.
struct Window {
  const int* first = nullptr;  ///< [b], inclusive, cut to the sentence; null: from 0
  const int* last = nullptr;   ///< [b], inclusive, cut to the sentence; null: to the end
  Var centre = {};             ///< p [b,1] in positions: weights are multiplied by exp(-(j - p)^2 / (2 deviation^2)) (eq. 10); or absent
  Real deviation = 1;
};
struct Aligned {
  Var context;   ///< [b,f] sum of the annotations by their weights
  View scores;   ///< [b,m]; undefined out of reach
  View weights;  ///< [b,m]; 0 out of reach
};
/// query [b,a], projected where the score wants it.
Aligned align(Var query, const Annotations& annotations, const Window& window = {});

}  // namespace attn::autodiff
