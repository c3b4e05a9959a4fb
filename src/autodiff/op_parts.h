// What every operation needs to find out: the common tape of its arguments, and whether any of them needs a gradient.
#pragma once

#include <initializer_list>

#include "autodiff/engine.h"
#include "autodiff/tape.h"
#include "kernels/views.h"

namespace attn::autodiff {

/// The tape of the arguments; those that are absent do not count. CHECKs that all have the same tape.
inline Tape& tape_of(std::initializer_list<Var> arguments) {
  Tape* tape = nullptr;
  for (const Var& x : arguments) {
    if (!x) continue;
    CHECK(!tape || tape == x.tape, "autodiff: arguments on different tapes");
    tape = x.tape;
  }
  CHECK(tape, "autodiff: an operation without arguments");
  return *tape;
}

inline bool any_needs_gradient(std::initializer_list<Var> arguments) {
  for (const Var& x : arguments)
    if (x.needs_gradient()) return true;
  return false;
}

/// A new value made from these arguments.
inline Var make_from(std::initializer_list<Var> arguments, Index rows, Index cols) {
  return tape_of(arguments).make(rows, cols, any_needs_gradient(arguments));
}

/// CHECKs that both are there and have one shape.
inline void check_same_shape(const char* operation, Var a, Var b) {
  CHECK(a && b && a.rows() == b.rows() && a.cols() == b.cols(), operation, ": a is ", shape(a.value()), ", b is ", shape(b.value()));
}

/// [0,0], for arguments of kernels that are not needed.
inline View no_view() { return kernels::no_matrix(); }
/// The gradient of x, or [0,0] where it needs none.
inline View gradient_or_none(Var x) { return x.needs_gradient() ? x.gradient() : no_view(); }

}  // namespace attn::autodiff
