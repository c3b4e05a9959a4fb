#include "kernels/sentence_heads.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "kernels/positions.h"
#include "kernels/rows.h"
#include "kernels/tiles.h"

namespace attn::kernels {
namespace {

using tiles::Scratch;

/// One head of one sentence: n queries, m keys, width d.
struct Head {
  Index n, m, d;
  Index hidden;  ///< query i sees keys 0 ... m - 1 - max(hidden - i, 0): n - 1 where causal, else 0
  Index shift;   ///< the position of query 0
  const Real *q, *k, *v;
  Index q_row, k_row, v_row;
  int head;

  Index visible(Index i) const { return m - std::max(hidden - i, Index(0)); }
};

void check(const SentenceHeads& batch, In q, In k, In v) {
  CHECK(k.cols() == q.cols() && v.cols() == q.cols() && k.rows() == v.rows(), "sentence_heads: q is ", shape(q), ", k is ", shape(k),
        ", v is ", shape(v));
  check_sentence_heads(batch, q.rows(), k.rows(), q.cols());
}

Head head_of(const SentenceHeads& batch, Index s, int h, In q, In k, In v) {
  const Index d = q.cols() / batch.heads, n = batch.queries.length[s], m = batch.keys.length[s];
  return {.n = n,
          .m = m,
          .d = d,
          .hidden = batch.causal ? n - 1 : 0,
          .shift = batch.causal ? m - n : 0,
          .q = q.data() + batch.queries.first[s] * q.outerStride() + h * d,
          .k = k.data() + batch.keys.first[s] * k.outerStride() + h * d,
          .v = v.data() + batch.keys.first[s] * v.outerStride() + h * d,
          .q_row = q.outerStride(),
          .k_row = k.outerStride(),
          .v_row = v.outerStride(),
          .head = h};
}

/// How many rows are computed together. In causal attention they are few, so that few scores are computed in vain.
Index strip_rows(const Head& head) { return head.hidden ? tiles::tile_rows() : head.n; }

Real offset_of(const SentenceHeads& batch, const Head& head, Index i, Index j) {
  return batch.offsets[offset_row(j - i - head.shift, batch.reach) * batch.heads + head.head];
}

struct Longest {
  Index n = 0, m = 0;
};
Longest longest(const SentenceHeads& batch) {
  Longest out;
  for (Index s = 0; s < batch.queries.count; ++s) {
    out.n = std::max<Index>(out.n, batch.queries.length[s]);
    out.m = std::max<Index>(out.m, batch.keys.length[s]);
  }
  return out;
}

/// Working memory of the forward run.
struct Work {
  Real *keys, *values;  ///< packed
  Real* weights;        ///< [n,m], where the caller keeps none
};

/// Rows i ... i + rows - 1 of one head. `weights` and `scores` [n,m].
void forward_strip(const SentenceHeads& batch, const Head& head, Index i, Index rows, const Work& work, Real* weights, Real* scores,
                   Real* output, Index output_row) {
  const Index m = head.m, cols = head.visible(i + rows - 1);
  Real* strip = weights + i * m;
  tiles::multiply({.a = head.q + i * head.q_row,
                   .a_row = head.q_row,
                   .b = work.keys,
                   .out = strip,
                   .out_row = m,
                   .rows = rows,
                   .inner = head.d,
                   .cols = cols,
                   .scale = batch.scale});
  for (Index r = 0; r < rows; ++r) {
    Real* row = strip + r * m;
    const Index seen = head.visible(i + r);
    if (batch.offsets)
      for (Index j = 0; j < seen; ++j) row[j] += offset_of(batch, head, i + r, j);
    std::fill(row + seen, row + m, Real(0));
    if (scores) std::copy(row, row + m, scores + (i + r) * m);
    rows::softmax({.scores = row, .scores_row = m, .weights = row, .weights_row = m, .rows = 1, .cols = seen});
  }
  tiles::multiply({.a = strip,
                   .a_row = m,
                   .b = work.values,
                   .out = output + i * output_row,
                   .out_row = output_row,
                   .rows = rows,
                   .inner = cols,
                   .cols = head.d,
                   .panel_inner = m});
}

}  // namespace

Index weights_begin(const SentenceHeads& batch, Index sentence, int head) {
  Index begin = 0;
  for (Index s = 0; s < sentence; ++s) begin += Index(batch.heads) * batch.queries.length[s] * batch.keys.length[s];
  return sentence < batch.queries.count ? begin + Index(head) * batch.queries.length[sentence] * batch.keys.length[sentence] : begin;
}

Index weights_size(const SentenceHeads& batch) { return weights_begin(batch, batch.queries.count, 0); }

std::int64_t visible_scores(const SentenceHeads& batch) {
  std::int64_t scores = 0;
  for (Index s = 0; s < batch.queries.count; ++s) {
    const std::int64_t n = batch.queries.length[s], m = batch.keys.length[s];
    scores += batch.heads * (n * m - (batch.causal ? n * (n - 1) / 2 : 0));
  }
  return scores;
}

void check_sentence_heads(const SentenceHeads& batch, Index queries, Index keys, Index d) {
  CHECK(batch.queries.count == batch.keys.count && batch.heads > 0 && d % batch.heads == 0, "sentence_heads: ", batch.queries.count,
        " sentences of queries, ", batch.keys.count, " of keys, ", batch.heads, " heads of a width of ", d);
  for (Index s = 0; s < batch.queries.count; ++s) {
    const int n = batch.queries.length[s], m = batch.keys.length[s];
    CHECK(n >= 0 && batch.queries.first[s] >= 0 && batch.queries.first[s] + n <= queries && batch.keys.first[s] >= 0 &&
              batch.keys.first[s] + m <= keys && (n == 0 || m > 0) && (!batch.causal || n <= m),
          "sentence_heads: sentence ", s, " of ", n, " queries from row ", batch.queries.first[s], " of ", queries, " and ", m,
          " keys from row ", batch.keys.first[s], " of ", keys);
  }
}

std::int64_t sentence_heads_into(const SentenceHeads& batch, In q, In k, In v, Real* weights, Real* scores, Out output) {
  check(batch, q, k, v);
  CHECK(output.rows() == q.rows() && output.cols() == q.cols(), "sentence_heads: q is ", shape(q), ", output is ", shape(output));
  const Longest most = longest(batch);
  const Index d = q.cols() / batch.heads;
  Scratch keys(tiles::packed_size(d, most.m)), values(tiles::packed_size(most.m, d)), own(weights ? 0 : most.n * most.m);
  const Work work{keys.data(), values.data(), own.data()};
  for (Index s = 0; s < batch.queries.count; ++s)
    for (int h = 0; h < batch.heads; ++h) {
      const Head head = head_of(batch, s, h, q, k, v);
      if (head.n == 0) continue;
      tiles::pack(head.k, 1, head.k_row, head.d, head.m, work.keys);
      tiles::pack(head.v, head.v_row, 1, head.m, head.d, work.values);
      Real* to = output.data() + batch.queries.first[s] * output.outerStride() + h * d;
      const Index step = strip_rows(head);
      for (Index i = 0; i < head.n; i += step)
        forward_strip(batch, head, i, std::min(step, head.n - i), work, weights ? weights : work.weights, scores, to, output.outerStride());
      if (weights) weights += head.n * head.m;
      if (scores) scores += head.n * head.m;
    }
  return visible_scores(batch);
}

std::int64_t sentence_heads_reference(const SentenceHeads& batch, In q, In k, In v, Real* weights, Real* scores, Out output) {
  check(batch, q, k, v);
  std::int64_t cells = 0;
  for (Index s = 0; s < batch.queries.count; ++s)
    for (int h = 0; h < batch.heads; ++h) {
      const Head head = head_of(batch, s, h, q, k, v);
      const Index begin = weights_begin(batch, s, h);
      Mat score = Mat::Zero(head.n, head.m), weight = score;
      for (Index i = 0; i < head.n; ++i) {
        const Index seen = head.visible(i);
        Real max = -std::numeric_limits<Real>::infinity(), sum = 0;
        for (Index j = 0; j < seen; ++j, ++cells) {
          for (Index c = 0; c < head.d; ++c) score(i, j) += head.q[i * head.q_row + c] * head.k[j * head.k_row + c];
          score(i, j) = score(i, j) * batch.scale + (batch.offsets ? offset_of(batch, head, i, j) : 0);
          max = std::max(max, score(i, j));
        }
        for (Index j = 0; j < seen; ++j) sum += weight(i, j) = std::exp(score(i, j) - max);
        weight.row(i) /= sum;
        for (Index c = 0; c < head.d; ++c) {
          Real& to = output(batch.queries.first[s] + i, h * head.d + c);
          to = 0;
          for (Index j = 0; j < seen; ++j) to += weight(i, j) * head.v[j * head.v_row + c];
        }
      }
      if (weights) std::copy(weight.data(), weight.data() + weight.size(), weights + begin);
      if (scores) std::copy(score.data(), score.data() + score.size(), scores + begin);
    }
  return cells;
}

namespace {

/// Where a head's gradients go; null where they are not needed.
struct HeadGradient {
  const Real* d_output;
  Real *d_q, *d_k, *d_v;
  Index d_output_row, d_q_row, d_k_row, d_v_row;
};

/// d_scores [n,m] of one head, from the gradient of its output. `values` is working memory for v packed.
void scores_gradient(const Head& head, const HeadGradient& gradient, const Real* weights, Real* values, Real* d_scores) {
  const Index m = head.m, step = strip_rows(head);
  tiles::pack(head.v, 1, head.v_row, head.d, m, values);
  for (Index i = 0; i < head.n; i += step) {
    const Index rows = std::min(step, head.n - i);
    tiles::multiply({.a = gradient.d_output + i * gradient.d_output_row,
                     .a_row = gradient.d_output_row,
                     .b = values,
                     .out = d_scores + i * m,
                     .out_row = m,
                     .rows = rows,
                     .inner = head.d,
                     .cols = head.visible(i + rows - 1)});
    for (Index r = i; r < i + rows; ++r) {
      const Index seen = head.visible(r);
      rows::softmax_vjp(weights + r * m, d_scores + r * m, seen, 1, d_scores + r * m);
      std::fill(d_scores + r * m + seen, d_scores + (r + 1) * m, Real(0));
    }
  }
}

/// d_q += scale d_scores k.
void queries_gradient(const Head& head, const HeadGradient& gradient, Real scale, const Real* d_scores, Real* packed) {
  const Index m = head.m, step = strip_rows(head);
  tiles::pack(head.k, head.k_row, 1, m, head.d, packed);
  for (Index i = 0; i < head.n; i += step) {
    const Index rows = std::min(step, head.n - i);
    tiles::multiply({.a = d_scores + i * m,
                     .a_row = m,
                     .b = packed,
                     .out = gradient.d_q + i * gradient.d_q_row,
                     .out_row = gradient.d_q_row,
                     .rows = rows,
                     .inner = head.visible(i + rows - 1),
                     .cols = head.d,
                     .scale = scale,
                     .add = true,
                     .panel_inner = m});
  }
}

/// to [m,d] += scale aT rows, with a [n,m], which is zero where it is hidden, and rows [n,d].
void add_for_keys(const Head& head, const Real* a, const Real* rows, Index row, Real scale, Real* packed, Real* to, Index to_row) {
  const Index n = head.n, m = head.m, step = head.hidden ? tiles::tile_rows() : m, width = tiles::panel_width();
  tiles::pack(rows, row, 1, n, head.d, packed);
  for (Index j = 0; j < m; j += step) {
    const Index first = head.hidden ? std::max(j - head.shift, Index(0)) : 0;  // earlier queries see none of these keys
    tiles::multiply({.a = a + first * m + j,
                     .a_row = 1,
                     .a_inner = m,
                     .b = packed + first * width,
                     .out = to + j * to_row,
                     .out_row = to_row,
                     .rows = std::min(step, m - j),
                     .inner = n - first,
                     .cols = head.d,
                     .scale = scale,
                     .add = true,
                     .panel_inner = n});
  }
}

Real* rows_of(Out x, const Sentences& rows, Index s, Index col) {
  return x.size() == 0 ? nullptr : x.data() + rows.first[s] * x.outerStride() + col;
}

}  // namespace

void add_sentence_heads_vjp(const SentenceHeads& batch, In q, In k, In v, const Real* weights, In d_output,
                            SentenceHeadsGradient gradient) {
  check(batch, q, k, v);
  CHECK(d_output.rows() == q.rows() && d_output.cols() == q.cols(), "sentence_heads_vjp: q is ", shape(q), ", d_output is ",
        shape(d_output));
  const Longest most = longest(batch);
  const Index d = q.cols() / batch.heads, longer = std::max(most.n, most.m);
  Scratch packed(std::max(tiles::packed_size(d, longer), tiles::packed_size(longer, d))), d_scores(most.n * most.m);
  const bool wants_scores = gradient.d_q.size() || gradient.d_k.size() || gradient.d_offsets;
  for (Index s = 0; s < batch.queries.count; ++s)
    for (int h = 0; h < batch.heads; ++h) {
      const Head head = head_of(batch, s, h, q, k, v);
      if (head.n == 0) continue;
      const HeadGradient to{.d_output = d_output.data() + batch.queries.first[s] * d_output.outerStride() + h * d,
                            .d_q = rows_of(gradient.d_q, batch.queries, s, h * d),
                            .d_k = rows_of(gradient.d_k, batch.keys, s, h * d),
                            .d_v = rows_of(gradient.d_v, batch.keys, s, h * d),
                            .d_output_row = d_output.outerStride(),
                            .d_q_row = gradient.d_q.outerStride(),
                            .d_k_row = gradient.d_k.outerStride(),
                            .d_v_row = gradient.d_v.outerStride()};
      if (to.d_v) add_for_keys(head, weights, to.d_output, to.d_output_row, 1, packed.data(), to.d_v, to.d_v_row);
      if (wants_scores) {
        scores_gradient(head, to, weights, packed.data(), d_scores.data());
        if (to.d_q) queries_gradient(head, to, batch.scale, d_scores.data(), packed.data());
        if (to.d_k) add_for_keys(head, d_scores.data(), head.q, head.q_row, batch.scale, packed.data(), to.d_k, to.d_k_row);
        if (gradient.d_offsets)
          add_offset_bias_vjp(Eigen::Map<Mat>(d_scores.data(), head.n, head.m), h, head.shift,
                              Eigen::Map<Mat>(gradient.d_offsets, 2 * batch.reach + 1, batch.heads));
      }
      weights += head.n * head.m;
    }
}

}  // namespace attn::kernels
