// Recurrent layers in one direction or both, and stacks of them.
//
// b batch, t steps, i inputs, u units. The rows of a batch are ordered by steps, as in kernels/recurrent.h.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "autodiff/recurrence.h"
#include "nn/layers.h"

namespace attn::nn {

/// One layer in one direction. Its parameters are "<name>.wx" [i, g u], ".wh" [u, g u], ".bx" and ".bh" [1, g u]. Initially wx is Glorot
/// uniform and wh orthogonal, gate by gate. Biases are 0, except that of the LSTM's forget gate, which is 1 (Jozefowicz et al. 2015).
class RecurrentLayer {
 public:
  RecurrentLayer() = default;
  RecurrentLayer(Parameters& parameters, const std::string& name, kernels::Cell cell, Index inputs, Index units, Rng& rng);

  kernels::Cell cell() const { return cell_; }
  Index units() const { return wh_->value.rows(); }
  autodiff::Var wx(autodiff::Tape& tape) const { return on(tape, *wx_); }
  autodiff::Var wh(autodiff::Tape& tape) const { return on(tape, *wh_); }
  autodiff::Var bx(autodiff::Tape& tape) const { return on(tape, *bx_); }
  autodiff::Var bh(autodiff::Tape& tape) const { return on(tape, *bh_); }

  /// x [t b, i] of all steps -> x wx + bx [t b, g u].
  autodiff::Var project(autodiff::Tape& tape, autodiff::Var x) const { return autodiff::linear(x, wx(tape), bx(tape)); }
  /// x [t b, i] -> the states of all steps.
  autodiff::Layer operator()(autodiff::Tape& tape, autodiff::Var x, Index batch, const int* lengths = nullptr, bool backward = false,
                             autodiff::State initial = {}) const;
  /// Single steps for decoders, each from its projected input.
  autodiff::RecurrentSteps steps(autodiff::Tape& tape, int count, Index batch) const {
    return autodiff::RecurrentSteps(cell_, wh(tape), bh(tape), count, batch);
  }

 private:
  kernels::Cell cell_ = kernels::Cell::gru;
  Parameter *wx_ = nullptr, *wh_ = nullptr, *bx_ = nullptr, *bh_ = nullptr;
};

struct RecurrentSettings {
  kernels::Cell cell = kernels::Cell::gru;
  Index inputs = 0;
  Index units = 0;  ///< width of the output; a bidirectional layer has units / 2 in each direction
  int depth = 1;
  bool bidirectional = false;
};

inline constexpr int kDeepestStack = 8;

/// What a stack computed from a sequence. The arrays are filled up to the depth of the stack.
struct Recurred {
  autodiff::Var output;                             ///< [t b, u] of the last layer; two directions are concatenated
  std::array<autodiff::Var, kDeepestStack> layers;  ///< the outputs of all layers
  std::array<autodiff::State, 2 * kDeepestStack>
      last;  ///< the states after all steps: per layer, forward then backward where there are two
};

/// A stack of layers, each of which reads the one below it. Its parameters are called "<name>.<layer>.wx", or "<name>.<layer>.forward.wx"
/// and ".backward.wx". Dropout acts between layers.
class Recurrent {
 public:
  Recurrent() = default;
  Recurrent(Parameters& parameters, const std::string& name, const RecurrentSettings& settings, Rng& rng);

  const RecurrentSettings& settings() const { return settings_; }
  /// One direction of the layer `depth`, counted from 0.
  const RecurrentLayer& layer(int depth, bool backward = false) const;
  /// Runs the stack over x [t b, i], with lengths [b] or null. There is no dropout where `rng` is null.
  Recurred operator()(autodiff::Tape& tape, autodiff::Var x, Index batch, const int* lengths = nullptr, Real dropout = 0,
                      Rng* rng = nullptr) const;

 private:
  RecurrentSettings settings_;
  std::vector<RecurrentLayer> layers_;  ///< ordered by depth, forward before backward
};

}  // namespace attn::nn
