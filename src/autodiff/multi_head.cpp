#include "autodiff/multi_head.h"

#include "autodiff/op_parts.h"

namespace attn::autodiff {

HeadsResult multi_head(Var q, Var k, Var v, const kernels::SentenceHeads& batch, Var offsets, bool show) {
  CHECK(!offsets || (offsets.rows() % 2 == 1 && offsets.cols() == batch.heads), "multi_head: ", batch.heads, " heads, offsets are ",
        shape(offsets.value()));
  const Var y = make_from({q, k, v, offsets}, q.rows(), q.cols());
  kernels::SentenceHeads own = batch;
  own.offsets = offsets ? offsets.value().data() : nullptr;
  own.reach = offsets ? static_cast<int>(offsets.rows() / 2) : 0;
  const auto size = static_cast<std::size_t>(kernels::weights_size(own));
  Real* weights = show || y.needs_gradient() ? y.tape->scratch_array<Real>(size) : nullptr;
  Real* scores = show ? y.tape->scratch_array<Real>(size) : nullptr;
  y.value().setZero();
  const std::int64_t cells = kernels::sentence_heads_into(own, q.value(), k.value(), v.value(), weights, scores, y.value());
  y.tape->on_backward(y, [=] {
    kernels::add_sentence_heads_vjp(own, q.value(), k.value(), v.value(), weights, y.gradient(),
                                    {.d_q = gradient_or_none(q),
                                     .d_k = gradient_or_none(k),
                                     .d_v = gradient_or_none(v),
                                     .d_offsets = gradient_or_none(offsets).data()});
  });
  return {y, weights, scores, cells};
}

namespace {

/// y = x turned, or with `back` y += x turned back.
template <bool kBack>
void turn_rows(const View& x, int heads, const Mat& table, const int* positions, View y) {
  const Index width = table.cols();
  for (Index r = 0; r < x.rows(); ++r) {
    const Real* angles = table.row(positions[r]).data();
    for (int h = 0; h < heads; ++h) {
      const Real* from = x.data() + r * x.cols() + h * width;
      Real* to = y.data() + r * x.cols() + h * width;
      for (Index i = 0; i < width; i += 2) {
        const Real cosine = angles[i], sine = angles[i + 1], a = from[i], b = from[i + 1];
        if constexpr (kBack) {
          to[i] += a * cosine + b * sine;
          to[i + 1] += b * cosine - a * sine;
        } else {
          to[i] = a * cosine - b * sine;
          to[i + 1] = a * sine + b * cosine;
        }
      }
    }
  }
}

}  // namespace

Var turn(Var x, int heads, const Mat& table, const int* positions) {
  CHECK(heads > 0 && x.cols() == heads * table.cols() && table.cols() % 2 == 0, "turn: x is ", shape(x.value()), ", ", heads,
        " heads, the table is ", shape(table));
  for (Index r = 0; r < x.rows(); ++r) CHECK(positions[r] >= 0 && positions[r] < table.rows(), "turn: position ", positions[r]);
  const Var y = make_from({x}, x.rows(), x.cols());
  turn_rows<false>(x.value(), heads, table, positions, y.value());
  const Mat* angles = &table;
  y.tape->on_backward(y, [=] { turn_rows<true>(y.gradient(), heads, *angles, positions, x.gradient()); });
  return y;
}

}  // namespace attn::autodiff
