// Reverse-mode differentiation: values on a tape, each with a function that pushes its gradient back to what it was made from.
//
// Values, gradients and the functions' captures lie in one arena that clear() rewinds, so that a training step allocates nothing once the
// arena has grown to the size of a step. An op is a kernel forward and its `_vjp` backward (ops.h); to write another:
//
//   Var tanh(Var x) {
//     Tape& tape = *x.tape;
//     Var y = tape.make(x.rows(), x.cols());
//     kernels::tanh_into(x.value(), y.value());
//     tape.on_backward(y, [x, y] { if (x.needs_gradient()) kernels::add_tanh_vjp(y.value(), y.gradient(), x.gradient()); });
//     return y;
//   }
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

#include "base/mat.h"

namespace attn::autodiff {

class Tape;
using View = Eigen::Map<Mat>;

/// A matrix on a tape. A handle, copied freely; valid until the tape is cleared.
struct Var {
  Tape* tape = nullptr;
  int index = -1;

  Index rows() const;
  Index cols() const;
  View value() const;
  /// Adds up during backward(); zeros before. Only where needs_gradient().
  View gradient() const;
  bool needs_gradient() const;
  explicit operator bool() const { return tape != nullptr; }
};

class Tape {
 public:
  Tape();
  ~Tape();
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  /// Forgets every value and keeps the memory.
  void clear();

  /// A copy of `value`; no gradient.
  Var constant(In value);
  /// Refers to `value`, which outlives the tape's use of it; backward() adds its gradient to `*gradient` (same shape). A null gradient: a
  /// frozen parameter.
  Var parameter(const Mat& value, Mat* gradient);
  /// For ops: a new value, uninitialised, that needs a gradient if `needs_gradient`.
  Var make(Index rows, Index cols, bool needs_gradient = true);
  /// For ops: memory that lives as long as the values, uninitialised, e.g. for intermediates that the backward function reads.
  View scratch(Index rows, Index cols);
  template <class T>
  T* scratch_array(std::size_t count);
  /// For ops: `f` runs in backward() when `y` has received all of its gradient, in reverse order of registration. Skipped where `y` needs
  /// no gradient.
  template <class F>
  void on_backward(Var y, F f);

  /// Gradients of `loss` [1,1] with respect to everything on the tape that needs one.
  void backward(Var loss);

  /// Blocks of memory taken from the system since the tape was made; stands still from the second of two equal steps on.
  std::size_t allocations() const;
  /// Without gradients (translating, measuring): make() and parameter() give values that need none and on_backward() does nothing.
  void set_recording(bool recording);
};

}  // namespace attn::autodiff
