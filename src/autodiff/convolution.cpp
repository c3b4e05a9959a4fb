#include "autodiff/convolution.h"

#include "autodiff/op_parts.h"
#include "autodiff/ops.h"

namespace attn::autodiff {

Var convolve(Var x, Var w, Var bias, const kernels::ConvolutionShape& shape) {
  Tape& tape = tape_of({x, w, bias});
  if (tape.engine() && !x.needs_gradient()) {
    const Var windows = tape.make(shape.images * shape.windows(), shape.seen(), false);
    kernels::windows_into(x.value(), shape, windows.value());
    return linear(windows, w, bias);
  }
  const Var y = make_from({x, w, bias}, shape.images * shape.windows(), w.cols());
  kernels::convolve_into(x.value(), w.value(), bias ? bias.value() : no_view(), shape, y.value());
  tape.on_backward(y, [x, w, bias, y, shape] {
    kernels::add_convolve_vjp(x.value(), w.value(), y.gradient(), shape, gradient_or_none(x), gradient_or_none(w), gradient_or_none(bias));
  });
  return y;
}

Var mean_of_images(Var x, Index pixels) {
  CHECK(pixels > 0 && x.rows() % pixels == 0, "mean_of_images: ", x.rows(), " rows of images of ", pixels);
  const Var y = make_from({x}, x.rows() / pixels, x.cols());
  const Real share = 1 / static_cast<Real>(pixels);
  for (Index i = 0; i < y.rows(); ++i) y.value().row(i) = x.value().middleRows(i * pixels, pixels).colwise().sum() * share;
  y.tape->on_backward(y, [x, y, pixels, share] {
    for (Index i = 0; i < y.rows(); ++i) x.gradient().middleRows(i * pixels, pixels).rowwise() += y.gradient().row(i) * share;
  });
  return y;
}

}  // namespace attn::autodiff
