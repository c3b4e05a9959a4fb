// The pictures of the scores: a plane with dot product beside distance, products of matrices, all scores side by side, and what the width
// does to a dot product.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "canvas/canvas.h"
#include "params/params.h"

namespace attn::lessons::scoring {

/// One way to score, as the pictures need it.
struct ScorePicture {
  std::string_view name, formula;  ///< "dot product", "q . k"
  Mat weights;                     ///< [1,m] of the query looked at; empty where the score is not defined
  const Mat& field;                ///< [s*s,1] scores of that query with a key at each cell of the plane from the top left; empty for none
  long long parameters = 0, multiply_adds = 0, tanhs = 0;
};

struct ScoringPicture {
  const Mat& queries;  ///< [n,2]
  const Mat& keys;     ///< [m,e] as used
  int chosen = 0;      ///< the query looked at, from 0
  bool equally_wide = true, normalised = false;
  const Mat& terms;                   ///< [m,4] q.k, -1/2|k|^2, -1/2|q|^2, sum
  Mat dot_weights, distance_weights;  ///< [1,m], empty unless equally wide
  Real difference = 0;
  int score = 0;                ///< the score of `scores` and `weights`, as an index of `all`
  const Mat &scores, &weights;  ///< [n,m] of that score
  const Mat &m, &wq, &wk, &w;   ///< learned parts
  const Mat& hidden;            ///< [m,a]
  const Mat& bilinear_scores;   ///< [n,m]
  Mat additive_scores;          ///< [m,1] of the query looked at
  std::span<const ScorePicture> all;
  float reach, step;                ///< entries stay within [-reach, reach], at multiples of `step`
  params::Extent key_width, units;  ///< how wide keys may be, and how many hidden units there may be
};

/// What the hand may change.
struct ScoringEdit {
  int& chosen;  ///< from 1
  Mat &queries, &keys;
  Mat &m, &wq, &wk, &w;
};

/// Query and keys on a plane (regions `query`, `another-query[i]`, `key[j]`), each key's weight by dot product and by distance, and the
/// terms of the identity that connects the two scores (cells `terms[i,j]`).
void draw_scoring_geometry(canvas::Canvas& canvas, const ScoringPicture& picture, ScoringEdit& edit);

/// Q times K transposed, laid out so that a score stands where its query's row meets its key's column; weights beside it.
void draw_scoring_product(canvas::Canvas& canvas, const ScoringPicture& picture, ScoringEdit& edit);

/// Q M K transposed; `wider` and `narrower` change the width of the keys.
void draw_scoring_bilinear(canvas::Canvas& canvas, const ScoringPicture& picture, ScoringEdit& edit);

/// w . tanh(q Wq + k Wk) for the query looked at; `more-units` and `fewer-units` change the number of hidden units.
void draw_scoring_additive(canvas::Canvas& canvas, const ScoringPicture& picture, ScoringEdit& edit);

/// Every score as a field over the plane, its weights, and what it costs.
void draw_scoring_comparison(canvas::Canvas& canvas, const ScoringPicture& picture, ScoringEdit& edit);

struct WidthPicture {
  std::span<const int> widths;
  int chosen = 0;                                      ///< which of them
  int scale = 0;                                       ///< row of the curves that is drawn strong
  std::span<const std::string> scale_names;            ///< one for each row
  const Mat &variance, &entropy, &largest, &gradient;  ///< [scales,widths]
  const Mat& scores;                                   ///< [draws,keys] at the chosen width, not scaled
  Real factor = 1;                                     ///< of the chosen scale
  const Mat& sample_weights;                           ///< [1,keys] of one draw
};

/// Curves of the variance of the scores and of entropy, largest weight and gradient against the width, a histogram of the scores, and one
/// draw's weights. The handle `width` moves the chosen width; returns it.
int draw_scoring_width(canvas::Canvas& canvas, const WidthPicture& picture, int most);

}  // namespace attn::lessons::scoring
