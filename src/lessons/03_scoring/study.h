// Five ways to score a query against keys on the same data: what a reader may change, and what follows from it.
#pragma once

#include <array>

#include "base/mat.h"
#include "compute/backend.h"
#include "kernels/attention.h"
#include "kernels/scores.h"
#include "lessons/03_scoring/random_scores.h"
#include "params/params.h"

namespace attn::lessons::scoring {

using kernels::Score;

inline constexpr int kQueryWidth = 2;  ///< d: numbers in a query
inline constexpr Real kRadius = 2;     ///< length of every key once they are made equally long
inline constexpr int kFieldSide = 28;  ///< cells along each side of a field of scores
inline constexpr Real kReach = 3;      ///< the fields cover [-reach, reach] in both directions, and entries stay within it
inline constexpr double kStep = 0.1;   ///< entries and places are multiples of it
inline constexpr params::Extent kKeyWidth = {2, 4}, kUnits = {1, 6};  ///< how wide keys may be, how many hidden units there may be

struct Params {
  Params();

  Mat queries;             ///< [n,2]
  Mat keys;                ///< [m,e], e from 2 to 4; the first two numbers are a place in the plane
  int chosen = 1;          ///< the query that is looked at, from 1
  bool normalise = false;  ///< keys are drawn out to one length
  Score score = Score::dot;
  Mat m;           ///< bilinear [2,e]
  Mat wq, wk;      ///< additive [2,a], [e,a]
  Mat w;           ///< additive [a,1]
  int width = 64;  ///< of the random queries and keys
  WidthScale scale = WidthScale::kNone;
  int random_keys = 16, draws = 64, seed = 1;

  Index hidden() const { return w.rows(); }
  /// Whether queries and keys are equally wide, as dot product and distance need it.
  bool equally_wide() const { return keys.cols() == kQueryWidth; }
  bool defined(Score s) const { return equally_wide() || s == Score::bilinear || s == Score::additive; }
  Mat query() const { return queries.row(chosen - 1); }
};

/// The matrices take the sizes that the keys and w ask for (what fits is kept, new entries are 0), the query looked at exists, and the
/// score is one that is defined. Idempotent.
void settle(Params& p);

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

/// `a` with `rows` x `cols`: what fits stays, the rest is `fill`.
Mat resized(const Mat& a, Index rows, Index cols, Real fill = 0);

}  // namespace attn::lessons::scoring
