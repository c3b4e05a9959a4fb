// Recurrent networks on a tape: a whole layer as one operation, single steps for decoders, and linear maps that are applied once per step.
//
// The rows of a batch are ordered by steps, as in kernels/recurrent.h: step s has the rows s b ... s b + b - 1. b batch, t steps, i inputs,
// u units, g gates.
#pragma once

#include "autodiff/tape.h"
#include "kernels/recurrent.h"

namespace attn::autodiff {

/// h [b,u]; c [b,u] for LSTM cells, else absent. An absent h stands for zeros.
struct State {
  Var h;
  Var c = {};
};

/// y = x w + bias at every step of a loop. The gradients of w and bias are computed in one product over all steps.
///
///   StepLinear project(w, bias, steps, batch);
///   for (...) Var y = project(x);   // x [b,i] -> [b,f]
///   Var all = project.all();        // [t b, f], without a copy
class StepLinear {
 public:
  /// w [i,f], bias [1,f] or absent. There may be at most `steps` calls.
  StepLinear(Var w, Var bias, int steps, Index batch);
  Var operator()(Var x);
  /// The results so far, with the rows in the order of the steps.
  Var all() const;

 private:
  struct Shared;
  Var w_, bias_, all_;
  View inputs_;  ///< [t b, i]
  Shared* shared_;
};

/// Single steps of a recurrent layer, for decoders whose next input depends on the state. The gradients of wh and bh are computed in one
/// product over all steps.
class RecurrentSteps {
 public:
  /// wh [u, g u], bh [1, g u]. There may be at most `steps` calls.
  RecurrentSteps(kernels::Cell cell, Var wh, Var bh, int steps, Index batch);
  /// projected [b, g u] = x wx + bx. Rows where active [b] is false keep their state; null: all are active. `active` is copied.
  State operator()(Var projected, State previous, const bool* active = nullptr);
  /// h of the steps so far [t b, u], without a copy.
  Var all() const;

 private:
  struct Shared;
  kernels::Cell cell_;
  Var wh_, bh_, h_, c_;
  View inputs_;  ///< [t b, u] h of the step before
  View d_q_;     ///< [t b, g u]
  Shared* shared_;
};

/// How a layer reads a batch.
struct LayerRun {
  kernels::Cell cell = kernels::Cell::gru;
  Index batch = 1;
  const int* lengths = nullptr;  ///< [b] steps of each example, beyond which the state does not change; null: all steps; copied
  bool backward = false;         ///< whether it reads from the last step to the first
};

/// h and c of every step [t b, u]. The state after all steps is in the rows (t - 1) b ..., or backward in the rows 0 ... b - 1.
struct Layer {
  Var h;
  Var c = {};  ///< [t b, u] for LSTM cells, else absent
  View gates;  ///< [t b, g u] after their activations; undefined beyond an example's length. Empty where an engine computes
  State last;  ///< the state after all steps
};
/// Runs all steps of a layer in one direction. projected [t b, g u] = x wx + bx, wh [u, g u], bh [1, g u]; initial h and c [b,u] or absent.
Layer recurrent_layer(const LayerRun& run, Var projected, Var wh, Var bh, State initial = {});

}  // namespace attn::autodiff
