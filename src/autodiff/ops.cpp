#include "autodiff/ops.h"

#include "autodiff/op_parts.h"
#include "kernels/elementwise.h"
#include "kernels/matmul.h"

namespace attn::autodiff {

Var product(Var a, Var b) {
  const Var y = make_from({a, b}, a.rows(), b.cols());
  if (computed_by_engine(y, &Engine::linear, a, b, Var())) return y;
  kernels::product_into(a.value(), b.value(), y.value());
  y.tape->on_backward(
      y, [a, b, y] { kernels::add_product_vjp(a.value(), b.value(), y.gradient(), gradient_or_none(a), gradient_or_none(b)); });
  return y;
}

Var product_bt(Var a, Var b) {
  const Var y = make_from({a, b}, a.rows(), b.rows());
  if (computed_by_engine(y, &Engine::product_bt, a, b)) return y;
  kernels::product_bt_into(a.value(), b.value(), y.value());
  y.tape->on_backward(y, [a, b, y] {
    if (a.needs_gradient()) kernels::product_into(y.gradient(), b.value(), a.gradient(), true);
    if (b.needs_gradient()) kernels::product_at_into(y.gradient(), a.value(), b.gradient(), true);
  });
  return y;
}

Var linear(Var x, Var w, Var bias) {
  const Var y = make_from({x, w, bias}, x.rows(), w.cols());
  if (computed_by_engine(y, &Engine::linear, x, w, bias)) return y;
  kernels::product_into(x.value(), w.value(), y.value());
  if (bias) kernels::add_row(bias.value(), y.value());
  y.tape->on_backward(y, [x, w, bias, y] {
    kernels::add_product_vjp(x.value(), w.value(), y.gradient(), gradient_or_none(x), gradient_or_none(w));
    if (bias.needs_gradient()) kernels::add_column_sums(y.gradient(), bias.gradient());
  });
  return y;
}

namespace {

/// a + factor b.
Var sum_of(const char* operation, Var a, Var b, Real factor) {
  check_same_shape(operation, a, b);
  const Var y = make_from({a, b}, a.rows(), a.cols());
  if (computed_by_engine(y, &Engine::sum, a, b, factor)) return y;
  y.value() = a.value();
  kernels::add_scaled(b.value(), factor, y.value());
  y.tape->on_backward(y, [a, b, factor, y] {
    if (a.needs_gradient()) kernels::add_scaled(y.gradient(), 1, a.gradient());
    if (b.needs_gradient()) kernels::add_scaled(y.gradient(), factor, b.gradient());
  });
  return y;
}

}  // namespace

Var add(Var a, Var b) { return sum_of("add", a, b, 1); }

Var subtract(Var a, Var b) { return sum_of("subtract", a, b, -1); }

Var multiply(Var a, Var b) {
  check_same_shape("multiply", a, b);
  const Var y = make_from({a, b}, a.rows(), a.cols());
  if (computed_by_engine(y, &Engine::multiply, a, b)) return y;
  y.value() = a.value().cwiseProduct(b.value());
  y.tape->on_backward(y, [a, b, y] {
    if (a.needs_gradient()) kernels::add_entry_product(b.value(), y.gradient(), 1, a.gradient());
    if (b.needs_gradient()) kernels::add_entry_product(a.value(), y.gradient(), 1, b.gradient());
  });
  return y;
}

Var add_row(Var x, Var row) {
  const Var y = make_from({x, row}, x.rows(), x.cols());
  if (computed_by_engine(y, &Engine::add_row, x, row)) return y;
  y.value() = x.value();
  kernels::add_row(row.value(), y.value());
  y.tape->on_backward(y, [x, row, y] {
    if (x.needs_gradient()) kernels::add_scaled(y.gradient(), 1, x.gradient());
    if (row.needs_gradient()) kernels::add_column_sums(y.gradient(), row.gradient());
  });
  return y;
}

Var multiply_rows(Var x, Var column) {
  CHECK(column.rows() == x.rows() && column.cols() == 1, "multiply_rows: x is ", shape(x.value()), ", column is ", shape(column.value()));
  const Var y = make_from({x, column}, x.rows(), x.cols());
  if (computed_by_engine(y, &Engine::multiply_rows, x, column)) return y;
  for (Index i = 0; i < x.rows(); ++i) y.value().row(i) = x.value().row(i) * column.value()(i, 0);
  y.tape->on_backward(y, [x, column, y] {
    const View d_y = y.gradient();
    for (Index i = 0; i < d_y.rows(); ++i) {
      if (x.needs_gradient()) x.gradient().row(i) += d_y.row(i) * column.value()(i, 0);
      if (column.needs_gradient()) column.gradient()(i, 0) += d_y.row(i).dot(x.value().row(i));
    }
  });
  return y;
}

Var scale(Var x, Real factor) {
  const Var y = make_from({x}, x.rows(), x.cols());
  if (computed_by_engine(y, &Engine::scale, x, factor)) return y;
  y.value() = x.value() * factor;
  y.tape->on_backward(y, [x, factor, y] { kernels::add_scaled(y.gradient(), factor, x.gradient()); });
  return y;
}

Var tanh(Var x) {
  const Var y = make_from({x}, x.rows(), x.cols());
  if (computed_by_engine(y, &Engine::apply, Engine::Function::tanh, x)) return y;
  kernels::tanh_into(x.value(), y.value());
  y.tape->on_backward(y, [x, y] { kernels::add_tanh_vjp(y.value(), y.gradient(), x.gradient()); });
  return y;
}

Var sigmoid(Var x) {
  const Var y = make_from({x}, x.rows(), x.cols());
  if (computed_by_engine(y, &Engine::apply, Engine::Function::sigmoid, x)) return y;
  kernels::sigmoid_into(x.value(), y.value());
  y.tape->on_backward(y, [x, y] { kernels::add_sigmoid_vjp(y.value(), y.gradient(), x.gradient()); });
  return y;
}

Var relu(Var x) {
  const Var y = make_from({x}, x.rows(), x.cols());
  if (computed_by_engine(y, &Engine::apply, Engine::Function::relu, x)) return y;
  kernels::relu_into(x.value(), y.value());
  y.tape->on_backward(y, [x, y] { kernels::add_relu_vjp(y.value(), y.gradient(), x.gradient()); });
  return y;
}

Var gelu(Var x) {
  const Var y = make_from({x}, x.rows(), x.cols());
  if (computed_by_engine(y, &Engine::apply, Engine::Function::gelu, x)) return y;
  kernels::gelu_into(x.value(), y.value());
  y.tape->on_backward(y, [x, y] { kernels::add_gelu_vjp(x.value(), y.gradient(), x.gradient()); });
  return y;
}

namespace {

constexpr Real kCube = Real(0.044715), kTwice = Real(1.5957691216057308);  // 2 sqrt(2 / pi): (1 + tanh(a)) / 2 is sigmoid(2 a)

/// What gelu_tanh multiplies x by.
void gate_by_tanh(In x, Out gate) {
  gate = (kTwice * x.array() * (1 + kCube * x.array().square())).matrix();
  kernels::sigmoid_into(gate, gate);
}

}  // namespace

Var gelu_tanh(Var x) {
  const Var y = make_from({x}, x.rows(), x.cols());
  gate_by_tanh(x.value(), y.value());
  y.value().array() *= x.value().array();
  y.tape->on_backward(y, [x, y] {
    Mat gate(x.rows(), x.cols());
    gate_by_tanh(x.value(), gate);
    const auto at = x.value().array();
    x.gradient().array() += y.gradient().array() * gate.array() * (1 + at * (1 - gate.array()) * kTwice * (1 + 3 * kCube * at.square()));
  });
  return y;
}

}  // namespace attn::autodiff
