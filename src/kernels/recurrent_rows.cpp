#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/recurrent_rows.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file once per SIMD target.
#include <hwy/highway.h>

#include "kernels/recurrent_rows.h"
#include "kernels/vector_math-inl.h"
#include "kernels/vector_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {
using rows::RecurrentRow;
using rows::RecurrentRowGradient;

/// Derivatives of tanh and sigma from their results.
HWY_INLINE V tanh_slope(V y) { return hn::NegMulAdd(y, y, set(1)); }
HWY_INLINE V sigmoid_slope(V y) { return hn::NegMulAdd(y, y, y); }

/// p + q of one gate, which begins at column `at`.
template <class Part>
HWY_INLINE V gate_input(const RecurrentRow& row, Index at, Part part) {
  return hn::Add(part.load(row.projected + at), hn::Add(part.load(row.gates + at), part.load(row.bh + at)));
}

void rnn(const RecurrentRow& row) {
  for_parts(row.units, [&](auto part) HWY_ATTR {
    const V h = tanh_vector(D(), gate_input(row, 0, part));
    part.store(h, row.gates);
    part.store(h, row.new_h);
  });
}

void gru(const RecurrentRow& row) {
  const Index u = row.units;
  for_parts(u, [&](auto part) HWY_ATTR {
    const V r = sigmoid_vector(D(), gate_input(row, 0, part)), z = sigmoid_vector(D(), gate_input(row, u, part));
    const V q = hn::Add(part.load(row.gates + 2 * u), part.load(row.bh + 2 * u));
    const V n = tanh_vector(D(), hn::MulAdd(r, q, part.load(row.projected + 2 * u)));
    part.store(r, row.gates);
    part.store(z, row.gates + u);
    part.store(n, row.gates + 2 * u);
    part.store(q, row.recurrent);
    part.store(hn::MulAdd(z, hn::Sub(part.load(row.h), n), n), row.new_h);
  });
}

void lstm(const RecurrentRow& row) {
  const Index u = row.units;
  for_parts(u, [&](auto part) HWY_ATTR {
    const V i = sigmoid_vector(D(), gate_input(row, 0, part)), f = sigmoid_vector(D(), gate_input(row, u, part));
    const V g = tanh_vector(D(), gate_input(row, 2 * u, part)), o = sigmoid_vector(D(), gate_input(row, 3 * u, part));
    const V c = hn::MulAdd(f, part.load(row.c), hn::Mul(i, g));
    part.store(i, row.gates);
    part.store(f, row.gates + u);
    part.store(g, row.gates + 2 * u);
    part.store(o, row.gates + 3 * u);
    part.store(c, row.new_c);
    part.store(hn::Mul(o, tanh_vector(D(), c)), row.new_h);
  });
}

/// The same gradient for the two parts of a gate's input.
template <class Part>
HWY_INLINE void store_both(V v, const RecurrentRowGradient& row, Index at, Part part) {
  part.store(v, row.d_projected + at);
  if (row.d_q != row.d_projected) part.store(v, row.d_q + at);
}

void rnn_vjp(const RecurrentRowGradient& row) {
  for_parts(row.units, [&](auto part) HWY_ATTR {
    store_both(hn::Mul(part.load(row.d_h), tanh_slope(part.load(row.gates))), row, 0, part);
    part.store(hn::Zero(D()), row.d_h);
  });
}

void gru_vjp(const RecurrentRowGradient& row) {
  const Index u = row.units;
  for_parts(u, [&](auto part) HWY_ATTR {
    const V d_h = part.load(row.d_h), q = part.load(row.recurrent);
    const V r = part.load(row.gates), z = part.load(row.gates + u), n = part.load(row.gates + 2 * u);
    const V d_n = hn::Mul(hn::NegMulAdd(d_h, z, d_h), tanh_slope(n));
    store_both(hn::Mul(hn::Mul(d_n, q), sigmoid_slope(r)), row, 0, part);
    store_both(hn::Mul(hn::Mul(d_h, hn::Sub(part.load(row.h), n)), sigmoid_slope(z)), row, u, part);
    part.store(d_n, row.d_projected + 2 * u);
    part.store(hn::Mul(d_n, r), row.d_q + 2 * u);
    part.store(hn::Mul(d_h, z), row.d_h);
  });
}

void lstm_vjp(const RecurrentRowGradient& row) {
  const Index u = row.units;
  for_parts(u, [&](auto part) HWY_ATTR {
    const V i = part.load(row.gates), f = part.load(row.gates + u), g = part.load(row.gates + 2 * u), o = part.load(row.gates + 3 * u);
    const V d_h = part.load(row.d_h), t = tanh_vector(D(), part.load(row.new_c));
    const V d_c = hn::MulAdd(hn::Mul(d_h, o), tanh_slope(t), part.load(row.d_c));
    store_both(hn::Mul(hn::Mul(d_c, g), sigmoid_slope(i)), row, 0, part);
    store_both(hn::Mul(hn::Mul(d_c, part.load(row.c)), sigmoid_slope(f)), row, u, part);
    store_both(hn::Mul(hn::Mul(d_c, i), tanh_slope(g)), row, 2 * u, part);
    store_both(hn::Mul(hn::Mul(d_h, t), sigmoid_slope(o)), row, 3 * u, part);
    part.store(hn::Mul(d_c, f), row.d_c);
    part.store(hn::Zero(D()), row.d_h);
  });
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn::kernels {
HWY_EXPORT(rnn);
HWY_EXPORT(gru);
HWY_EXPORT(lstm);
HWY_EXPORT(rnn_vjp);
HWY_EXPORT(gru_vjp);
HWY_EXPORT(lstm_vjp);

namespace rows {

void rnn(const RecurrentRow& row) { HWY_DYNAMIC_DISPATCH(rnn)(row); }
void gru(const RecurrentRow& row) { HWY_DYNAMIC_DISPATCH(gru)(row); }
void lstm(const RecurrentRow& row) { HWY_DYNAMIC_DISPATCH(lstm)(row); }
void rnn_vjp(const RecurrentRowGradient& row) { HWY_DYNAMIC_DISPATCH(rnn_vjp)(row); }
void gru_vjp(const RecurrentRowGradient& row) { HWY_DYNAMIC_DISPATCH(gru_vjp)(row); }
void lstm_vjp(const RecurrentRowGradient& row) { HWY_DYNAMIC_DISPATCH(lstm_vjp)(row); }

}  // namespace rows
}  // namespace attn::kernels
#endif
