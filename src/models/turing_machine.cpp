#include "models/turing_machine.h"

#include <optional>
#include <span>

#include "autodiff/attention.h"
#include "autodiff/ops.h"
#include "models/turing_machine_layers.h"

namespace attn::models {
namespace {

using autodiff::Tape;
using autodiff::Var;

/// Runs the controller over a batch. Its input weights are split in two, so that the contribution of x_t is computed for all steps at once.
class ControllerRun {
 public:
  ControllerRun(const TuringMachine& model, Tape& tape, Var inputs, int steps, Index count, const autodiff::State& first)
      : count_(count), lstm_(model.settings().controller == Controller::lstm), state_(first) {
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
    state_ = lstm_ ? (*recurrent_)(both, state_) : autodiff::State{autodiff::tanh(both)};
    return outputs_[done_++] = state_.h;
  }
  /// [t b, u]
  Var all() const { return lstm_ ? recurrent_->all() : autodiff::concat_rows(outputs_.first(done_)); }
  const autodiff::State& state() const { return state_; }

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

void check_cells(const TuringMachine& model, int cells) {
  CHECK(cells > 0 && (cells == model.settings().cells || model.can_set_cells()), "TuringMachine: ", cells, " cells where ",
        model.settings().cells, " have learned numbers");
}

/// One value of the first state.
Mat first_value(const TuringMachine& model, int cells, Var TuringState::*part) {
  Tape tape;
  tape.set_recording(false);
  return (first_state(model, tape, 1, cells).*part).value();
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
  check_cells(*this, cells);
  settings_.cells = cells;
}

Mat TuringMachine::first_memory(int cells) const { return first_value(*this, cells, &TuringState::memory).transpose(); }
Mat TuringMachine::first_weights(int cells) const { return first_value(*this, cells, &TuringState::weights); }
Mat TuringMachine::first_reads() const { return first_value(*this, 0, &TuringState::reads); }

Var TuringMachine::logits(Tape& tape, In inputs, Index count) const {
  return run_steps(*this, tape, inputs, count, first_state(*this, tape, count)).logits;
}

TuringState first_state(const TuringMachine& model, Tape& tape, Index count, int cells) {
  const TuringMachineSettings& s = model.settings();
  const TuringMachineLayers& layers = model.layers();
  const kernels::MemoryShape shape = model.memory_shape();
  if (cells == 0) cells = s.cells;
  check_cells(model, cells);
  const auto filled = [&](Index rows, Index cols, Real number) {
    const Var x = tape.make(rows, cols, false);
    x.value().setConstant(number);
    return x;
  };
  TuringState first;
  first.memory = layers.first_memory ? nn::on(tape, *layers.first_memory) : filled(s.width, cells, s.memory_constant);
  if (layers.first_weights) {
    first.weights = autodiff::softmax_rows(nn::on(tape, *layers.first_weights));
  } else {
    first.weights = filled(shape.heads(), cells, s.first_weights == FirstWeights::uniform ? 1 / static_cast<Real>(cells) : Real(0));
    if (s.first_weights == FirstWeights::first_cell) first.weights.value().col(0).setOnes();
  }
  first.reads = filled(count, shape.reads(), 0);
  if (layers.first_reads) first.reads = autodiff::add_row(first.reads, autodiff::tanh(nn::on(tape, *layers.first_reads)));
  return first;
}

TuringRun run_steps(const TuringMachine& model, Tape& tape, In inputs, Index count, const TuringState& first) {
  CHECK(inputs.cols() == model.inputs() && count > 0 && inputs.rows() > 0 && inputs.rows() % count == 0, "TuringMachine: inputs are ",
        shape(inputs), " of ", count, " sequences, expected ", model.inputs(), " columns");
  const TuringMachineLayers& layers = model.layers();
  const int steps = static_cast<int>(inputs.rows() / count);
  kernels::MemoryShape memory_is = model.memory_shape();
  memory_is.cells = first.memory.cols();
  ControllerRun controller(model, tape, tape.constant(inputs), steps, count, first.controller);
  autodiff::StepLinear heads(layers.heads.w(tape), layers.heads.b(tape), steps, count);
  autodiff::MemorySteps memories(memory_is, first.memory, first.weights, steps, count);
  Var reads = first.reads;
  for (int step = 0; step < steps; ++step) reads = memories(heads(controller(reads)));
  const Var h = controller.all(), all_reads = memories.all();
  return {.controller = h,
          .reads = all_reads,
          .logits = layers.bits(tape, autodiff::concat_cols({h, all_reads})),
          .last = controller.state(),
          .memory = memories};
}

}  // namespace attn::models
