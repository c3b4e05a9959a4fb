// Five ways to score a query against keys, on the same data; and what the width does to a dot product of random vectors.
#pragma once

#include <array>
#include <vector>

#include "base/mat.h"
#include "kernels/attention.h"
#include "kernels/scores.h"

namespace attn::models {

inline constexpr int kScoringWidth = 2;       ///< d: numbers in a query
inline constexpr Real kScoringRadius = 2;     ///< length of every key once they are made equally long
inline constexpr int kScoringFieldSide = 28;  ///< cells along each side of a field of scores
inline constexpr Real kScoringReach = 3;      ///< the fields cover [-reach, reach] in both directions
inline constexpr int kLargestWidth = 512;     ///< of the random vectors

/// What a dot product of width d is multiplied by. kRoot is a misprint that has been seen in course notes.
enum class WidthScale { kNone, kInverseRoot, kRoot };
inline constexpr int kWidthScales = 3;

/// The factor: 1, 1/sqrt(d) or sqrt(d).
double factor(WidthScale scale, int width);

struct ScoringSettings {
  ScoringSettings();

  Mat queries;             ///< [n,2]
  Mat keys;                ///< [m,e], e from 2 to 4; the first two numbers are a place in the plane
  int chosen = 1;          ///< the query that is looked at, from 1
  bool normalise = false;  ///< keys are drawn out to one length
  kernels::Score score = kernels::Score::dot;
  Mat m;           ///< bilinear [2,e]
  Mat wq, wk;      ///< additive [2,a], [e,a]
  Mat w;           ///< additive [a,1]
  int width = 64;  ///< of the random queries and keys
  WidthScale scale = WidthScale::kNone;
  int random_keys = 16, draws = 64, seed = 1;

  Index hidden() const { return w.rows(); }
  /// Whether queries and keys are equally wide, as dot product and distance need it.
  bool equally_wide() const { return keys.cols() == kScoringWidth; }
  bool defined(kernels::Score s) const { return equally_wide() || s == kernels::Score::bilinear || s == kernels::Score::additive; }
  kernels::ScoreWeights weights() const { return {m, wq, wk, w}; }
  Mat query() const { return queries.row(chosen - 1); }
};

/// The matrices take the sizes that the keys and w ask for (what fits is kept, new entries are 0), the query looked at exists, and the
/// score is one that is defined. Idempotent.
void settle(ScoringSettings& settings);

/// Random queries and keys whose components are uniform in [-sqrt 3, sqrt 3], so of mean 0 and variance 1.
struct RandomScores {
  std::vector<int> widths;  ///< 1, 2, 4, ... 512 and the chosen one, ascending
  int chosen = 0;           ///< its place among them
  std::vector<Mat> scores;  ///< for each width [draws,keys]: dot products, not scaled
  /// For each scale and width [3,widths]: variance of the scores; entropy (nats), largest weight, and norm of the softmax's Jacobian,
  /// each as the mean over the draws.
  Mat variance, entropy, largest, gradient;
  Mat query, keys;  ///< the first draw, [1,width] and [keys,width]
};

struct Scoring {
  Mat keys;                                                       ///< [m,e] as used
  std::array<kernels::Attention, kernels::kScoreCount> by_score;  ///< for all queries; empty where the score is not defined
  std::array<Mat, kernels::kScoreCount> field;                ///< [side * side,1] scores of the chosen query with keys all over the plane
  std::array<kernels::ScoreCost, kernels::kScoreCount> cost;  ///< zero where the score is not defined
  Mat terms;            ///< [m,4]: q.k, -1/2|k|^2, -1/2|q|^2, and their sum, the distance score; empty unless equally wide
  Mat hidden;           ///< [m,a]: tanh(q Wq + k Wk) for the chosen query
  Real difference = 0;  ///< between the chosen query's weights by dot product and by distance, at most
  RandomScores random;
  kernels::Attention sample;  ///< the first draw's weights, at the chosen width and scale

  const kernels::Attention& of(kernels::Score s) const { return by_score[static_cast<size_t>(s)]; }
};

/// attention of kernels or of a compute backend.
using AttentionFunction = kernels::Attention (*)(In q, In k, In v, const kernels::AttentionOptions& options);

/// `settings` have been settled.
Scoring compare_scores(const ScoringSettings& settings, AttentionFunction attention);

/// Three printings of the identity between distance and dot product, as the signs of q.k, -1/2|k|^2 and -1/2|q|^2.
using Signs = std::array<Real, 3>;
inline constexpr std::array<Signs, 3> kPrintings{{{1, 1, 1}, {1, -1, -1}, {-1, -1, -1}}};
/// By how much the distance score of the query looked at differs from such a sum, at most over all keys. Keys are as wide as queries.
Real identity_error(const ScoringSettings& settings, const Scoring& scoring, const Signs& signs);

/// The keys as used: drawn out to length kScoringRadius where asked; a zero key then lies on the first axis.
Mat used_keys(const ScoringSettings& settings);

}  // namespace attn::models
