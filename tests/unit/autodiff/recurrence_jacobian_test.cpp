// Recurrent steps and layers on a tape against central differences, in double precision. b = 2, t = 3, u = 3.

#include <array>

#include "autodiff/recurrence.h"
#include "unit/autodiff/op_jacobian.h"

namespace attn::autodiff {
namespace {

using kernels::Cell;
using test::Arguments;
using test::expect_gradients;

constexpr Index kBatch = 2, kSteps = 3, kUnits = 3;
constexpr std::array kRecurrentLengths{1, 3};

/// projected, wh, bh, h0, c0.
std::vector<Mat> layer_arguments(Cell cell) {
  Rng rng(static_cast<std::uint64_t>(gate_count(cell)));
  const Index gates = gate_count(cell) * kUnits;
  return {normal_matrix(kSteps * kBatch, gates, rng), normal_matrix(kUnits, gates, rng), normal_matrix(1, gates, rng),
          normal_matrix(kBatch, kUnits, rng), normal_matrix(kBatch, kUnits, rng)};
}

State initial(Cell cell, const Arguments& a) { return {a[3], cell == Cell::lstm ? a[4] : Var()}; }

/// h of all steps, and for LSTM cells the last c, which decoders take over.
Var everything(const Layer& layer) {
  return layer.c ? concat_rows(std::array{layer.h, layer.last.h, layer.last.c}) : concat_rows(std::array{layer.h, layer.last.h});
}

TEST(RecurrenceJacobian, Layer) {
  for (const Cell cell : {Cell::rnn, Cell::gru, Cell::lstm})
    for (const bool backward : {false, true})
      for (const int* lengths : {static_cast<const int*>(nullptr), kRecurrentLengths.data()})
        expect_gradients(layer_arguments(cell), [=](Tape&, const Arguments& a) {
          return everything(recurrent_layer({cell, kBatch, lengths, backward}, a[0], a[1], a[2], initial(cell, a)));
        });
}

TEST(RecurrenceJacobian, LayerFromZeros) {
  for (const Cell cell : {Cell::rnn, Cell::gru, Cell::lstm}) {
    std::vector<Mat> arguments = layer_arguments(cell);
    arguments.resize(3);
    expect_gradients(arguments, [=](Tape&, const Arguments& a) { return everything(recurrent_layer({cell, kBatch}, a[0], a[1], a[2])); });
  }
}

TEST(RecurrenceJacobian, Steps) {
  constexpr std::array kActive{true, false};
  for (const Cell cell : {Cell::rnn, Cell::gru, Cell::lstm})
    expect_gradients(layer_arguments(cell), [&](Tape&, const Arguments& a) {
      RecurrentSteps step(cell, a[1], a[2], 5, kBatch);
      const State first = step(slice_rows(a[0], 0, 2), initial(cell, a));
      const State second = step(slice_rows(a[0], 2, 2), first, kActive.data());
      const State third = step(slice_rows(a[0], 4, 2), second);
      return third.c ? concat_rows(std::array{step.all(), third.c}) : step.all();
    });
}

TEST(RecurrenceJacobian, StepLinear) {
  Rng rng(3);
  const std::vector<Mat> arguments{normal_matrix(2, 3, rng), normal_matrix(3, 3, rng), normal_matrix(1, 3, rng)};
  expect_gradients(arguments, [](Tape&, const Arguments& a) {
    StepLinear project(a[1], a[2], 4, 2);
    const Var first = tanh(project(a[0])), second = project(first);
    return concat_rows(std::array{project.all(), second});
  });
}

TEST(RecurrenceJacobian, StepLinearOfFrozenWeights) {
  Rng rng(4);
  const Mat w = normal_matrix(3, 3, rng);
  expect_gradients({normal_matrix(2, 3, rng)}, [&](Tape& tape, const Arguments& a) {
    StepLinear project(tape.constant(w), {}, 2, 2);
    return project(tanh(project(a[0])));
  });
}

}  // namespace
}  // namespace attn::autodiff
