#include "lessons/03_scoring/study.h"

#include <cmath>

#include "kernels/softmax.h"

namespace attn::lessons::scoring {
namespace {

/// The centres of the cells of a field, row by row from the top left.
Mat field_places() {
  constexpr int side = kFieldSide;
  Mat places(side * side, kQueryWidth);
  const auto along = [](int k) { return kReach * ((2 * static_cast<Real>(k) + 1) / side - 1); };
  for (int i = 0; i < side * side; ++i) places(i, 0) = along(i % side), places(i, 1) = -along(i / side);
  return places;
}

/// The keys, scaled to length kRadius if that is asked for. A key of length 0 is then put on the first axis.
Mat used_keys(const Params& p) {
  Mat keys = p.keys;
  if (!p.normalise) return keys;
  for (Index j = 0; j < keys.rows(); ++j) {
    const Real length = keys.row(j).norm();
    if (length < Real(1e-6))
      keys.row(j) = Mat::Identity(1, keys.cols()) * kRadius;
    else
      keys.row(j) *= kRadius / length;
  }
  return keys;
}

void add_terms(const Params& p, Result* r) {
  const Mat q = p.query();
  r->terms.resize(r->keys.rows(), 4);
  for (Index j = 0; j < r->keys.rows(); ++j) {
    r->terms(j, 0) = q.row(0).dot(r->keys.row(j));
    r->terms(j, 1) = Real(-0.5) * r->keys.row(j).squaredNorm();
    r->terms(j, 2) = Real(-0.5) * q.squaredNorm();
    r->terms(j, 3) = r->terms.row(j).head(3).sum();
  }
  r->difference = (chosen_row(p, r->of(Score::dot).weights) - chosen_row(p, r->of(Score::distance).weights)).cwiseAbs().maxCoeff();
}

}  // namespace

Result compute(const Params& p, const compute::Backend& backend) {
  Result r;
  r.keys = used_keys(p);
  const Mat places = field_places(), q = p.query();
  const kernels::ScoreWeights weights{p.m, p.wq, p.wk, p.w};
  for (int s = 0; s < kernels::kScoreCount; ++s) {
    const auto score = static_cast<Score>(s);
    const auto at = static_cast<size_t>(s);
    if (!p.defined(score)) continue;
    r.cost[at] = kernels::score_cost(score, p.queries.rows(), r.keys.rows(), kQueryWidth, r.keys.cols(), p.hidden());
    r.by_score[at] = backend.attention(p.queries, r.keys, r.keys, {.score = score, .weights = weights});
    if (p.equally_wide()) r.field[at] = kernels::scores(q, places, score, weights).transpose();
  }
  if (p.equally_wide()) add_terms(p, &r);
  r.hidden = ((q * p.wq).replicate(r.keys.rows(), 1) + r.keys * p.wk).array().tanh();
  r.grown.scores = p.likeness * std::sqrt(static_cast<Real>(p.width));
  r.grown.plain = kernels::softmax_rows(r.grown.scores);
  r.grown.scaled = kernels::softmax_rows(p.likeness);
  r.random = random_scores(p.width, p.random_keys, p.draws, p.seed);
  const auto scale = static_cast<Real>(factor(p.scale, p.width));
  r.sample =
      backend.attention(r.random.query, r.random.keys, Mat::Zero(r.random.keys.rows(), 1), {.score = Score::dot, .temperature = 1 / scale});
  return r;
}

Mat chosen_row(const Params& p, const Mat& all) { return all.size() ? Mat(all.row(p.chosen - 1)) : Mat(); }

double at_width(const Params& p, const Result& r, const Mat& curve) { return curve(static_cast<int>(p.scale), r.random.chosen); }

}  // namespace attn::lessons::scoring
