// Scores of some queries with some keys, after the keys have been prepared once for all queries. It is internal to the kernels.
#pragma once

#include "kernels/scores.h"
#include "kernels/tiles.h"

namespace attn::kernels {

/// It keeps pointers into q and the weights, which must outlive it.
class ScoreStrips {
 public:
  /// q [n,d], k [m,e]; CHECKs their shapes.
  ScoreStrips(In q, In k, Score score, const ScoreWeights& weights);
  ScoreStrips(const ScoreStrips&) = delete;
  ScoreStrips& operator=(const ScoreStrips&) = delete;

  /// Writes the scores of queries first_row ... and keys first_col ... to `out`, whose rows are out_row apart. `first_col` is a multiple of
  /// tiles::panel_width().
  void write(Index first_row, Index rows, Index first_col, Index cols, Real* out, Index out_row);

 private:
  Score score_;
  Mat projected_;        ///< q M, or q Wq
  const Real* queries_;  ///< q or its projection
  Index queries_row_;
  Index inner_;  ///< the width that a product sums over
  Real scale_;
  const Real* w_;        ///< of the additive score
  tiles::Scratch keys_;  ///< packed
};

}  // namespace attn::kernels
