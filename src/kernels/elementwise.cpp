#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/elementwise.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file once per SIMD target.
#include <hwy/highway.h>

#include <cmath>

#include "base/check.h"
#include "kernels/elementwise.h"
#include "kernels/vector_math-inl.h"
#include "kernels/vector_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::kernels::HWY_NAMESPACE {

// Each of these works on a row of n numbers.

void tanh_row(const Real* x, Real* y, Index n) {
  for_parts(n, [=](auto part) HWY_ATTR { part.store(tanh_vector(D(), part.load(x)), y); });
}

void sigmoid_row(const Real* x, Real* y, Index n) {
  for_parts(n, [=](auto part) HWY_ATTR { part.store(sigmoid_vector(D(), part.load(x)), y); });
}

void relu_row(const Real* x, Real* y, Index n) {
  for_parts(n, [=](auto part) HWY_ATTR { part.store(hn::Max(part.load(x), hn::Zero(D())), y); });
}

void gelu_row(const Real* x, Real* y, Index n) {
  for_parts(n, [=](auto part) HWY_ATTR {
    const V v = part.load(x);
    part.store(hn::Mul(v, normal_vector(D(), v).distribution), y);
  });
}

void tanh_vjp_row(const Real* y, const Real* d_y, Real* d_x, Index n) {
  for_parts(n, [=](auto part) HWY_ATTR {
    const V v = part.load(y);
    part.store(hn::MulAdd(part.load(d_y), hn::NegMulAdd(v, v, set(1)), part.load(d_x)), d_x);
  });
}

void sigmoid_vjp_row(const Real* y, const Real* d_y, Real* d_x, Index n) {
  for_parts(n, [=](auto part) HWY_ATTR {
    const V v = part.load(y);
    part.store(hn::MulAdd(part.load(d_y), hn::NegMulAdd(v, v, v), part.load(d_x)), d_x);
  });
}

void relu_vjp_row(const Real* y, const Real* d_y, Real* d_x, Index n) {
  for_parts(n, [=](auto part) HWY_ATTR {
    const auto passes = hn::Gt(part.load(y), hn::Zero(D()));
    part.store(hn::Add(part.load(d_x), hn::IfThenElseZero(passes, part.load(d_y))), d_x);
  });
}

void gelu_vjp_row(const Real* x, const Real* d_y, Real* d_x, Index n) {
  for_parts(n, [=](auto part) HWY_ATTR {
    const V v = part.load(x);
    const auto normal = normal_vector(D(), v);
    part.store(hn::MulAdd(part.load(d_y), hn::MulAdd(v, normal.density, normal.distribution), part.load(d_x)), d_x);
  });
}

void add_scaled_row(const Real* x, Real factor, Real* y, Index n) {
  const V f = set(factor);
  for_parts(n, [=](auto part) HWY_ATTR { part.store(hn::MulAdd(f, part.load(x), part.load(y)), y); });
}

void add_product_row(const Real* a, const Real* b, Real factor, Real* y, Index n) {
  const V f = set(factor);
  for_parts(n, [=](auto part) HWY_ATTR { part.store(hn::MulAdd(hn::Mul(f, part.load(a)), part.load(b), part.load(y)), y); });
}

void add_row_to_rows(const Real* row, Real* x, Index stride, Index rows, Index cols) {
  for (Index i = 0; i < rows; ++i, x += stride)
    for_parts(cols, [=](auto part) HWY_ATTR { part.store(hn::Add(part.load(row), part.load(x)), x); });
}

void add_rows_to_row(const Real* x, Index stride, Real* sums, Index rows, Index cols) {
  for_parts(cols, [=](auto part) HWY_ATTR {
    V sum = part.load(sums);
    for (Index i = 0; i < rows; ++i) sum = hn::Add(sum, part.load(x + i * stride));
    part.store(sum, sums);
  });
}

}  // namespace attn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn::kernels {
namespace {

HWY_EXPORT(tanh_row);
HWY_EXPORT(sigmoid_row);
HWY_EXPORT(relu_row);
HWY_EXPORT(gelu_row);
HWY_EXPORT(tanh_vjp_row);
HWY_EXPORT(sigmoid_vjp_row);
HWY_EXPORT(relu_vjp_row);
HWY_EXPORT(gelu_vjp_row);
HWY_EXPORT(add_scaled_row);
HWY_EXPORT(add_product_row);
HWY_EXPORT(add_row_to_rows);
HWY_EXPORT(add_rows_to_row);

constexpr std::string_view kActivations[kActivationCount] = {"relu", "gelu"};

template <class A, class B>
void check_shapes(const char* function, const A& a, const B& b) {
  CHECK(a.rows() == b.rows() && a.cols() == b.cols(), function, ": ", shape(a), " and ", shape(b));
}

bool gapless(In m) { return m.outerStride() == m.cols(); }

/// Calls row(i, n) for every row i of n columns, or once for all rows where there are no gaps between them.
template <class Row>
void for_rows(Index rows, Index cols, bool gapless, const Row& row) {
  if (gapless) {
    row(0, rows * cols);
    return;
  }
  for (Index i = 0; i < rows; ++i) row(i, cols);
}

Real* row_of(Out& m, Index i) { return m.data() + i * m.outerStride(); }
const Real* row_of(In m, Index i) { return m.data() + i * m.outerStride(); }

template <class Function>
void map(const char* name, Function f, In x, Out y) {
  check_shapes(name, x, y);
  for_rows(x.rows(), x.cols(), gapless(x) && gapless(y), [&](Index i, Index n) { f(row_of(x, i), row_of(y, i), n); });
}

template <class Function>
void add_vjp(const char* name, Function f, In y, In d_y, Out d_x) {
  check_shapes(name, y, d_y);
  check_shapes(name, y, d_x);
  for_rows(y.rows(), y.cols(), gapless(y) && gapless(d_y) && gapless(d_x),
           [&](Index i, Index n) { f(row_of(y, i), row_of(d_y, i), row_of(d_x, i), n); });
}

}  // namespace

void tanh_into(In x, Out y) { map("tanh", HWY_DYNAMIC_DISPATCH(tanh_row), x, y); }
void sigmoid_into(In x, Out y) { map("sigmoid", HWY_DYNAMIC_DISPATCH(sigmoid_row), x, y); }
void relu_into(In x, Out y) { map("relu", HWY_DYNAMIC_DISPATCH(relu_row), x, y); }
void gelu_into(In x, Out y) { map("gelu", HWY_DYNAMIC_DISPATCH(gelu_row), x, y); }

Mat tanh_reference(In x) {
  return x.unaryExpr([](Real a) { return std::tanh(a); });
}
Mat sigmoid_reference(In x) {
  return x.unaryExpr([](Real a) { return 1 / (1 + std::exp(-a)); });
}
Mat gelu_reference(In x) {
  return x.unaryExpr([](Real a) { return a * std::erfc(-a * static_cast<Real>(0.70710678118654752440)) / 2; });
}

std::string_view to_name(Activation activation) { return kActivations[static_cast<int>(activation)]; }

void activate_into(Activation activation, In x, Out y) {
  if (activation == Activation::relu)
    relu_into(x, y);
  else
    gelu_into(x, y);
}

void add_tanh_vjp(In y, In d_y, Out d_x) { add_vjp("tanh_vjp", HWY_DYNAMIC_DISPATCH(tanh_vjp_row), y, d_y, d_x); }
void add_sigmoid_vjp(In y, In d_y, Out d_x) { add_vjp("sigmoid_vjp", HWY_DYNAMIC_DISPATCH(sigmoid_vjp_row), y, d_y, d_x); }
void add_relu_vjp(In y, In d_y, Out d_x) { add_vjp("relu_vjp", HWY_DYNAMIC_DISPATCH(relu_vjp_row), y, d_y, d_x); }

void add_gelu_vjp(In x, In d_y, Out d_x) { add_vjp("gelu_vjp", HWY_DYNAMIC_DISPATCH(gelu_vjp_row), x, d_y, d_x); }

void add_activation_vjp(Activation activation, In x, In d_y, Out d_x) {
  if (activation == Activation::relu)
    add_relu_vjp(x, d_y, d_x);  // the result is above 0 where the argument is
  else
    add_gelu_vjp(x, d_y, d_x);
}

void add_scaled(In x, Real factor, Out y) {
  check_shapes("add_scaled", x, y);
  for_rows(x.rows(), x.cols(), gapless(x) && gapless(y), [&](Index i, Index n) {
    HWY_DYNAMIC_DISPATCH(add_scaled_row)(row_of(x, i), factor, row_of(y, i), n);
  });
}

void add_entry_product(In a, In b, Real factor, Out y) {
  check_shapes("add_entry_product", a, b);
  check_shapes("add_entry_product", a, y);
  for_rows(a.rows(), a.cols(), gapless(a) && gapless(b) && gapless(y), [&](Index i, Index n) {
    HWY_DYNAMIC_DISPATCH(add_product_row)(row_of(a, i), row_of(b, i), factor, row_of(y, i), n);
  });
}

void add_row(In row, Out x) {
  CHECK(row.rows() == 1 && row.cols() == x.cols(), "add_row: row is ", shape(row), ", x is ", shape(x));
  HWY_DYNAMIC_DISPATCH(add_row_to_rows)(row.data(), x.data(), x.outerStride(), x.rows(), x.cols());
}

void add_column_sums(In x, Out sums) {
  CHECK(sums.rows() == 1 && sums.cols() == x.cols(), "add_column_sums: x is ", shape(x), ", sums are ", shape(sums));
  HWY_DYNAMIC_DISPATCH(add_rows_to_row)(x.data(), x.outerStride(), sums.data(), x.rows(), x.cols());
}

}  // namespace attn::kernels
#endif
