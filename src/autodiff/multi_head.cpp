#include "autodiff/multi_head.h"

#include "autodiff/op_parts.h"
#include "kernels/positions.h"

namespace attn::autodiff {

HeadsResult multi_head(Var q, Var k, Var v, const kernels::SentenceHeads& batch, Var offsets, bool show) {
  CHECK(!offsets || (offsets.rows() % 2 == 1 && offsets.cols() == batch.heads), "multi_head: ", batch.heads, " heads, offsets are ",
        shape(offsets.value()));
  CHECK(k.cols() == q.cols() && v.cols() == q.cols() && k.rows() == v.rows(), "multi_head: k is ", k.rows(), "x", k.cols(), ", v is ",
        v.rows(), "x", v.cols(), " for queries of ", q.cols());
  kernels::check_sentence_heads(batch, q.rows(), k.rows(), q.cols());
  const Var y = make_from({q, k, v, offsets}, q.rows(), q.cols());
  kernels::SentenceHeads own = batch;
  own.reach = offsets ? static_cast<int>(offsets.rows() / 2) : 0;
  Var kept_weights = show ? y.tape->make(1, kernels::weights_size(own), false) : Var();
  const Var kept_scores = show ? y.tape->make(1, kernels::weights_size(own), false) : Var();
  if (computed_by_engine(y, &Engine::multi_head, q, k, v, own, offsets, kept_weights, kept_scores))
    return {y, kept_weights, kept_scores, kernels::visible_scores(own)};
  if (!show && y.needs_gradient()) kept_weights = y.tape->make(1, kernels::weights_size(own), false);
  own.offsets = offsets ? offsets.value().data() : nullptr;
  Real* const weights = kept_weights ? kept_weights.value().data() : nullptr;
  Real* const scores = kept_scores ? kept_scores.value().data() : nullptr;
  y.value().setZero();
  kernels::sentence_heads_into(own, q.value(), k.value(), v.value(), weights, scores, y.value());
  y.tape->on_backward(y, [=] {
    kernels::add_sentence_heads_vjp(own, q.value(), k.value(), v.value(), weights, y.gradient(),
                                    {.d_q = gradient_or_none(q),
                                     .d_k = gradient_or_none(k),
                                     .d_v = gradient_or_none(v),
                                     .d_offsets = gradient_or_none(offsets).data()});
  });
  return {y, kept_weights, kept_scores, kernels::visible_scores(own)};
}

Var turn(Var x, int heads, const Mat& table, const int* positions) {
  const Var y = make_from({x}, x.rows(), x.cols());
  if (computed_by_engine(y, &Engine::turn, x, heads, table, positions)) return y;
  kernels::turn_rows_into(x.value(), heads, table, positions, y.value());
  const Mat* angles = &table;
  y.tape->on_backward(y, [=] { kernels::add_turn_rows_vjp(y.gradient(), heads, *angles, positions, x.gradient()); });
  return y;
}

}  // namespace attn::autodiff
