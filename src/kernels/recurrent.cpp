#include "kernels/recurrent.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "kernels/elementwise.h"
#include "kernels/matmul.h"
#include "kernels/recurrent_rows.h"

namespace attn::kernels {
namespace {

template <class Matrix>
const Real* row_of(const Matrix& m, Index i) {
  return m.data() + i * m.outerStride();
}
Real* row_of(Out& m, Index i) { return m.data() + i * m.outerStride(); }

template <class Matrix>
void check_shape(const Matrix& m, Index rows, Index cols, const char* name) {
  CHECK(m.rows() == rows && m.cols() == cols, "recurrent step: ", name, " is ", shape(m), ", expected [", rows, ",", cols, "]");
}

void check_step(Cell cell, const StepInput& in, const StepOutput& out) {
  const Index b = in.h.rows(), u = in.h.cols(), all = gate_count(cell) * u;
  check_shape(in.projected, b, all, "projected");
  check_shape(in.wh, u, all, "wh");
  check_shape(in.bh, 1, all, "bh");
  check_shape(out.gates, b, all, "gates");
  check_shape(out.h, b, u, "the new h");
  if (cell == Cell::gru) check_shape(out.recurrent, b, u, "recurrent");
  if (cell == Cell::lstm) {
    check_shape(in.c, b, u, "c");
    check_shape(out.c, b, u, "the new c");
  }
}

bool is_active(const StepInput& in, Index i) { return !in.active || in.active[i]; }

void keep(Cell cell, const StepInput& in, StepOutput& out, Index i) {
  out.h.row(i) = in.h.row(i);
  if (cell == Cell::lstm) out.c.row(i) = in.c.row(i);
}

Real sigmoid(Real x) { return 1 / (1 + std::exp(-x)); }

/// Unit k of example i, with the two parts of its gates' inputs.
void unit_reference(Cell cell, const StepInput& in, StepOutput& out, Index i, Index k) {
  const Index u = in.h.cols();
  const auto p = [&](Index gate) { return in.projected(i, gate * u + k); };
  const auto q = [&](Index gate) {
    Real sum = in.bh(0, gate * u + k);
    for (Index j = 0; j < u; ++j) sum += in.h(i, j) * in.wh(j, gate * u + k);
    return sum;
  };
  const auto gate = [&](Index g) -> Real& { return out.gates(i, g * u + k); };
  if (cell == Cell::rnn) {
    out.h(i, k) = gate(0) = std::tanh(p(0) + q(0));
  } else if (cell == Cell::gru) {
    out.recurrent(i, k) = q(2);
    gate(0) = sigmoid(p(0) + q(0)), gate(1) = sigmoid(p(1) + q(1));
    gate(2) = std::tanh(p(2) + gate(0) * q(2));
    out.h(i, k) = (1 - gate(1)) * gate(2) + gate(1) * in.h(i, k);
  } else {
    for (const Index g : {0, 1, 3}) gate(g) = sigmoid(p(g) + q(g));
    gate(2) = std::tanh(p(2) + q(2));
    out.c(i, k) = gate(1) * in.c(i, k) + gate(0) * gate(2);
    out.h(i, k) = gate(3) * std::tanh(out.c(i, k));
  }
}

using Step = void (*)(Cell cell, const StepInput& in, StepOutput out);

/// Row s of `m`, or an empty matrix where the cell does not use `m`.
Out row_or_none(Mat& m, Index s) {
  if (m.rows() == 0) return no_matrix();
  return m.middleRows(s, 1);
}

Mat state_or_zeros(In given, Index u, const char* name) {
  CHECK(given.size() == 0 || (given.rows() == 1 && given.cols() == u), "recurrent: ", name, " is ", shape(given), ", expected [1,", u, "]");
  return given.size() == 0 ? Mat::Zero(1, u) : Mat(given);
}

Recurrence run(Cell cell, In projected, const RecurrentWeights& weights, In h0, In c0, Step step) {
  const Index t = projected.rows(), u = weights.wh.rows();
  const bool lstm = cell == Cell::lstm;
  Recurrence r{Mat(t, u), Mat(lstm ? t : 0, lstm ? u : 0), Mat(t, gate_count(cell) * u), Mat(cell == Cell::gru ? t : 0, u)};
  const Mat h = state_or_zeros(h0, u, "h0"), c = lstm ? state_or_zeros(c0, u, "c0") : Mat();
  for (Index s = 0; s < t; ++s) {
    const Mat& h_rows = s > 0 ? r.h : h;
    const Mat& c_rows = s > 0 ? r.c : c;
    const Index before = std::max<Index>(s - 1, 0);
    const StepInput in{.projected = projected.middleRows(s, 1),
                       .h = h_rows.middleRows(before, 1),
                       .c = lstm ? Eigen::Ref<const Mat>(c_rows.middleRows(before, 1)) : Eigen::Ref<const Mat>(no_matrix()),
                       .wh = weights.wh,
                       .bh = weights.bh};
    step(
        cell, in,
        {.gates = r.gates.middleRows(s, 1), .recurrent = row_or_none(r.recurrent, s), .c = row_or_none(r.c, s), .h = r.h.middleRows(s, 1)});
  }
  return r;
}

void check_layer(Cell cell, In x, const RecurrentWeights& w) {
  const Index u = w.wh.rows(), all = gate_count(cell) * u;
  CHECK(w.wx.rows() == x.cols() && w.wx.cols() == all && w.wh.cols() == all && w.bx.rows() == 1 && w.bx.cols() == all && w.bh.rows() == 1 &&
            w.bh.cols() == all,
        "recurrent: x is ", shape(x), ", wx is ", shape(w.wx), ", wh is ", shape(w.wh), ", bx is ", shape(w.bx), ", bh is ", shape(w.bh));
}

}  // namespace

void recurrent_step_into(Cell cell, const StepInput& in, StepOutput out) {
  check_step(cell, in, out);
  product_into(in.h, in.wh, out.gates);
  const auto step = cell == Cell::rnn ? rows::rnn : cell == Cell::gru ? rows::gru : rows::lstm;
  for (Index i = 0; i < in.h.rows(); ++i) {
    if (!is_active(in, i)) {
      keep(cell, in, out, i);
      continue;
    }
    step({.projected = row_of(in.projected, i),
          .bh = in.bh.data(),
          .h = row_of(in.h, i),
          .c = row_of(in.c, i),
          .gates = row_of(out.gates, i),
          .recurrent = row_of(out.recurrent, i),
          .new_c = row_of(out.c, i),
          .new_h = row_of(out.h, i),
          .units = in.h.cols()});
  }
}

void recurrent_step_reference(Cell cell, const StepInput& in, StepOutput out) {
  check_step(cell, in, out);
  for (Index i = 0; i < in.h.rows(); ++i) {
    if (!is_active(in, i)) keep(cell, in, out, i);
    for (Index k = 0; is_active(in, i) && k < in.h.cols(); ++k) unit_reference(cell, in, out, i, k);
  }
}

void recurrent_step_vjp_into(Cell cell, const StepInput& in, const StepOutput& forward, StepGradient gradient) {
  check_step(cell, in, forward);
  const Index b = in.h.rows(), u = in.h.cols(), all = gate_count(cell) * u;
  check_shape(gradient.d_projected, b, all, "d_projected");
  check_shape(gradient.d_q, b, all, "d_q");
  check_shape(gradient.d_h, b, u, "d_h");
  if (cell == Cell::lstm) check_shape(gradient.d_c, b, u, "d_c");
  const auto step = cell == Cell::rnn ? rows::rnn_vjp : cell == Cell::gru ? rows::gru_vjp : rows::lstm_vjp;
  for (Index i = 0; i < b; ++i) {
    if (!is_active(in, i)) {
      gradient.d_projected.row(i).setZero();
      gradient.d_q.row(i).setZero();
      continue;
    }
    step({.gates = row_of(forward.gates, i),
          .recurrent = row_of(forward.recurrent, i),
          .h = row_of(in.h, i),
          .c = row_of(in.c, i),
          .new_c = row_of(forward.c, i),
          .d_projected = row_of(gradient.d_projected, i),
          .d_q = row_of(gradient.d_q, i),
          .d_h = row_of(gradient.d_h, i),
          .d_c = row_of(gradient.d_c, i),
          .units = u});
  }
}

Recurrence recurrent(Cell cell, In x, const RecurrentWeights& weights, In h0, In c0) {
  check_layer(cell, x, weights);
  Mat projected = product(x, weights.wx);
  add_row(weights.bx, projected);
  return run(cell, projected, weights, h0, c0, recurrent_step_into);
}

Recurrence recurrent_reference(Cell cell, In x, const RecurrentWeights& weights, In h0, In c0) {
  check_layer(cell, x, weights);
  const Mat projected = product_reference(x, weights.wx).rowwise() + weights.bx.row(0);
  return run(cell, projected, weights, h0, c0, recurrent_step_reference);
}

RecurrentGrads recurrent_vjp(Cell cell, In x, const RecurrentWeights& weights, In h0, In c0, const Recurrence& forward, In d_h) {
  check_layer(cell, x, weights);
  const Index t = x.rows(), u = weights.wh.rows(), all = gate_count(cell) * u;
  const bool lstm = cell == Cell::lstm;
  CHECK(d_h.rows() == t && d_h.cols() == u, "recurrent_vjp: d_h is ", shape(d_h), ", expected [", t, ",", u, "]");
  // What each step read: h and c of the step before it, the initial ones first.
  Mat h(t, u), c(lstm ? t : 0, lstm ? u : 0), d_projected(t, all), d_q(t, all);
  if (t > 0) h << state_or_zeros(h0, u, "h0"), forward.h.topRows(t - 1);
  if (t > 0 && lstm) c << state_or_zeros(c0, u, "c0"), forward.c.topRows(t - 1);
  RecurrentGrads grads{{}, {}, Mat::Zero(1, u), Mat::Zero(lstm ? 1 : 0, lstm ? u : 0), d_h};
  Recurrence kept = forward;
  for (Index s = t - 1; s >= 0; --s) {
    grads.d_h0 += d_h.row(s);
    grads.d_h.row(s) = grads.d_h0;
    const StepInput in{
        .projected = d_projected.middleRows(s, 1), .h = h.middleRows(s, 1), .c = row_or_none(c, s), .wh = weights.wh, .bh = weights.bh};
    const StepOutput out{.gates = kept.gates.middleRows(s, 1),
                         .recurrent = row_or_none(kept.recurrent, s),
                         .c = row_or_none(kept.c, s),
                         .h = kept.h.middleRows(s, 1)};
    recurrent_step_vjp_into(
        cell, in, out, {.d_projected = d_projected.middleRows(s, 1), .d_q = d_q.middleRows(s, 1), .d_h = grads.d_h0, .d_c = grads.d_c0});
    product_bt_into(d_q.middleRows(s, 1), weights.wh, grads.d_h0, true);
  }
  grads.d_x = product_bt(d_projected, weights.wx);
  grads.d_weights = {product_at(x, d_projected), product_at(h, d_q), d_projected.colwise().sum(), d_q.colwise().sum()};
  return grads;
}

}  // namespace attn::kernels
