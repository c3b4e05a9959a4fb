// The Neural Turing Machine on the copy task, as published: 8 bits, length 20, batch 16, a controller of 100 units, 128 cells of 20
// numbers, one head to read and one to write, 3 shifts. The cases are a training step (forward, backward, clipping by the global norm,
// Adam), a time step of one sequence without gradients, and for comparison the training step of an LSTM of similar size.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "kernel_cases.h"
#include "models/sequence_lstm.h"
#include "models/turing_machine.h"
#include "nn/adam.h"

namespace attn::bench {

/// The inputs are 8 bits and a mark of the end, the outputs 8 bits.
inline models::TuringMachineSettings turing_settings(models::Controller controller) {
  return {.inputs = 9, .outputs = 8, .controller = controller};
}

/// `count` sequences of 20 bit vectors, the mark, and 20 steps in which the vectors have to be answered.
inline models::SequenceBatch copy_batch(Index count, Rng& rng) {
  constexpr Index kLength = 20, kSteps = 2 * kLength + 1;
  models::SequenceBatch batch{count, Mat::Zero(kSteps * count, 9), Mat::Zero(kSteps * count, 8), Mat::Zero(kSteps * count, 1)};
  for (Index row = 0; row < kLength * count; ++row)
    for (Index bit = 0; bit < 8; ++bit) batch.inputs(row, bit) = static_cast<Real>(rng.below(2));
  batch.inputs.block(kLength * count, 8, count, 1).setOnes();
  batch.targets.bottomRows(kLength * count) = batch.inputs.topLeftCorner(kLength * count, 8);
  batch.mask.bottomRows(kLength * count).setOnes();
  return batch;
}

class SequenceStep {
 public:
  explicit SequenceStep(std::unique_ptr<models::SequenceModel> model)
      : rng_(2), model_(std::move(model)), batch_(copy_batch(16, rng_)), adam_(model_->parameters(), {}) {}

  /// Takes a step and returns the loss.
  Real operator()() {
    tape_.clear();
    model_->parameters().zero_gradients();
    const autodiff::Var loss = model_->loss(tape_, batch_);
    tape_.backward(loss);
    adam_.step(Real(1e-3), 10);
    return loss.value()(0, 0);
  }

 private:
  Rng rng_;
  std::unique_ptr<models::SequenceModel> model_;
  models::SequenceBatch batch_;
  nn::Adam adam_;
  autodiff::Tape tape_;
};

/// The multiplications and additions of one time step of one sequence: controller, heads, memory (lengths, cosines, reading, writing),
/// bits.
inline double turing_flops(const models::TuringMachine& model) {
  const models::TuringMachineSettings& s = model.settings();
  const kernels::MemoryShape m = model.memory_shape();
  const double units = s.units, reads = static_cast<double>(m.reads());
  const double controller = s.controller == models::Controller::lstm ? 4 * units * (s.inputs + reads + units) : units * (s.inputs + reads);
  const double memory = static_cast<double>(m.memory()) * (1 + static_cast<double>(m.heads()) + s.read_heads + 2 * s.write_heads);
  return 2 * (controller + units * static_cast<double>(m.said()) + memory + (units + reads) * s.outputs);
}

inline std::vector<Case> turing_cases() {
  using models::Controller;
  std::vector<Case> cases;
  for (const Controller controller : {Controller::lstm, Controller::feed_forward}) {
    const std::string name = controller == Controller::lstm ? "LSTM controller" : "feed-forward controller";
    Rng rng(1);
    auto trained = std::make_unique<models::TuringMachine>(turing_settings(controller), rng);
    const double flops = turing_flops(*trained);
    const auto step = std::make_shared<SequenceStep>(std::move(trained));
    cases.push_back({"training step, copy, " + name, 3 * 16 * 41 * flops, 0, [step] { return (*step)(); }});
    const auto model = std::make_shared<models::TuringMachine>(turing_settings(controller), rng);
    const auto session = std::make_shared<models::TuringSession>(*model);
    const Mat input = copy_batch(1, rng).inputs.row(0);
    cases.push_back({"time step, copy, " + name, flops, 0, [model, session, input] { return session->step(input)(0, 0); }});
  }
  Rng rng(1);
  const auto step =
      std::make_shared<SequenceStep>(std::make_unique<models::SequenceLstm>(models::SequenceLstmSettings{.inputs = 9, .outputs = 8}, rng));
  cases.push_back(
      {"training step, copy, LSTM alone", 3 * 16 * 41 * 2.0 * (4 * 128 * (9 + 128) + 128 * 8), 0, [step] { return (*step)(); }});
  return cases;
}

}  // namespace attn::bench
