// Random learned parts for tests of scores, attention and recurrent cells.
#pragma once

#include <cmath>

#include "base/rng.h"
#include "kernels/multi_head.h"
#include "kernels/recurrent.h"
#include "kernels/scores.h"

namespace attn::test {

/// The weights that `score` uses; the others stay empty.
inline kernels::ScoreWeights random_score_weights(kernels::Score score, Index d, Index e, Index a, Rng& rng) {
  kernels::ScoreWeights weights;
  if (score == kernels::Score::bilinear) weights.m = normal_matrix(d, e, rng, 1 / static_cast<double>(d));
  if (score == kernels::Score::additive) {
    weights.wq = normal_matrix(d, a, rng);
    weights.wk = normal_matrix(e, a, rng);
    weights.w = normal_matrix(a, 1, rng);
  }
  return weights;
}

inline kernels::MultiHeadWeights random_multi_head_weights(Index e, bool bias, Rng& rng) {
  const double size = 1 / std::sqrt(static_cast<double>(e));
  const auto square = [&] { return normal_matrix(e, e, rng, size); };
  const auto row = [&] { return bias ? normal_matrix(1, e, rng) : Mat(); };
  kernels::MultiHeadWeights w;
  w.wq = square(), w.wk = square(), w.wv = square(), w.wo = square();
  w.bq = row(), w.bk = row(), w.bv = row(), w.bo = row();
  return w;
}

inline kernels::RecurrentWeights random_recurrent_weights(kernels::Cell cell, Index i, Index u, Rng& rng) {
  const Index all = kernels::gate_count(cell) * u;
  return {normal_matrix(i, all, rng), normal_matrix(u, all, rng, 0.5), normal_matrix(1, all, rng), normal_matrix(1, all, rng)};
}

}  // namespace attn::test
