#include "kernels/scores.h"

#include <cmath>

#include "base/check.h"
#include "kernels/matmul.h"
#include "kernels/rows.h"
#include "kernels/score_strips.h"

namespace attn::kernels {
namespace {

constexpr std::string_view kNames[kScoreCount] = {"dot", "scaled_dot", "distance", "bilinear", "additive"};

Real scale_of(Score score, Index d) { return score == Score::scaled_dot && d > 0 ? 1 / std::sqrt(static_cast<Real>(d)) : Real(1); }

ScoreGrads dot_vjp(In q, In k, Real scale, In d_scores) {
  ScoreGrads grads{Mat(q.rows(), q.cols()), Mat(k.rows(), k.cols()), {}};
  product_into(d_scores, k, grads.d_q, false, scale);
  product_at_into(d_scores, q, grads.d_k, false, scale);
  return grads;
}

/// d/dq of -1/2 |q - k|^2 is k - q.
ScoreGrads distance_vjp(In q, In k, In d_scores) {
  ScoreGrads grads = dot_vjp(q, k, 1, d_scores);
  for (Index i = 0; i < q.rows(); ++i) grads.d_q.row(i) -= d_scores.row(i).sum() * q.row(i);
  for (Index j = 0; j < k.rows(); ++j) grads.d_k.row(j) -= d_scores.col(j).sum() * k.row(j);
  return grads;
}

ScoreGrads bilinear_vjp(In q, In k, const Mat& m, In d_scores) {
  const Mat d_qm = product(d_scores, k);
  return {product_bt(d_qm, m), product_at(d_scores, product(q, m)), {product_at(q, d_qm), {}, {}, {}}};
}

ScoreGrads additive_vjp(In q, In k, const ScoreWeights& weights, In d_scores) {
  const Mat pq = product(q, weights.wq), pk = product(k, weights.wk);
  Mat d_pq = Mat::Zero(pq.rows(), pq.cols()), d_pk = Mat::Zero(pk.rows(), pk.cols());
  Mat d_w = Mat::Zero(weights.w.rows(), weights.w.cols());
  for (Index i = 0; i < q.rows(); ++i)
    for (Index j = 0; j < k.rows(); ++j)
      rows::additive_vjp({.query = pq.row(i).data(),
                          .key = pk.row(j).data(),
                          .w = weights.w.data(),
                          .d_query = d_pq.row(i).data(),
                          .d_key = d_pk.row(j).data(),
                          .d_w = d_w.data(),
                          .units = pq.cols()},
                         d_scores(i, j));
  return {product_bt(d_pq, weights.wq), product_bt(d_pk, weights.wk), {{}, product_at(q, d_pq), product_at(k, d_pk), d_w}};
}

}  // namespace

std::string_view to_name(Score score) { return kNames[static_cast<int>(score)]; }

void check_scores(In q, In k, Score score, const ScoreWeights& weights) {
  if (score == Score::bilinear) {
    CHECK(weights.m.rows() == q.cols() && weights.m.cols() == k.cols(), "bilinear score: q is ", shape(q), ", k is ", shape(k), ", m is ",
          shape(weights.m));
  } else if (score == Score::additive) {
    CHECK(weights.wq.rows() == q.cols() && weights.wk.rows() == k.cols() && weights.wq.cols() == weights.wk.cols() &&
              weights.w.size() == weights.wq.cols(),
          "additive score: q is ", shape(q), ", k is ", shape(k), ", wq is ", shape(weights.wq), ", wk is ", shape(weights.wk), ", w is ",
          shape(weights.w));
  } else {
    CHECK(q.cols() == k.cols(), to_name(score).data(), " score: q is ", shape(q), ", k is ", shape(k));
  }
}

ScoreStrips::ScoreStrips(In q, In k, Score score, const ScoreWeights& weights)
    : score_(score),
      queries_(q.data()),
      queries_row_(q.outerStride()),
      inner_(score == Score::additive ? weights.wk.cols() : k.cols()),
      scale_(score == Score::distance ? Real(-0.5) : scale_of(score, q.cols())),
      w_(weights.w.data()),
      keys_(tiles::packed_size(inner_, k.rows())) {
  check_scores(q, k, score, weights);
  if (score == Score::bilinear || score == Score::additive) {
    projected_ = product(q, score == Score::bilinear ? weights.m : weights.wq);
    queries_ = projected_.data(), queries_row_ = projected_.cols();
  }
  if (score == Score::additive) {
    const Mat projected_keys = product(k, weights.wk);
    tiles::pack(projected_keys.data(), 1, projected_keys.cols(), inner_, k.rows(), keys_.data());
  } else {
    tiles::pack(k.data(), 1, k.outerStride(), inner_, k.rows(), keys_.data());
  }
}

void ScoreStrips::write(Index first_row, Index rows, Index first_col, Index cols, Real* out, Index out_row) {
  const Real* queries = queries_ + first_row * queries_row_;
  const Real* keys = keys_.data() + first_col * inner_;
  if (score_ == Score::additive) {
    rows::additive({.queries = queries,
                    .queries_row = queries_row_,
                    .keys = keys,
                    .w = w_,
                    .out = out,
                    .out_row = out_row,
                    .rows = rows,
                    .cols = cols,
                    .units = inner_});
  } else {
    tiles::multiply({.a = queries,
                     .a_row = queries_row_,
                     .b = keys,
                     .out = out,
                     .out_row = out_row,
                     .rows = rows,
                     .inner = inner_,
                     .cols = cols,
                     .scale = scale_,
                     .term = score_ == Score::distance ? tiles::Term::square : tiles::Term::product});
  }
}

Mat scores(In q, In k, Score score, const ScoreWeights& weights) {
  ScoreStrips strips(q, k, score, weights);
  Mat out(q.rows(), k.rows());
  strips.write(0, q.rows(), 0, k.rows(), out.data(), out.cols());
  return out;
}

Mat scores_reference(In q, In k, Score score, const ScoreWeights& weights) {
  check_scores(q, k, score, weights);
  if (score == Score::bilinear) return product_bt_reference(product_reference(q, weights.m), k);
  if (score == Score::dot || score == Score::scaled_dot) return product_bt_reference(q, k) * scale_of(score, q.cols());
  Mat out = Mat::Zero(q.rows(), k.rows());
  const bool additive = score == Score::additive;
  const Mat pq = additive ? product_reference(q, weights.wq) : Mat(q), pk = additive ? product_reference(k, weights.wk) : Mat(k);
  for (Index i = 0; i < q.rows(); ++i)
    for (Index j = 0; j < k.rows(); ++j)
      for (Index c = 0; c < pq.cols(); ++c) {
        const Real difference = pq(i, c) - pk(j, c);
        out(i, j) += additive ? weights.w.data()[c] * std::tanh(pq(i, c) + pk(j, c)) : -difference * difference / 2;
      }
  return out;
}

ScoreGrads scores_vjp(In q, In k, Score score, const ScoreWeights& weights, In d_scores) {
  check_scores(q, k, score, weights);
  CHECK(d_scores.rows() == q.rows() && d_scores.cols() == k.rows(), "scores_vjp: q is ", shape(q), ", k is ", shape(k), ", d_scores is ",
        shape(d_scores));
  switch (score) {
    case Score::dot:
    case Score::scaled_dot:
      return dot_vjp(q, k, scale_of(score, q.cols()), d_scores);
    case Score::distance:
      return distance_vjp(q, k, d_scores);
    case Score::bilinear:
      return bilinear_vjp(q, k, weights.m, d_scores);
    case Score::additive:
      return additive_vjp(q, k, weights, d_scores);
  }
  return {};
}

ScoreCost score_cost(Score score, Index n, Index m, Index d, Index e, Index a) {
  switch (score) {
    case Score::dot:
      return {0, n * m * d, 0};
    case Score::scaled_dot:
    case Score::distance:
      return {0, n * m * d + n * m, 0};
    case Score::bilinear:
      return {d * e, n * d * e + n * m * e, 0};
    case Score::additive:
      return {d * a + e * a + a, n * d * a + m * e * a + n * m * a, n * m * a};
  }
  return {};
}

}  // namespace attn::kernels
