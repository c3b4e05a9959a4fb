// A layer at once is its steps one by one, and one map at every step is a plain linear map; dropout keeps what it should.

#include "autodiff/recurrence.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "autodiff/ops.h"
#include "unit/compare.h"

namespace attn::autodiff {
namespace {

using kernels::Cell;
using test::close;

constexpr Index kBatch = 3, kSteps = 4, kUnits = 5;
constexpr std::array kLengths{4, 1, 3};

/// What a layer computes, and every gradient of a weighted sum of it.
struct Outcome {
  Mat h, last_c;
  std::vector<Mat> gradients;  ///< of projected, wh, bh, h0, c0
};

template <class Run>
Outcome outcome(Cell cell, const Run& run) {
  Rng rng(7);
  const Index gates = gate_count(cell) * kUnits;
  std::vector<Mat> values;
  for (const auto& [rows, cols] :
       {std::pair(kSteps * kBatch, gates), {kUnits, gates}, {Index(1), gates}, {kBatch, kUnits}, {kBatch, kUnits}})
    values.push_back(normal_matrix(rows, cols, rng));
  Outcome result;
  for (const Mat& value : values) result.gradients.push_back(Mat::Zero(value.rows(), value.cols()));
  Tape tape;
  std::vector<Var> x;
  for (std::size_t i = 0; i < values.size(); ++i) x.push_back(tape.parameter(values[i], &result.gradients[i]));
  const State initial{x[3], cell == Cell::lstm ? x[4] : Var()};
  const auto [h, last] = run(x[0], x[1], x[2], initial);
  result.h = h.value();
  Var ends = concat_rows(std::array{h, last.h});
  if (last.c) {
    result.last_c = last.c.value();
    ends = concat_rows(std::array{ends, last.c});
  }
  tape.backward(sum(multiply(ends, tape.constant(normal_matrix(ends.rows(), kUnits, rng)))));
  return result;
}

Outcome at_once(Cell cell, bool backward) {
  return outcome(cell, [=](Var projected, Var wh, Var bh, State initial) {
    const Layer layer = recurrent_layer({cell, kBatch, kLengths.data(), backward}, projected, wh, bh, initial);
    return std::pair(layer.h, layer.last);
  });
}

Outcome step_by_step(Cell cell, bool backward) {
  return outcome(cell, [=](Var projected, Var wh, Var bh, State state) {
    RecurrentSteps step(cell, wh, bh, kSteps, kBatch);
    std::array<Var, kSteps> h;
    for (Index k = 0; k < kSteps; ++k) {
      const Index s = backward ? kSteps - 1 - k : k;
      bool active[kBatch];
      for (Index i = 0; i < kBatch; ++i) active[i] = s < kLengths[static_cast<std::size_t>(i)];
      state = step(slice_rows(projected, s * kBatch, kBatch), state, active);
      h[static_cast<std::size_t>(s)] = state.h;
    }
    return std::pair(concat_rows(h), state);
  });
}

TEST(Recurrence, ALayerIsItsSteps) {
  for (const Cell cell : {Cell::rnn, Cell::gru, Cell::lstm})
    for (const bool backward : {false, true}) {
      SCOPED_TRACE(gate_count(cell) * 10 + backward);
      const Outcome layer = at_once(cell, backward), steps = step_by_step(cell, backward);
      EXPECT_TRUE(close(layer.h, steps.h));
      EXPECT_TRUE(close(layer.last_c, steps.last_c));
      for (std::size_t i = 0; i < layer.gradients.size(); ++i) EXPECT_TRUE(close(layer.gradients[i], steps.gradients[i])) << i;
      EXPECT_GT(layer.gradients[1].norm(), 0.1);
    }
}

TEST(Recurrence, BeyondItsLengthAnExampleKeepsItsState) {
  const Mat forward = at_once(Cell::gru, false).h, backward = at_once(Cell::gru, true).h;
  // Example 1 has one step of four. Forward its state stays; backward it is still the initial one.
  for (Index s = 1; s < kSteps; ++s) {
    EXPECT_TRUE(close(forward.row(s * kBatch + 1), forward.row(1), 0));
    EXPECT_TRUE(close(backward.row(s * kBatch + 1), backward.row((kSteps - 1) * kBatch + 1), 0));
  }
  EXPECT_FALSE(close(backward.row(kBatch + 1), backward.row(1)));
}

TEST(Recurrence, OneMapAtEveryStepIsALinearMapOfAllSteps) {
  Rng rng(3);
  const Mat x = normal_matrix(6, 4, rng), w = normal_matrix(4, 3, rng), b = normal_matrix(1, 3, rng), c = normal_matrix(6, 3, rng);
  std::vector<std::vector<Mat>> gradients;
  std::vector<Mat> results;
  for (const bool stepwise : {false, true}) {
    std::vector<Mat>& d = gradients.emplace_back(std::vector<Mat>{Mat::Zero(6, 4), Mat::Zero(4, 3), Mat::Zero(1, 3)});
    Tape tape;
    const Var input = tape.parameter(x, &d[0]), weights = tape.parameter(w, &d[1]), bias = tape.parameter(b, &d[2]);
    StepLinear project(weights, bias, 5, 2);  // fewer than announced is all right
    for (Index s = 0; s < 3 && stepwise; ++s) project(slice_rows(input, 2 * s, 2));
    const Var y = stepwise ? project.all() : linear(input, weights, bias);
    tape.backward(sum(multiply(y, tape.constant(c))));
    results.push_back(y.value());
  }
  EXPECT_TRUE(close(results[0], results[1]));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(close(gradients[0][i], gradients[1][i])) << i;
}

TEST(Dropout, KeepsTheMeanAndTheShareItSays) {
  Tape tape;
  Rng rng(11);
  const Var x = tape.constant(Mat::Ones(200, 100));
  const Mat y = dropout(x, Real(0.3), &rng).value();
  // 20000 numbers: four standard deviations of the share are 0.013.
  EXPECT_NEAR(static_cast<double>((y.array() == 0).count()) / 20000, 0.3, 0.013);
  EXPECT_NEAR(y.mean(), 1, 0.02);
  EXPECT_TRUE((y.array() == 0 || (y.array() - 1 / Real(0.7)).abs() < Real(1e-6)).all());
}

TEST(Dropout, DoesNothingWithoutRecordingOrRate) {
  Tape tape;
  Rng rng(11);
  EXPECT_EQ(dropout(tape.constant(Mat::Ones(2, 2)), 0, &rng).value(), Mat::Ones(2, 2));
  tape.set_recording(false);
  EXPECT_EQ(dropout(tape.constant(Mat::Ones(20, 20)), Real(0.5), &rng).value(), Mat::Ones(20, 20));
}

}  // namespace
}  // namespace attn::autodiff
