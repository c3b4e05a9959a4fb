#include "autodiff/recurrence.h"

#include <algorithm>

#include "autodiff/op_parts.h"
#include "kernels/elementwise.h"
#include "kernels/matmul.h"

namespace attn::autodiff {

using kernels::Cell;

// ---- StepLinear ------------------------------------------------------------------------------------------------------------------------

/// Lies on the tape, so that copies of a StepLinear count together.
struct StepLinear::Shared {
  Index batch;
  int steps, done;
};

StepLinear::StepLinear(Var w, Var bias, int steps, Index batch)
    : w_(w),
      bias_(bias),
      all_(tape_of({w, bias}).make(steps * batch, w.cols())),
      inputs_(w.tape->scratch(steps * batch, w.rows())),
      shared_(w.tape->scratch_array<Shared>(1)) {
  *shared_ = {batch, steps, 0};
  w.tape->on_backward(all_, [w, bias, all = all_, inputs = inputs_, shared = shared_] {
    const Index rows = shared->done * shared->batch;
    const auto d_y = all.gradient().topRows(rows);
    if (w.needs_gradient()) kernels::product_at_into(inputs.topRows(rows), d_y, w.gradient(), true);
    if (bias.needs_gradient()) kernels::add_column_sums(d_y, bias.gradient());
  });
}

Var StepLinear::operator()(Var x) {
  CHECK(shared_->done < shared_->steps, "StepLinear: more than ", shared_->steps, " steps");
  CHECK(x.rows() == shared_->batch && x.cols() == w_.rows(), "StepLinear: x is ", shape(x.value()), ", w is ", shape(w_.value()));
  Tape& tape = tape_of({x, w_});
  const Index first = shared_->done++ * shared_->batch;
  inputs_.middleRows(first, x.rows()) = x.value();
  const Var y = tape.rows_of(all_, first, x.rows());
  kernels::product_into(x.value(), w_.value(), y.value());
  if (bias_) kernels::add_row(bias_.value(), y.value());
  if (x.needs_gradient()) tape.on_backward(y, [x, w = w_, y] { kernels::product_bt_into(y.gradient(), w.value(), x.gradient(), true); });
  return y;
}

Var StepLinear::all() const { return all_.tape->rows_of(all_, 0, shared_->done * shared_->batch); }

// ---- RecurrentSteps --------------------------------------------------------------------------------------------------------------------

namespace {

View zeros(Tape& tape, Index rows, Index cols) {
  View x = tape.scratch(rows, cols);
  x.setZero();
  return x;
}

/// What kernels::recurrent_step_into keeps: gates, and q_n of a GRU.
struct Kept {
  View gates, recurrent;
};
Kept make_kept(Tape& tape, Cell cell, Index rows, Index units) {
  return {tape.scratch(rows, gate_count(cell) * units), cell == Cell::gru ? tape.scratch(rows, units) : no_view()};
}

/// The backward step's working memory, used by one step after the other.
struct Working {
  View d_projected, d_h, d_c;
};
Working make_working(Tape& tape, Cell cell, Index batch, Index units) {
  return {tape.scratch(batch, gate_count(cell) * units), tape.scratch(batch, units),
          cell == Cell::lstm ? tape.scratch(batch, units) : no_view()};
}

}  // namespace

struct RecurrentSteps::Shared {
  Index batch;
  int steps, done;
  Working working;
};

RecurrentSteps::RecurrentSteps(Cell cell, Var wh, Var bh, int steps, Index batch)
    : cell_(cell),
      wh_(wh),
      bh_(bh),
      h_(tape_of({wh, bh}).make(steps * batch, wh.rows())),
      c_(cell == Cell::lstm ? wh.tape->make(steps * batch, wh.rows()) : Var()),
      inputs_(wh.tape->scratch(steps * batch, wh.rows())),
      d_q_(wh.tape->scratch(steps * batch, wh.cols())),
      shared_(wh.tape->scratch_array<Shared>(1)) {
  CHECK(wh.cols() == gate_count(cell) * wh.rows(), "RecurrentSteps: wh is ", shape(wh.value()));
  new (shared_) Shared{batch, steps, 0, make_working(*wh.tape, cell, batch, wh.rows())};
  wh.tape->on_backward(h_, [wh, bh, inputs = inputs_, d_q = d_q_, shared = shared_] {
    const Index rows = shared->done * shared->batch;
    if (wh.needs_gradient()) kernels::product_at_into(inputs.topRows(rows), d_q.topRows(rows), wh.gradient(), true);
    if (bh.needs_gradient()) kernels::add_column_sums(d_q.topRows(rows), bh.gradient());
  });
}

State RecurrentSteps::operator()(Var projected, State previous, const bool* active) {
  const Index batch = shared_->batch, units = wh_.rows();
  CHECK(shared_->done < shared_->steps, "RecurrentSteps: more than ", shared_->steps, " steps");
  CHECK(projected.rows() == batch && projected.cols() == wh_.cols(), "RecurrentSteps: projected is ", shape(projected.value()));
  Tape& tape = tape_of({projected, previous.h, previous.c, wh_});
  const Index first = shared_->done++ * batch;
  const bool has_c = cell_ == Cell::lstm;
  View h_before(inputs_.data() + first * units, batch, units), d_q(d_q_.data() + first * wh_.cols(), batch, wh_.cols());
  if (previous.h)
    h_before = previous.h.value();
  else
    h_before.setZero();
  const View c_before = !has_c ? no_view() : previous.c ? previous.c.value() : zeros(tape, batch, units);
  const State next{tape.rows_of(h_, first, batch), has_c ? tape.rows_of(c_, first, batch) : Var()};
  if (active) {
    bool* kept_active = tape.scratch_array<bool>(static_cast<std::size_t>(batch));
    active = std::copy(active, active + batch, kept_active) - batch;
  }
  const Kept kept = make_kept(tape, cell_, batch, units);
  const auto step_input = [=, wh = wh_, bh = bh_] {
    return kernels::StepInput{
        .projected = projected.value(), .h = h_before, .c = c_before, .wh = wh.value(), .bh = bh.value(), .active = active};
  };
  const auto step_output = [=] {
    return kernels::StepOutput{
        .gates = kept.gates, .recurrent = kept.recurrent, .c = has_c ? next.c.value() : no_view(), .h = next.h.value()};
  };
  kernels::recurrent_step_into(cell_, step_input(), step_output());
  tape.on_backward(next.h, [=, cell = cell_, wh = wh_, shared = shared_]() mutable {
    Working& working = shared->working;
    working.d_h = next.h.gradient();
    if (has_c) working.d_c = next.c.gradient();
    View d_projected = cell == Cell::gru ? working.d_projected : d_q;
    kernels::recurrent_step_vjp_into(cell, step_input(), step_output(), {d_projected, d_q, working.d_h, working.d_c});
    if (projected.needs_gradient()) kernels::add_scaled(d_projected, 1, projected.gradient());
    if (previous.c.needs_gradient()) kernels::add_scaled(working.d_c, 1, previous.c.gradient());
    if (!previous.h.needs_gradient()) return;
    kernels::add_scaled(working.d_h, 1, previous.h.gradient());
    kernels::product_bt_into(d_q, wh.value(), previous.h.gradient(), true);
  });
  return next;
}

Var RecurrentSteps::all() const { return h_.tape->rows_of(h_, 0, shared_->done * shared_->batch); }

}  // namespace attn::autodiff
