// The five scores of a query and a key, each as one matrix for many queries and keys at once.
//
//   dot         q.k                       (Luong et al. 2015, section 3.1)
//   scaled_dot  q.k / sqrt(d)             (Vaswani et al. 2017, eq. 1)
//   distance    -1/2 |q - k|^2            (the exponent of the Gaussian kernel)
//   bilinear    q M kT                    (Luong et al. 2015, section 3.1, "general")
//   additive    w . tanh(q Wq + k Wk)     (Bahdanau et al. 2015, appendix A.1.2)
//
// q [n,d] and k [m,e]; d = e except for bilinear and additive. CHECKs that shapes fit.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/mat.h"

namespace attn::kernels {

enum class Score { dot, scaled_dot, distance, bilinear, additive };
inline constexpr int kScoreCount = 5;

/// "dot", "scaled_dot", "distance", "bilinear", "additive".
std::string_view to_name(Score score);

/// The learned parts. bilinear uses m; additive uses wq, wk and w; the others use none.
struct ScoreWeights {
  Mat m;   ///< [d,e]
  Mat wq;  ///< [d,a]
  Mat wk;  ///< [e,a]
  Mat w;   ///< [a,1] (or [1,a])
};

/// CHECKs that the shapes fit each other, as every function here does.
void check_scores(In q, In k, Score score, const ScoreWeights& weights);

/// -> [n,m].
Mat scores(In q, In k, Score score, const ScoreWeights& weights = {});
Mat scores_reference(In q, In k, Score score, const ScoreWeights& weights = {});

struct ScoreGrads {
  Mat d_q, d_k;            ///< [n,d], [m,e]
  ScoreWeights d_weights;  ///< in the shapes of the weights; empty where the score has none
};
/// Gradients of a scalar through scores(), given d_scores [n,m].
ScoreGrads scores_vjp(In q, In k, Score score, const ScoreWeights& weights, In d_scores);

struct ScoreCost {
  std::int64_t parameters = 0;     ///< the number of learned numbers
  std::int64_t multiply_adds = 0;  ///< for all n * m scores
  std::int64_t tanh_evaluations = 0;
};
/// The cost for n queries of width d, m keys of width e, and a hidden units (additive only). Each query and each key is projected once.
ScoreCost score_cost(Score score, Index n, Index m, Index d, Index e, Index a);

}  // namespace attn::kernels
