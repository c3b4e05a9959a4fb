#include "models/scoring.h"

#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "kernels/entropy.h"
#include "kernels/softmax.h"

namespace attn::models {
namespace {

using kernels::Score;

Mat resized(const Mat& a, Index rows, Index cols) {
  Mat out = Mat::Zero(rows, cols);
  const Index r = std::min(rows, a.rows()), c = std::min(cols, a.cols());
  out.topLeftCorner(r, c) = a.topLeftCorner(r, c);
  return out;
}

std::vector<int> swept_widths(int chosen) {
  std::vector<int> widths;
  for (int width = 1; width <= kLargestWidth; width *= 2) widths.push_back(width);
  if (!std::binary_search(widths.begin(), widths.end(), chosen))
    widths.insert(std::upper_bound(widths.begin(), widths.end(), chosen), chosen);
  return widths;
}

/// Mean 0 and variance 1, with two numbers from each 64 bits.
Mat unit_variance(Index rows, Index cols, Rng& rng) {
  constexpr double kStep = 2 * 1.7320508075688772 / 4294967296.0;
  Mat out(rows, cols);
  for (Index i = 0; i < out.size(); i += 2) {
    const std::uint64_t bits = rng.next();
    out.data()[i] = static_cast<Real>((static_cast<double>(bits >> 32) + 0.5) * kStep - 1.7320508075688772);
    if (i + 1 < out.size())
      out.data()[i + 1] = static_cast<Real>((static_cast<double>(bits & 0xffffffffu) + 0.5) * kStep - 1.7320508075688772);
  }
  return out;
}

double variance(const Mat& a) {
  const double mean = a.cast<double>().mean();
  return (a.cast<double>().array() - mean).square().mean();
}

void measure(RandomScores* r) {
  const auto columns = static_cast<Index>(r->widths.size());
  for (Mat* curve : {&r->variance, &r->entropy, &r->largest, &r->gradient}) curve->resize(kWidthScales, columns);
  for (Index i = 0; i < columns; ++i)
    for (int s = 0; s < kWidthScales; ++s) {
      const auto f = static_cast<Real>(factor(static_cast<WidthScale>(s), r->widths[static_cast<size_t>(i)]));
      const Mat scaled = f * r->scores[static_cast<size_t>(i)];
      const Mat weights = kernels::softmax_rows(scaled);
      r->variance(s, i) = static_cast<Real>(variance(scaled));
      r->entropy(s, i) = kernels::entropy_rows(weights).mean();
      r->largest(s, i) = weights.rowwise().maxCoeff().mean();
      r->gradient(s, i) = kernels::softmax_gradient_norm(weights).mean();
    }
}

RandomScores random_scores(const ScoringSettings& settings) {
  RandomScores r;
  r.widths = swept_widths(settings.width);
  r.chosen = static_cast<int>(std::find(r.widths.begin(), r.widths.end(), settings.width) - r.widths.begin());
  r.scores.assign(r.widths.size(), Mat(settings.draws, settings.random_keys));
  Rng rng(static_cast<std::uint64_t>(settings.seed));
  for (Index draw = 0; draw < settings.draws; ++draw) {
    const Mat q = unit_variance(1, kLargestWidth, rng), k = unit_variance(settings.random_keys, kLargestWidth, rng);
    if (draw == 0) r.query = q.leftCols(settings.width), r.keys = k.leftCols(settings.width);
    for (Index j = 0; j < k.rows(); ++j) {
      Real total = 0;  // the narrower vectors are the beginnings of the widest, so one pass gives every width
      int from = 0;
      for (size_t i = 0; i < r.widths.size(); ++i) {
        const int to = r.widths[i];
        total += q.row(0).segment(from, to - from).dot(k.row(j).segment(from, to - from));
        r.scores[i](draw, j) = total;
        from = to;
      }
    }
  }
  measure(&r);
  return r;
}

/// Cell centres of the plane, row by row from the top.
Mat field_places() {
  constexpr int side = kScoringFieldSide;
  Mat places(side * side, kScoringWidth);
  const auto along = [](int k) { return kScoringReach * ((2 * static_cast<Real>(k) + 1) / side - 1); };
  for (int i = 0; i < side * side; ++i) places(i, 0) = along(i % side), places(i, 1) = -along(i / side);
  return places;
}

void add_terms(const ScoringSettings& settings, Scoring* r) {
  const Mat q = settings.query();
  r->terms.resize(r->keys.rows(), 4);
  for (Index j = 0; j < r->keys.rows(); ++j) {
    r->terms(j, 0) = q.row(0).dot(r->keys.row(j));
    r->terms(j, 1) = Real(-0.5) * r->keys.row(j).squaredNorm();
    r->terms(j, 2) = Real(-0.5) * q.squaredNorm();
    r->terms(j, 3) = r->terms.row(j).head(3).sum();
  }
  const Index i = settings.chosen - 1;
  r->difference = (r->of(Score::dot).weights.row(i) - r->of(Score::distance).weights.row(i)).cwiseAbs().maxCoeff();
}

}  // namespace

double factor(WidthScale scale, int width) {
  switch (scale) {
    case WidthScale::kNone:
      return 1;
    case WidthScale::kInverseRoot:
      return 1 / std::sqrt(static_cast<double>(width));
    case WidthScale::kRoot:
      return std::sqrt(static_cast<double>(width));
  }
  return 1;
}

ScoringSettings::ScoringSettings()
    : queries{{Real(1.2), Real(0.7)}, {Real(-1), Real(1.2)}, {Real(0.5), Real(-1.4)}},
      keys{{Real(1.1), Real(0.3)}, {Real(2.5), Real(1.6)}, {Real(-1.3), Real(1)}, {Real(-0.6), Real(-2.2)}, {Real(0.4), Real(2.1)}},
      m{{Real(0), Real(1)}, {Real(-1), Real(0)}},
      wq{{Real(1), Real(-0.5), Real(0.8)}, {Real(0.4), Real(1.2), Real(-0.6)}},
      wk{{Real(-0.7), Real(1), Real(0.6)}, {Real(0.9), Real(0.3), Real(-1)}},
      w{{Real(1.5)}, {Real(-1)}, {Real(2)}} {}

void settle(ScoringSettings& s) {
  s.chosen = std::min(s.chosen, static_cast<int>(s.queries.rows()));
  s.m = resized(s.m, kScoringWidth, s.keys.cols());
  s.wq = resized(s.wq, kScoringWidth, s.hidden());
  s.wk = resized(s.wk, s.keys.cols(), s.hidden());
  if (!s.defined(s.score)) s.score = Score::bilinear;
}

Mat used_keys(const ScoringSettings& settings) {
  Mat keys = settings.keys;
  if (!settings.normalise) return keys;
  for (Index j = 0; j < keys.rows(); ++j) {
    const Real length = keys.row(j).norm();
    if (length < Real(1e-6))
      keys.row(j) = Mat::Identity(1, keys.cols()) * kScoringRadius;
    else
      keys.row(j) *= kScoringRadius / length;
  }
  return keys;
}

Real identity_error(const ScoringSettings& settings, const Scoring& r, const Signs& signs) {
  const Mat scores = r.of(Score::distance).scores.row(settings.chosen - 1);
  Real worst = 0;
  for (Index j = 0; j < r.terms.rows(); ++j)
    worst = std::max(worst, std::abs(signs[0] * r.terms(j, 0) + signs[1] * r.terms(j, 1) + signs[2] * r.terms(j, 2) - scores(0, j)));
  return worst;
}

Scoring compare_scores(const ScoringSettings& settings, AttentionFunction attention) {
  Scoring r;
  r.keys = used_keys(settings);
  const Mat places = field_places(), q = settings.query();
  for (int s = 0; s < kernels::kScoreCount; ++s) {
    const auto score = static_cast<Score>(s);
    const auto at = static_cast<size_t>(s);
    if (!settings.defined(score)) continue;
    r.cost[at] = kernels::score_cost(score, settings.queries.rows(), r.keys.rows(), kScoringWidth, r.keys.cols(), settings.hidden());
    r.by_score[at] = attention(settings.queries, r.keys, r.keys, {.score = score, .weights = settings.weights()});
    if (settings.equally_wide()) r.field[at] = kernels::scores(q, places, score, settings.weights()).transpose();
  }
  if (settings.equally_wide()) add_terms(settings, &r);
  r.hidden = ((q * settings.wq).replicate(r.keys.rows(), 1) + r.keys * settings.wk).array().tanh();
  r.random = random_scores(settings);
  const auto scale = static_cast<Real>(factor(settings.scale, settings.width));
  r.sample = attention(r.random.query, r.random.keys, Mat::Zero(r.random.keys.rows(), 1), {.score = Score::dot, .temperature = 1 / scale});
  return r;
}

}  // namespace attn::models
