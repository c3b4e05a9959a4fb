// What a reader of the lesson on scores may set: queries and keys, the weights of the scores that have some, and a random draw.
#pragma once

#include "base/mat.h"
#include "kernels/scores.h"
#include "lessons/03_scoring/random_scores.h"
#include "params/params.h"

namespace attn::lessons::scoring {

using kernels::Score;

inline constexpr int kQueryWidth = 2;  ///< d: numbers in a query
inline constexpr Real kReach = 3;      ///< fields cover [-kReach, kReach] in both directions, and entries of all matrices stay within it
inline constexpr Real kLikest = 2;     ///< the largest likeness
inline constexpr double kStep = 0.1;   ///< entries and places are multiples of it
inline constexpr params::Extent kKeyWidth = {2, 4}, kUnits = {1, 6};  ///< how wide keys may be, how many hidden units there may be

struct Params {
  Params();

  Mat queries;             ///< [n,2]
  Mat keys;                ///< [m,e], e from 2 to 4; the first two numbers are a place in the plane
  int chosen = 1;          ///< the query that the figures are about, from 1
  bool normalise = false;  ///< keys are scaled to one length, kRadius
  Score score = Score::dot;
  Mat m;                                                                    ///< bilinear [2,e]
  Mat wq, wk;                                                               ///< additive [2,a], [e,a]
  Mat w;                                                                    ///< additive [a,1]
  Mat likeness{{Real(1.1), Real(0.4), Real(-0.3), Real(0.9), Real(-1.2)}};  ///< [1,5] dot products over the root of d, as the reader likes
  int width = 64;                                                           ///< numbers in each random query and key
  WidthScale scale = WidthScale::kNone;
  int random_keys = 16, draws = 64, seed = 1;

  Index hidden() const { return w.rows(); }
  /// Whether queries and keys are equally wide, as dot products and distance require.
  bool equally_wide() const { return keys.cols() == kQueryWidth; }
  bool defined(Score s) const { return equally_wide() || s == Score::bilinear || s == Score::additive; }
  Mat query() const { return queries.row(chosen - 1); }

  static params::Table<Params> table();
};

/// Gives the matrices the sizes that the keys and w ask for (what fits is kept, new entries are 0), and makes sure that the chosen query
/// exists and that the score is defined. Idempotent.
void settle(const Params& before, Params& after);

}  // namespace attn::lessons::scoring
