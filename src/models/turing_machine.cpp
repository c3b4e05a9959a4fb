#include "models/turing_machine.h"

#include <optional>
#include <span>

#include "autodiff/attention.h"
#include "autodiff/memory.h"
#include "autodiff/ops.h"
#include "kernels/elementwise.h"
#include "kernels/softmax.h"
#include "models/turing_machine_layers.h"

namespace attn::models {
namespace {

using autodiff::Tape;
using autodiff::Var;

/// The controller at work on a batch. The weights on its input are cut in two: what x_t comes to is found for all steps at once.
class ControllerRun {
 public:
  ControllerRun(const TuringMachine& model, Tape& tape, Var inputs, int steps, Index count)
      : count_(count), lstm_(model.settings().controller == Controller::lstm) {
    const TuringMachineLayers& layers = model.layers();
    const Var w = lstm_ ? layers.recurrent.wx(tape) : layers.feed_forward.w(tape);
    const Var bias = lstm_ ? layers.recurrent.bx(tape) : layers.feed_forward.b(tape);
    projected_ = autodiff::linear(inputs, autodiff::slice_rows(w, 0, inputs.cols()), bias);
    reads_.emplace(autodiff::slice_rows(w, inputs.cols(), w.rows() - inputs.cols()), Var(), steps, count);
    if (lstm_) recurrent_.emplace(layers.recurrent.steps(tape, steps, count));
    outputs_ = {new (tape.scratch_array<Var>(static_cast<std::size_t>(steps))) Var[static_cast<std::size_t>(steps)],
                static_cast<std::size_t>(steps)};
  }

  /// reads [b, R M] of the step before -> h [b,u].
  Var operator()(Var reads) {
    const Var x = autodiff::slice_rows(projected_, static_cast<Index>(done_) * count_, count_);
    const Var both = autodiff::add(x, (*reads_)(reads));
    if (lstm_) state_ = (*recurrent_)(both, state_);
    return outputs_[done_++] = lstm_ ? state_.h : autodiff::tanh(both);
  }
  /// [t b, u]
  Var all() const { return lstm_ ? recurrent_->all() : autodiff::concat_rows(outputs_.first(done_)); }

 private:
  Index count_;
  bool lstm_;
  Var projected_;
  std::optional<autodiff::StepLinear> reads_;
  std::optional<autodiff::RecurrentSteps> recurrent_;
  autodiff::State state_;
  std::span<Var> outputs_;
  std::size_t done_ = 0;
};

/// Every first weighting that is not learned, [heads, N].
void fill_first_weights(FirstWeights where, Out weights) {
  weights.setConstant(where == FirstWeights::uniform ? 1 / static_cast<Real>(weights.cols()) : Real(0));
  if (where == FirstWeights::first_cell) weights.col(0).setOnes();
}

}  // namespace

std::string check_settings(const TuringMachineSettings& s) {
  if (s.inputs < 1 || s.outputs < 1) return "there is nothing to read or to answer";
  if (s.units < 1) return "the controller has at least 1 unit";
  if (s.cells < 1 || s.width < 1) return "the memory has at least 1 cell of width 1";
  if (s.read_heads < 1 || s.write_heads < 1) return "there is at least 1 head to read and 1 to write";
  if (s.shifts < 1 || s.shifts % 2 == 0) return "the number of shifts is odd";
  return "";
}

TuringMachine::TuringMachine(const TuringMachineSettings& settings, Rng& rng)
    : settings_(settings), layers_(std::make_unique<TuringMachineLayers>()) {
  const TuringMachineSettings& s = settings_;
  CHECK(check_settings(s).empty(), "TuringMachine: ", check_settings(s));
  const kernels::MemoryShape shape = memory_shape();
  const Index read = s.inputs + shape.reads();
  if (s.controller == Controller::lstm)
    layers_->recurrent = nn::RecurrentLayer(parameters_, "controller", kernels::Cell::lstm, read, s.units, rng);
  else
    layers_->feed_forward = nn::Linear(parameters_, "controller", read, s.units, rng);
  layers_->heads = nn::Linear(parameters_, "heads", s.units, shape.said(), rng);
  layers_->bits = nn::Linear(parameters_, "bits", s.units + shape.reads(), s.outputs, rng);
  if (s.first_memory == FirstMemory::learned)
    layers_->first_memory = &parameters_.add("first.memory", uniform_matrix(s.width, s.cells, rng, -0.1, 0.1));
  if (s.first_weights == FirstWeights::learned)
    layers_->first_weights = &parameters_.add("first.weights", normal_matrix(shape.heads(), s.cells, rng, 0.1));
  if (s.first_read == FirstRead::learned) layers_->first_reads = &parameters_.add("first.reads", normal_matrix(1, shape.reads(), rng, 0.1));
}

TuringMachine::TuringMachine(TuringMachine&&) noexcept = default;
TuringMachine& TuringMachine::operator=(TuringMachine&&) noexcept = default;
TuringMachine::~TuringMachine() = default;

kernels::MemoryShape TuringMachine::memory_shape() const {
  const TuringMachineSettings& s = settings_;
  return {.cells = s.cells, .width = s.width, .read_heads = s.read_heads, .write_heads = s.write_heads, .shifts = s.shifts};
}

bool TuringMachine::can_set_cells() const { return !layers_->first_memory && !layers_->first_weights; }

void TuringMachine::set_cells(int cells) {
  CHECK(cells > 0 && (cells == settings_.cells || can_set_cells()), "TuringMachine: ", cells, " cells where ", settings_.cells,
        " have learned numbers");
  settings_.cells = cells;
}

Mat TuringMachine::first_memory(int cells) const {
  if (layers_->first_memory) return layers_->first_memory->value.transpose();
  return Mat::Constant(cells > 0 ? cells : settings_.cells, settings_.width, settings_.memory_constant);
}

Mat TuringMachine::first_weights(int cells) const {
  if (layers_->first_weights) return kernels::softmax_rows(layers_->first_weights->value);
  Mat weights(memory_shape().heads(), cells > 0 ? cells : settings_.cells);
  fill_first_weights(settings_.first_weights, weights);
  return weights;
}

Mat TuringMachine::first_reads() const {
  Mat reads = Mat::Zero(1, memory_shape().reads());
  if (layers_->first_reads) kernels::tanh_into(layers_->first_reads->value, reads);
  return reads;
}

Var TuringMachine::logits(Tape& tape, In inputs, Index count) const {
  CHECK(inputs.cols() == settings_.inputs && count > 0 && inputs.rows() > 0 && inputs.rows() % count == 0, "TuringMachine: inputs are ",
        shape(inputs), " of ", count, " sequences, expected ", settings_.inputs, " columns");
  const TuringMachineLayers& layers = *layers_;
  const int steps = static_cast<int>(inputs.rows() / count);
  const kernels::MemoryShape memory_is = memory_shape();
  const auto filled = [&](Index rows, Index cols, Real number) {
    const Var x = tape.make(rows, cols, false);
    x.value().setConstant(number);
    return x;
  };
  const Var memory =
      layers.first_memory ? nn::on(tape, *layers.first_memory) : filled(memory_is.width, memory_is.cells, settings_.memory_constant);
  Var weights;
  if (layers.first_weights)
    weights = autodiff::softmax_rows(nn::on(tape, *layers.first_weights));
  else
    fill_first_weights(settings_.first_weights, (weights = filled(memory_is.heads(), memory_is.cells, 0)).value());
  Var reads = filled(count, memory_is.reads(), 0);
  if (layers.first_reads) reads = autodiff::add_row(reads, autodiff::tanh(nn::on(tape, *layers.first_reads)));

  ControllerRun controller(*this, tape, tape.constant(inputs), steps, count);
  autodiff::StepLinear heads(layers.heads.w(tape), layers.heads.b(tape), steps, count);
  autodiff::MemorySteps memories(memory_is, memory, weights, steps, count);
  for (int step = 0; step < steps; ++step) reads = memories(heads(controller(reads)));
  return layers.bits(tape, autodiff::concat_cols({controller.all(), memories.all()}));
}

}  // namespace attn::models
