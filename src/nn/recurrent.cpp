#include "nn/recurrent.h"

namespace attn::nn {

namespace {

/// An initial matrix made of one block of u columns for each gate.
template <class Draw>
Mat gate_by_gate(kernels::Cell cell, Index rows, Index units, const Draw& draw) {
  Mat all(rows, gate_count(cell) * units);
  for (int gate = 0; gate < gate_count(cell); ++gate) all.middleCols(gate * units, units) = draw(rows, units);
  return all;
}

Mat initial_bias(kernels::Cell cell, Index units) {
  Mat bias = Mat::Zero(1, gate_count(cell) * units);
  if (cell == kernels::Cell::lstm) bias.middleCols(units, units).setOnes();  // i f g o
  return bias;
}

}  // namespace

RecurrentLayer::RecurrentLayer(Parameters& parameters, const std::string& name, kernels::Cell cell, Index inputs, Index units, Rng& rng)
    : cell_(cell) {
  const auto glorot = [&](Index rows, Index cols) { return glorot_uniform(rows, cols, rng); };
  const auto rotation = [&](Index rows, Index cols) { return orthogonal(rows, cols, rng); };
  wx_ = &parameters.add(name + ".wx", gate_by_gate(cell, inputs, units, glorot));
  wh_ = &parameters.add(name + ".wh", gate_by_gate(cell, units, units, rotation));
  bx_ = &parameters.add(name + ".bx", initial_bias(cell, units));
  bh_ = &parameters.add(name + ".bh", Mat::Zero(1, gate_count(cell) * units));
}

autodiff::Layer RecurrentLayer::operator()(autodiff::Tape& tape, autodiff::Var x, Index batch, const int* lengths, bool backward,
                                           autodiff::State initial) const {
  return autodiff::recurrent_layer({.cell = cell_, .batch = batch, .lengths = lengths, .backward = backward}, project(tape, x), wh(tape),
                                   bh(tape), initial);
}

Recurrent::Recurrent(Parameters& parameters, const std::string& name, const RecurrentSettings& settings, Rng& rng) : settings_(settings) {
  CHECK(settings.depth > 0 && settings.depth <= kDeepestStack && (!settings.bidirectional || settings.units % 2 == 0), "Recurrent: depth ",
        settings.depth, ", units ", settings.units);
  const Index units = settings.bidirectional ? settings.units / 2 : settings.units;
  for (int depth = 0; depth < settings.depth; ++depth) {
    const std::string layer = name + "." + std::to_string(depth);
    const Index inputs = depth == 0 ? settings.inputs : settings.units;
    layers_.emplace_back(parameters, settings.bidirectional ? layer + ".forward" : layer, settings.cell, inputs, units, rng);
    if (settings.bidirectional) layers_.emplace_back(parameters, layer + ".backward", settings.cell, inputs, units, rng);
  }
}

const RecurrentLayer& Recurrent::layer(int depth, bool backward) const {
  CHECK(depth >= 0 && depth < settings_.depth && (settings_.bidirectional || !backward), "Recurrent: no layer ", depth);
  return layers_[static_cast<std::size_t>(settings_.bidirectional ? 2 * depth + backward : depth)];
}

Recurred Recurrent::operator()(autodiff::Tape& tape, autodiff::Var x, Index batch, const int* lengths, Real dropout, Rng* rng) const {
  Recurred result;
  std::size_t next = 0;
  for (int depth = 0; depth < settings_.depth; ++depth) {
    if (depth > 0) x = Dropout{dropout}(x, rng);
    const autodiff::Layer forward = layer(depth)(tape, x, batch, lengths);
    result.last[next++] = forward.last;
    if (settings_.bidirectional) {
      const autodiff::Layer backward = layer(depth, true)(tape, x, batch, lengths, true);
      result.last[next++] = backward.last;
      x = autodiff::concat_cols({forward.h, backward.h});
    } else {
      x = forward.h;
    }
    result.layers[static_cast<std::size_t>(depth)] = x;
  }
  result.output = x;
  return result;
}

}  // namespace attn::nn
