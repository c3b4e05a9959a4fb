#include "models/turing_machine.h"

#include "kernels/memory_reference.h"
#include "models/sequence_lstm.h"
#include "nn/adam.h"
#include "unit/compare.h"
#include "unit/models/turing_kinds.h"

namespace attn::models {
namespace {

using autodiff::Tape;
using test::close;
using test::turing_batch;
using test::turing_kinds;

/// The rows of example `e` of `count`.
Mat of_example(const Mat& all, Index e, Index count) {
  Mat rows(all.rows() / count, all.cols());
  for (Index s = 0; s < rows.rows(); ++s) rows.row(s) = all.row(s * count + e);
  return rows;
}

TEST(TuringMachine, StepByStepAndOnATapeAreTheSame) {
  for (const TuringMachineSettings& s : turing_kinds()) {
    Rng rng(1);
    const TuringMachine model(s, rng);
    const SequenceBatch batch = turing_batch(3, 6, rng);
    Tape tape;
    const Mat recorded = model.logits(tape, batch.inputs, 3).value();
    EXPECT_EQ(model.answer(batch.inputs, 3), recorded);
    for (Index e = 0; e < 3; ++e) {
      const Mat inputs = of_example(batch.inputs, e, 3), wanted = of_example(recorded, e, 3);
      const TuringTrace all = trace(model, inputs);
      EXPECT_TRUE(close(all.logits, wanted));
      TuringSession session(model);
      for (Index step = 0; step < inputs.rows(); ++step) {
        EXPECT_TRUE(close(session.step(inputs.row(step)), wanted.row(step)));
        EXPECT_TRUE(close(session.memory(), all.memory[static_cast<std::size_t>(step + 1)]));
        EXPECT_TRUE(close(session.last_step(0).weights, all.read_heads[0].weights.row(step)));
      }
    }
  }
}

TEST(TuringMachine, TraceIsWhatThePlainFunctionsMakeOfIt) {
  for (const TuringMachineSettings& s : turing_kinds()) {
    Rng rng(2);
    const TuringMachine model(s, rng);
    const TuringTrace all = trace(model, turing_batch(1, 4, rng).inputs);
    ASSERT_EQ(all.memory.size(), 5u);
    EXPECT_EQ(all.memory[0], model.first_memory());
    EXPECT_EQ(all.first_weights, model.first_weights());
    for (Index step = 0; step < 4; ++step) {
      const Mat& before = all.memory[static_cast<std::size_t>(step)];
      const auto check_head = [&](const HeadTrace& head, Index number) {
        const Mat previous = step == 0 ? Mat(all.first_weights.row(number)) : Mat(head.weights.row(step - 1));
        const kernels::Address plain = kernels::address_reference(
            before, {head.key.row(step), head.strength(step, 0), head.gate(step, 0), head.shift.row(step), head.sharpen(step, 0)},
            previous);
        EXPECT_TRUE(close(plain.content, head.content.row(step)));
        EXPECT_TRUE(close(plain.weights, head.weights.row(step)));
      };
      Mat writing(s.write_heads, s.cells), erase(s.write_heads, s.width), add(s.write_heads, s.width);
      for (Index h = 0; h < s.read_heads; ++h) {
        const HeadTrace& head = all.read_heads[static_cast<std::size_t>(h)];
        check_head(head, h);
        EXPECT_TRUE(close(all.reads.block(step, h * s.width, 1, s.width), kernels::read_memory_reference(before, head.weights.row(step))));
        EXPECT_EQ(head.erase.size() + head.add.size(), 0);
      }
      for (Index h = 0; h < s.write_heads; ++h) {
        const HeadTrace& head = all.write_heads[static_cast<std::size_t>(h)];
        check_head(head, s.read_heads + h);
        writing.row(h) = head.weights.row(step), erase.row(h) = head.erase.row(step), add.row(h) = head.add.row(step);
      }
      EXPECT_TRUE(close(all.memory[static_cast<std::size_t>(step + 1)], kernels::write_memory_reference(before, writing, erase, add)));
    }
  }
}

TEST(TuringMachine, PaddingReachesNothingBeforeIt) {
  Rng rng(3);
  const TuringMachine model(turing_kinds()[2], rng);
  const SequenceBatch short_one = turing_batch(2, 4, rng);
  SequenceBatch padded{2, Mat::Ones(12, 3), Mat::Ones(12, 2), Mat::Zero(12, 1)};
  padded.inputs.topRows(8) = short_one.inputs, padded.targets.topRows(8) = short_one.targets, padded.mask.topRows(8) = short_one.mask;
  Tape tape;
  EXPECT_FLOAT_EQ(model.loss(tape, padded).value()(0, 0), model.loss(tape, short_one).value()(0, 0));
}

TEST(TuringMachine, TheMemoryMayGrow) {
  Rng rng(4);
  TuringMachine model(turing_kinds()[0], rng);
  const Mat inputs = turing_batch(1, 6, rng).inputs;
  const TuringTrace larger = trace(model, inputs, 40);
  EXPECT_EQ(larger.memory[6].rows(), 40);
  ASSERT_TRUE(model.can_set_cells());
  model.set_cells(40);
  EXPECT_TRUE(close(model.answer(inputs, 1), larger.logits));
  Rng other(5);
  EXPECT_FALSE(TuringMachine(turing_kinds()[3], other).can_set_cells());
}

TEST(TuringMachine, SessionsBeginAnew) {
  Rng rng(6);
  const TuringMachine model(turing_kinds()[0], rng);
  const Mat inputs = turing_batch(1, 5, rng).inputs;
  TuringSession session(model);
  const Mat first = session.step(inputs.row(0));
  for (const Index step : {1, 2}) session.step(inputs.row(step));
  EXPECT_EQ(session.steps(), 3);
  session.restart();
  EXPECT_EQ(session.steps(), 0);
  EXPECT_EQ(session.memory(), model.first_memory());
  EXPECT_EQ(session.step(inputs.row(0)), first);
}

TEST(TuringMachine, SettingsThatCannotBeBuilt) {
  const TuringMachineSettings good = turing_kinds()[0];
  EXPECT_EQ(check_settings(good), "");
  const auto refused = [&](auto change) {
    TuringMachineSettings bad = good;
    change(bad);
    return !check_settings(bad).empty();
  };
  EXPECT_TRUE(refused([](auto& s) { s.inputs = 0; }));
  EXPECT_TRUE(refused([](auto& s) { s.units = 0; }));
  EXPECT_TRUE(refused([](auto& s) { s.cells = 0; }));
  EXPECT_TRUE(refused([](auto& s) { s.write_heads = 0; }));
  EXPECT_TRUE(refused([](auto& s) { s.shifts = 4; }));
}

/// Loss of the last of `steps` steps of Adam on one batch, beside that of the first.
std::pair<Real, Real> overfit(SequenceModel& model, const SequenceBatch& batch, int steps) {
  nn::Adam adam(model.parameters(), {});
  Tape tape;
  Real first = 0, last = 0;
  for (int step = 0; step < steps; ++step) {
    tape.clear();
    model.parameters().zero_gradients();
    const autodiff::Var loss = model.loss(tape, batch);
    last = loss.value()(0, 0);
    if (step == 0) first = last;
    tape.backward(loss);
    adam.step(Real(0.02), 10);
  }
  return {first, last};
}

TEST(SequenceModels, LearnAFewSequencesByHeart) {
  Rng rng(7);
  const SequenceBatch batch = turing_batch(4, 8, rng);
  for (const TuringMachineSettings& s : turing_kinds()) {
    TuringMachine machine(s, rng);
    const auto [first, last] = overfit(machine, batch, 300);
    EXPECT_NEAR(first, std::log(2), 0.2);
    EXPECT_LT(last, 0.1);
  }
  SequenceLstm lstm({.inputs = 3, .outputs = 2, .units = 12, .depth = 2}, rng);
  EXPECT_LT(overfit(lstm, batch, 300).second, 0.1);
  EXPECT_EQ(lstm.states(batch.inputs.topRows(5)).rows(), 5);
}

}  // namespace
}  // namespace attn::models
