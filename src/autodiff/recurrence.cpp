#include "autodiff/recurrence.h"

#include <algorithm>

#include "autodiff/op_parts.h"
#include "autodiff/ops.h"
#include "kernels/elementwise.h"
#include "kernels/matmul.h"

namespace attn::autodiff {

using kernels::Cell;

namespace {

/// Room for the results of a loop where each step makes a value of its own, which is so with an engine; else null.
Var* room_for_steps(Tape& tape, int steps) {
  return tape.engine_forward() ? tape.scratch_array<Var>(static_cast<std::size_t>(steps)) : nullptr;
}

/// The results of the steps so far, one below the other.
Var all_steps(Var all, const Var* made, int done, Index batch) {
  return made && done > 0 ? concat_rows({made, static_cast<std::size_t>(done)}) : all.tape->rows_of(all, 0, done * batch);
}

}  // namespace

// ---- StepLinear ------------------------------------------------------------------------------------------------------------------------

/// The state that all copies of a StepLinear share; it is kept on the tape.
struct StepLinear::Shared {
  Index batch;
  int steps, done;
  Var* made;  ///< [steps] with an engine: the results, each of which is a value of its own
};

StepLinear::StepLinear(Var w, Var bias, int steps, Index batch)
    : w_(w),
      bias_(bias),
      all_(tape_of({w, bias}).make(steps * batch, w.cols())),
      inputs_(w.tape->scratch(steps * batch, w.rows())),
      shared_(w.tape->scratch_array<Shared>(1)) {
  *shared_ = {batch, steps, 0, room_for_steps(*w.tape, steps)};
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
  if (tape.engine_forward()) return shared_->made[shared_->done++] = linear(x, w_, bias_);
  const Index first = shared_->done++ * shared_->batch;
  inputs_.middleRows(first, x.rows()) = x.value();
  const Var y = tape.rows_of(all_, first, x.rows());
  kernels::product_into(x.value(), w_.value(), y.value());
  if (bias_) kernels::add_row(bias_.value(), y.value());
  if (x.needs_gradient()) tape.on_backward(y, [x, w = w_, y] { kernels::product_bt_into(y.gradient(), w.value(), x.gradient(), true); });
  return y;
}

Var StepLinear::all() const { return all_steps(all_, shared_->made, shared_->done, shared_->batch); }

// ---- RecurrentSteps --------------------------------------------------------------------------------------------------------------------

namespace {

View zeros(Tape& tape, Index rows, Index cols) {
  View x = tape.scratch(rows, cols);
  x.setZero();
  return x;
}

/// Working memory of a backward step, which all steps use in turn.
struct Working {
  View d_projected, d_h, d_c;
};
Working make_working(Tape& tape, Cell cell, Index batch, Index units) {
  return {tape.scratch(batch, gate_count(cell) * units), tape.scratch(batch, units),
          cell == Cell::lstm ? tape.scratch(batch, units) : no_view()};
}

/// Everything that a step reads, forward and backward.
struct Step {
  Cell cell;
  Var projected, wh, bh;
  State previous, next;
  const bool* active;
  View h_before, c_before;
  View gates, recurrent;  ///< kept from the forward step
  View d_q;
  Working* working;

  kernels::StepInput input() const {
    return {.projected = projected.value(), .h = h_before, .c = c_before, .wh = wh.value(), .bh = bh.value(), .active = active};
  }
  kernels::StepOutput output() const {
    return {.gates = gates, .recurrent = recurrent, .c = next.c ? next.c.value() : no_view(), .h = next.h.value()};
  }
  void run_back() {
    auto& [d_projected, d_h, d_c] = *working;
    d_h = next.h.gradient();
    if (next.c) d_c = next.c.gradient();
    View d_p = cell == Cell::gru ? d_projected : d_q;
    kernels::recurrent_step_vjp_into(cell, input(), output(), {d_p, d_q, d_h, d_c});
    if (projected.needs_gradient()) kernels::add_scaled(d_p, 1, projected.gradient());
    if (previous.c.needs_gradient()) kernels::add_scaled(d_c, 1, previous.c.gradient());
    if (!previous.h.needs_gradient()) return;
    kernels::add_scaled(d_h, 1, previous.h.gradient());
    kernels::product_bt_into(d_q, wh.value(), previous.h.gradient(), true);
  }
};

}  // namespace

struct RecurrentSteps::Shared {
  Index batch;
  int steps, done;
  Working working;
  Var* made;  ///< as in StepLinear
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
  new (shared_) Shared{batch, steps, 0, make_working(*wh.tape, cell, batch, wh.rows()), room_for_steps(*wh.tape, steps)};
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
  const int number = shared_->done++;
  const Index first = number * batch;
  const bool own = tape.engine_forward() != nullptr;
  const State next{own ? tape.make(batch, units) : tape.rows_of(h_, first, batch), !c_   ? Var()
                                                                                   : own ? tape.make(batch, units)
                                                                                         : tape.rows_of(c_, first, batch)};
  if (own) shared_->made[number] = next.h;
  if (own && computed_by_engine(next.h, &Engine::recurrent_step, RecurrentStep{cell_, projected, previous.h, previous.c, wh_, bh_, active},
                                next.c))
    return next;
  View h_before(inputs_.data() + first * units, batch, units);
  if (previous.h)
    h_before = previous.h.value();
  else
    h_before.setZero();
  if (active) {
    bool* kept_active = tape.scratch_array<bool>(static_cast<std::size_t>(batch));
    active = std::copy(active, active + batch, kept_active) - batch;
  }
  Step step{.cell = cell_,
            .projected = projected,
            .wh = wh_,
            .bh = bh_,
            .previous = previous,
            .next = next,
            .active = active,
            .h_before = h_before,
            .c_before = !c_          ? no_view()
                        : previous.c ? previous.c.value()
                                     : zeros(tape, batch, units),
            .gates = tape.scratch(batch, wh_.cols()),
            .recurrent = cell_ == Cell::gru ? tape.scratch(batch, units) : no_view(),
            .d_q = View(d_q_.data() + first * wh_.cols(), batch, wh_.cols()),
            .working = &shared_->working};
  kernels::recurrent_step_into(cell_, step.input(), step.output());
  tape.on_backward(step.next.h, [step]() mutable { step.run_back(); });
  return step.next;
}

Var RecurrentSteps::all() const { return all_steps(h_, shared_->made, shared_->done, shared_->batch); }

}  // namespace attn::autodiff
