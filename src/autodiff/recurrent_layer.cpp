// A whole recurrent layer as one operation. It runs forward step by step, and backward through time with one product for the weights'
// gradient.
#include <algorithm>

#include <vector>

#include "autodiff/op_parts.h"
#include "autodiff/ops.h"
#include "autodiff/recurrence.h"
#include "kernels/elementwise.h"
#include "kernels/matmul.h"

namespace attn::autodiff {
namespace {

using kernels::Cell;

/// Everything that the forward and the backward run read. The k-th step that the layer reads is step position(k) in time.
struct Pass {
  Cell cell;
  Index batch, steps;
  bool backward;
  const bool* active;  ///< [t b] or null
  Var projected, wh, bh, h, c;
  State initial;
  View h0, c0;                 ///< the initial state's values, or zeros
  View gates, recurrent;       ///< kept from the forward run
  View d_q;                    ///< [t b, g u]
  View d_projected, d_h, d_c;  ///< of one step

  Index position(Index k) const { return backward ? steps - 1 - k : k; }
  /// The rows of one step; a matrix [0,0] is returned as it is.
  View rows(View all, Index k) const {
    return all.size() == 0 ? no_view() : View(all.data() + position(k) * batch * all.cols(), batch, all.cols());
  }
  View h_before(Index k) const { return k == 0 ? h0 : rows(h.value(), k - 1); }
  View c_before(Index k) const { return cell != Cell::lstm ? no_view() : k == 0 ? c0 : rows(c.value(), k - 1); }
  kernels::StepInput input(Index k) const {
    return {.projected = rows(projected.value(), k),
            .h = h_before(k),
            .c = c_before(k),
            .wh = wh.value(),
            .bh = bh.value(),
            .active = active ? active + position(k) * batch : nullptr};
  }
  kernels::StepOutput output(Index k) const {
    return {.gates = rows(gates, k), .recurrent = rows(recurrent, k), .c = c ? rows(c.value(), k) : no_view(), .h = rows(h.value(), k)};
  }

  void run_back();
  void add_weight_gradients() const;
};

/// d_h and d_c hold the gradient of the state after step k, from later steps and from the layer's own output.
void Pass::run_back() {
  d_h.setZero();
  if (c) d_c.setZero();
  for (Index k = steps - 1; k >= 0; --k) {
    kernels::add_scaled(rows(h.gradient(), k), 1, d_h);
    if (c) kernels::add_scaled(rows(c.gradient(), k), 1, d_c);
    const View step_d_q = rows(d_q, k), step_d_projected = cell == Cell::gru ? d_projected : step_d_q;
    kernels::recurrent_step_vjp_into(cell, input(k), output(k), {step_d_projected, step_d_q, d_h, d_c});
    if (projected.needs_gradient()) kernels::add_scaled(step_d_projected, 1, rows(projected.gradient(), k));
    if (k > 0 || initial.h.needs_gradient()) kernels::product_bt_into(step_d_q, wh.value(), d_h, true);
  }
  if (initial.h.needs_gradient()) kernels::add_scaled(d_h, 1, initial.h.gradient());
  if (initial.c.needs_gradient()) kernels::add_scaled(d_c, 1, initial.c.gradient());
  add_weight_gradients();
}

void Pass::add_weight_gradients() const {
  if (bh.needs_gradient()) kernels::add_column_sums(d_q, bh.gradient());
  if (!wh.needs_gradient()) return;
  const Index later = (steps - 1) * batch;
  const auto h_all = h.value();
  if (backward)
    kernels::product_at_into(h_all.bottomRows(later), d_q.topRows(later), wh.gradient(), true);
  else
    kernels::product_at_into(h_all.topRows(later), d_q.bottomRows(later), wh.gradient(), true);
  if (initial.h) kernels::product_at_into(h0, rows(d_q, 0), wh.gradient(), true);
}

View value_or_zeros(Tape& tape, Var x, Index rows, Index cols) {
  if (x) {
    CHECK(x.rows() == rows && x.cols() == cols, "recurrent_layer: the initial state is ", shape(x.value()), ", expected [", rows, ",", cols,
          "]");
    return x.value();
  }
  View zeros = tape.scratch(rows, cols);
  zeros.setZero();
  return zeros;
}

/// The layer step by step, where an engine computes it.
Layer step_by_step(const LayerRun& run, Var projected, Var wh, Var bh, State state, const bool* active) {
  Tape& tape = *projected.tape;
  const Index batch = run.batch, units = wh.rows(), steps = projected.rows() / batch;
  std::vector<Var> h(static_cast<std::size_t>(steps)), c(h);
  RecurrentSteps step(run.cell, wh, bh, static_cast<int>(steps), batch);
  for (Index k = 0; k < steps; ++k) {
    const Index at = run.backward ? steps - 1 - k : k;
    state = step(tape.rows_of(projected, at * batch, batch), state, active ? active + at * batch : nullptr);
    h[static_cast<std::size_t>(at)] = state.h, c[static_cast<std::size_t>(at)] = state.c;
  }
  const bool has_c = run.cell == Cell::lstm;
  return {concat_rows(h), has_c ? concat_rows(c) : Var(), tape.scratch(0, units), state};
}

const bool* active_steps(Tape& tape, const LayerRun& run, Index steps) {
  if (!run.lengths) return nullptr;
  bool* active = tape.scratch_array<bool>(static_cast<std::size_t>(steps * run.batch));
  for (Index s = 0; s < steps; ++s)
    for (Index i = 0; i < run.batch; ++i) active[s * run.batch + i] = s < run.lengths[i];
  return active;
}

}  // namespace

Layer recurrent_layer(const LayerRun& run, Var projected, Var wh, Var bh, State initial) {
  Tape& tape = tape_of({projected, wh, bh, initial.h, initial.c});
  const Index units = wh.rows(), gates = wh.cols(), batch = run.batch, all = projected.rows();
  CHECK(gates == gate_count(run.cell) * units && projected.cols() == gates && batch > 0 && all % batch == 0,
        "recurrent_layer: projected is ", shape(projected.value()), ", wh is ", shape(wh.value()), ", the batch ", batch);
  if (tape.engine_forward()) return step_by_step(run, projected, wh, bh, initial, active_steps(tape, run, all / batch));
  const bool has_c = run.cell == Cell::lstm, needs = any_needs_gradient({projected, wh, bh, initial.h, initial.c});
  const Var h = tape.make(all, units, needs), c = has_c ? tape.make(all, units, needs) : Var();
  const auto scratch = [&](bool wanted, Index rows, Index cols) { return wanted ? tape.scratch(rows, cols) : no_view(); };
  Pass pass{.cell = run.cell,
            .batch = batch,
            .steps = all / batch,
            .backward = run.backward,
            .active = active_steps(tape, run, all / batch),
            .projected = projected,
            .wh = wh,
            .bh = bh,
            .h = h,
            .c = c,
            .initial = initial,
            .h0 = value_or_zeros(tape, initial.h, batch, units),
            .c0 = has_c ? value_or_zeros(tape, initial.c, batch, units) : no_view(),
            .gates = tape.scratch(all, gates),
            .recurrent = scratch(run.cell == Cell::gru, all, units),
            .d_q = scratch(h.needs_gradient(), all, gates),
            .d_projected = scratch(h.needs_gradient() && run.cell == Cell::gru, batch, gates),
            .d_h = scratch(h.needs_gradient(), batch, units),
            .d_c = scratch(h.needs_gradient() && has_c, batch, units)};
  CHECK(pass.steps > 0, "recurrent_layer: no steps");
  for (Index k = 0; k < pass.steps; ++k) kernels::recurrent_step_into(run.cell, pass.input(k), pass.output(k));
  tape.on_backward(h, [pass]() mutable { pass.run_back(); });
  const Index end = pass.position(pass.steps - 1) * batch;
  return {h, c, pass.gates, {tape.rows_of(h, end, batch), has_c ? tape.rows_of(c, end, batch) : Var()}};
}

}  // namespace attn::autodiff
