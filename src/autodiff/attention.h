// Attention on a tape: softmax, attention of many queries as one fused operation, and the alignment of one decoder step for a batch.
//
// Masks are boolean, true = may attend. n queries, m keys, d width, b batch, u units.
#pragma once

#include "autodiff/tape.h"
#include "kernels/scores.h"

namespace attn::autodiff {

/// scores [n,m] -> weights [n,m], as in kernels/softmax.h. The mask must outlive the tape's use of it.
Var softmax_rows(Var scores, const Mask* mask = nullptr, Real temperature = 1);

/// The learned parts of a score, as in kernels/scores.h. Those that the score does not use are absent.
struct ScoreVars {
  Var m = {}, wq = {}, wk = {}, w = {};
};
struct AttentionSettings {
  kernels::Score score = kernels::Score::scaled_dot;
  ScoreVars weights = {};
  const Mask* mask = nullptr;  ///< [n,m]; must outlive the tape's use of it; null: every query may attend to every key
  Real temperature = 1;
};
struct Attended {
  Var output;    ///< [n,f]
  View scores;   ///< [n,m]
  View weights;  ///< [n,m]
};
/// q [n,d], k [m,e], v [m,f]. Here and in softmax_rows() the kernels allocate working memory at each call; align() allocates none.
Attended attention(Var q, Var k, Var v, const AttentionSettings& settings = {});

/// What the steps of a decoder align to. The rows are positions in time-major order: row j b + i is position j of example i. There are m
/// positions.
struct Annotations {
  Index batch = 1;
  Var values = {};               ///< [m b, f] the annotations h_j
  Var keys = {};                 ///< [m b, a] what the query is compared with: the annotations, or their projection
  Var w = {};                    ///< [a,1]: the score is w . tanh(query + key) (additive, concat); absent: query . key (dot, general)
  const int* lengths = nullptr;  ///< [b] the number of positions of each example; must outlive the tape's use of it; null: m
};
/// The positions within reach of each example's query (Luong et al. 2015, section 3.2). Both arrays are copied.
struct Window {
  const int* first = nullptr;  ///< [b], inclusive, clipped to the sentence; null: from 0
  const int* last = nullptr;   ///< [b], inclusive, clipped to the sentence; null: to the end
  Var centre = {};             ///< p [b,1] in positions: weights are multiplied by exp(-(j - p)^2 / (2 deviation^2)) (eq. 10); or absent
  Real deviation = 1;
};
struct Aligned {
  Var context;  ///< [b,f] sum of the annotations by their weights
  Var scores;   ///< [b,m]; undefined out of reach. Only for reading, since it passes on no gradient
  Var weights;  ///< [b,m]; 0 out of reach. Likewise
};
/// Aligns the queries [b,a], which are already projected if the score needs that.
Aligned align(Var query, const Annotations& annotations, const Window& window = {});

}  // namespace attn::autodiff
