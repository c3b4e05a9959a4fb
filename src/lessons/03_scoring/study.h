// Five ways to score a query against keys on the same data: what follows from the parameters.
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

struct Result {
  Mat keys;                                                       ///< [m,e] as used
  std::array<kernels::Attention, kernels::kScoreCount> by_score;  ///< for all queries; empty where the score is not defined
  std::array<Mat, kernels::kScoreCount> field;                ///< [side * side,1] scores of the chosen query with keys all over the plane
  std::array<kernels::ScoreCost, kernels::kScoreCount> cost;  ///< zero where the score is not defined
  Mat terms;            ///< [m,4]: q.k, -1/2|k|^2, -1/2|q|^2, and their sum, the distance score; empty unless equally wide
  Mat hidden;           ///< [m,a]: tanh(q Wq + k Wk) for the chosen query
  Real difference = 0;  ///< between the chosen query's weights by dot product and by distance, at most
  RandomScores random;
  kernels::Attention sample;  ///< the first draw's weights, at the chosen width and scale

  const kernels::Attention& of(Score s) const { return by_score[static_cast<size_t>(s)]; }
};

/// `p` has been settled.
Result compute(const Params& p, const compute::Backend& backend);

/// The row of the query looked at, of one score's [n,m]; empty where the score is not defined.
Mat chosen_row(const Params& p, const Mat& all);

/// One of RandomScores' curves at the chosen width and scale.
double at_width(const Params& p, const Result& r, const Mat& curve);

}  // namespace attn::lessons::scoring
