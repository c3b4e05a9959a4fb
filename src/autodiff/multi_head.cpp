#include "autodiff/multi_head.h"

#include "autodiff/op_parts.h"
#include "kernels/positions.h"

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

Var turn(Var x, int heads, const Mat& table, const int* positions) {
  const Var y = make_from({x}, x.rows(), x.cols());
  kernels::turn_rows_into(x.value(), heads, table, positions, y.value());
  const Mat* angles = &table;
  y.tape->on_backward(y, [=] { kernels::add_turn_rows_vjp(y.gradient(), heads, *angles, positions, x.gradient()); });
  return y;
}

}  // namespace attn::autodiff
