#include "kernels/alignment.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "kernels/alignment_rows.h"
#include "kernels/tiles.h"

namespace attn::kernels {
namespace {

bool is_given(const Out& m) { return m.size() > 0; }

void check(const AlignmentInput& in, const AlignmentOutput& out) {
  const Index b = in.query.rows(), m = out.scores.cols();
  CHECK(in.keys.rows() == m * b && in.keys.cols() == in.query.cols() && in.values.rows() == m * b, "alignment: query is ", shape(in.query),
        ", keys are ", shape(in.keys), ", values are ", shape(in.values), ", positions ", m);
  CHECK(out.scores.rows() == b && out.weights.rows() == b && out.weights.cols() == m && out.context.rows() == b &&
            out.context.cols() == in.values.cols(),
        "alignment: scores are ", shape(out.scores), ", weights are ", shape(out.weights), ", context is ", shape(out.context));
  CHECK(!in.centre || (out.softmax.rows() == b && out.softmax.cols() == m && in.deviation > 0), "alignment: softmax is ",
        shape(out.softmax), ", deviation is ", in.deviation);
  CHECK(!is_given(out.units) || (out.units.rows() == m * b && out.units.cols() == in.keys.cols()), "alignment: units are ",
        shape(out.units), ", keys are ", shape(in.keys));
  for (Index i = 0; in.lengths && i < b; ++i)
    CHECK(in.lengths[i] >= 0 && in.lengths[i] <= m, "alignment: a length of ", in.lengths[i], " of ", m, " positions");
  CHECK((in.first == nullptr) == (in.last == nullptr), "alignment: a window has two ends");
}

struct Window {
  Index first, count;
};
Window window_of(const AlignmentInput& in, Index m, Index i) {
  const Index length = in.lengths ? in.lengths[i] : m;
  const Index first = in.first ? std::max<Index>(in.first[i], 0) : 0, last = in.last ? std::min<Index>(in.last[i], length - 1) : length - 1;
  return {std::min(first, m), std::max<Index>(last - first + 1, 0)};
}

const Real* row_of(In m, Index i) { return m.data() + i * m.outerStride(); }
Real* row_of(Out& m, Index i) { return m.size() > 0 ? m.data() + i * m.outerStride() : nullptr; }

rows::AlignmentRow row_for(const AlignmentInput& in, AlignmentOutput& out, Index i) {
  const Index b = in.query.rows();
  const Window window = window_of(in, out.scores.cols(), i);
  return {.query = row_of(in.query, i),
          .keys = row_of(in.keys, i),
          .values = row_of(in.values, i),
          .w = in.w,
          .units = row_of(out.units, i),
          .key_step = b * in.keys.outerStride(),
          .value_step = b * in.values.outerStride(),
          .unit_step = b * out.units.outerStride(),
          .e = in.keys.cols(),
          .f = in.values.cols(),
          .first = window.first,
          .count = window.count,
          .centre = in.centre ? in.centre + i : nullptr,
          .inverse_variance = 1 / (in.deviation * in.deviation),
          .scores = row_of(out.scores, i),
          .softmax = in.centre ? row_of(out.softmax, i) : row_of(out.weights, i),
          .weights = row_of(out.weights, i),
          .context = row_of(out.context, i)};
}

void clear(const AlignmentInput& in, AlignmentOutput& out) {
  out.scores.setZero();
  out.weights.setZero();
  if (in.centre) out.softmax.setZero();
}

}  // namespace

void align_into(const AlignmentInput& in, AlignmentOutput out) {
  check(in, out);
  clear(in, out);
  for (Index i = 0; i < in.query.rows(); ++i) rows::align(row_for(in, out, i));
}

void align_reference(const AlignmentInput& in, AlignmentOutput out) {
  check(in, out);
  clear(in, out);
  out.context.setZero();
  const Index b = in.query.rows();
  for (Index i = 0; i < b; ++i) {
    const Window window = window_of(in, out.scores.cols(), i);
    Real max = 0, sum = 0;
    for (Index j = window.first; j < window.first + window.count; ++j) {
      Real score = 0;
      for (Index k = 0; k < in.query.cols(); ++k) {
        const Real q = in.query(i, k), key = in.keys(j * b + i, k), t = in.w ? std::tanh(q + key) : 0;
        if (in.w && is_given(out.units)) out.units(j * b + i, k) = t;
        score += in.w ? in.w[k] * t : q * key;
      }
      out.scores(i, j) = score;
      max = j == window.first ? score : std::max(max, score);
    }
    for (Index j = window.first; j < window.first + window.count; ++j) sum += out.weights(i, j) = std::exp(out.scores(i, j) - max);
    for (Index j = window.first; j < window.first + window.count; ++j) {
      out.weights(i, j) /= sum;
      if (in.centre) {
        const Real distance = static_cast<Real>(j) - in.centre[i];
        out.softmax(i, j) = out.weights(i, j);
        out.weights(i, j) *= std::exp(-distance * distance / (2 * in.deviation * in.deviation));
      }
      out.context.row(i) += out.weights(i, j) * in.values.row(j * b + i);
    }
  }
}

void add_align_vjp(const AlignmentInput& in, const AlignmentOutput& forward, In d_context, AlignmentGradient gradient) {
  check(in, forward);
  const Index b = in.query.rows();
  CHECK(d_context.rows() == b && d_context.cols() == in.values.cols(), "align_vjp: d_context is ", shape(d_context), ", values are ",
        shape(in.values));
  CHECK(!in.w || is_given(forward.units) || in.keys.size() == 0, "align_vjp: the units of the additive score were not kept");
  const auto fits = [](const Out& d, const auto& m) { return !is_given(d) || (d.rows() == m.rows() && d.cols() == m.cols()); };
  CHECK(fits(gradient.d_query, in.query) && fits(gradient.d_keys, in.keys) && fits(gradient.d_values, in.values), "align_vjp: d_query is ",
        shape(gradient.d_query), ", d_keys is ", shape(gradient.d_keys), ", d_values is ", shape(gradient.d_values));
  AlignmentOutput kept = forward;
  tiles::Scratch d_scores(forward.scores.cols());
  for (Index i = 0; i < b; ++i)
    rows::align_vjp(row_for(in, kept, i), {.d_context = row_of(d_context, i),
                                           .d_query = row_of(gradient.d_query, i),
                                           .d_keys = row_of(gradient.d_keys, i),
                                           .d_values = row_of(gradient.d_values, i),
                                           .d_key_step = b * gradient.d_keys.outerStride(),
                                           .d_value_step = b * gradient.d_values.outerStride(),
                                           .d_w = gradient.d_w,
                                           .d_centre = gradient.d_centre ? gradient.d_centre + i : nullptr,
                                           .d_scores = d_scores.data()});
}

}  // namespace attn::kernels
