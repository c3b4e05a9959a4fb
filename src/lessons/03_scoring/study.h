// What is computed of five ways to score queries against keys on the same data.
#pragma once

#include <array>

#include "base/mat.h"
#include "compute/backend.h"
#include "kernels/attention.h"
#include "kernels/scores.h"
#include "lessons/03_scoring/params.h"

namespace attn::lessons::scoring {

inline constexpr Real kRadius = 2;     ///< length of every key once they are made equally long
inline constexpr int kFieldSide = 28;  ///< cells along each side of a field of scores

/// The reader's own bars at the chosen width.
struct Grown {
  Mat scores;         ///< [1,5] the dot products: the bars times the root of d, which is how far those of random vectors stray
  Mat plain, scaled;  ///< [1,5] the softmax of these, and of the bars themselves
};

struct Result {
  Mat keys;                                                       ///< [m,e] as used, scaled to one length where that is asked for
  std::array<kernels::Attention, kernels::kScoreCount> by_score;  ///< for all queries; empty where the score is not defined
  std::array<Mat, kernels::kScoreCount> field;                ///< [side * side,1] scores of the chosen query with keys all over the plane
  std::array<kernels::ScoreCost, kernels::kScoreCount> cost;  ///< zero where the score is not defined
  Mat terms;            ///< [m,4]: q.k, -1/2|k|^2, -1/2|q|^2, and their sum, the distance score; empty unless equally wide
  Mat hidden;           ///< [m,a]: tanh(q Wq + k Wk) for the chosen query
  Real difference = 0;  ///< the largest between the chosen query's weights by dot product and by distance
  Grown grown;
  RandomScores random;
  kernels::Attention sample;  ///< the first draw's weights, at the chosen width and scale

  const kernels::Attention& of(Score s) const { return by_score[static_cast<size_t>(s)]; }
};

/// `p` must be settled.
Result compute(const Params& p, const compute::Backend& backend);

/// The chosen query's row of `all`, a matrix [n,m] of some score; empty where the score is not defined.
Mat chosen_row(const Params& p, const Mat& all);

/// The value of `curve`, which is one of RandomScores, at the chosen width and scale.
double at_width(const Params& p, const Result& r, const Mat& curve);

}  // namespace attn::lessons::scoring
