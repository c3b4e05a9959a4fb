// The tape itself: what it keeps, what it adds up, and that it takes no memory from the system once it has seen a step.

#include "autodiff/tape.h"

#include <gtest/gtest.h>

#include <array>

#include "autodiff/attention.h"
#include "autodiff/ops.h"
#include "autodiff/recurrence.h"
#include "unit/compare.h"
#include "unit/count_news.h"

namespace attn::autodiff {
namespace {

using test::close;

TEST(Tape, GradientsOfAProductOfSums) {
  // loss = sum(x + 2 y) * 3: d x = 3, d y = 6 everywhere.
  const Mat x = Mat::Constant(2, 3, 1), y = Mat::Constant(2, 3, 4);
  Mat d_x = Mat::Zero(2, 3), d_y = Mat::Zero(2, 3);
  Tape tape;
  const Var loss = scale(sum(add(tape.parameter(x, &d_x), scale(tape.parameter(y, &d_y), 2))), 3);
  EXPECT_EQ(loss.value()(0, 0), 3 * 6 * 9);
  tape.backward(loss);
  EXPECT_TRUE(close(d_x, Mat::Constant(2, 3, 3)));
  EXPECT_TRUE(close(d_y, Mat::Constant(2, 3, 6)));
}

TEST(Tape, AddsToTheGradientsOfParameters) {
  const Mat x = Mat::Ones(1, 2);
  Mat d_x = Mat::Constant(1, 2, 10);
  Tape tape;
  // The same parameter put on the tape twice is the same parameter.
  tape.backward(sum(add(tape.parameter(x, &d_x), tape.parameter(x, &d_x))));
  EXPECT_TRUE(close(d_x, Mat::Constant(1, 2, 12)));
}

TEST(Tape, BackwardTwiceStartsFromZero) {
  const Mat x = Mat::Ones(1, 1);
  Mat d_x = Mat::Zero(1, 1);
  Tape tape;
  const Var y = tanh(tape.parameter(x, &d_x)), loss = sum(y);
  tape.backward(loss);
  tape.backward(loss);
  EXPECT_EQ(y.gradient()(0, 0), 1);
}

TEST(Tape, ConstantsAreCopiedAndParametersReferredTo) {
  Mat x = Mat::Ones(1, 1), p = Mat::Ones(1, 1);
  Mat d_p = Mat::Zero(1, 1);
  Tape tape;
  const Var constant = tape.constant(x), parameter = tape.parameter(p, &d_p);
  x(0, 0) = p(0, 0) = 5;
  EXPECT_EQ(constant.value()(0, 0), 1);
  EXPECT_EQ(parameter.value()(0, 0), 5);
}

TEST(Tape, NeedsGradientOnlyDownstreamOfParameters) {
  const Mat x = Mat::Ones(1, 2);
  Mat d_x = Mat::Zero(1, 2);
  Tape tape;
  const Var constant = tape.constant(x), frozen = tape.parameter(x, nullptr), parameter = tape.parameter(x, &d_x);
  EXPECT_FALSE(add(constant, frozen).needs_gradient());
  EXPECT_TRUE(add(constant, parameter).needs_gradient());
  EXPECT_FALSE(Var().needs_gradient());
}

TEST(Tape, WithoutRecordingNothingNeedsAGradient) {
  const Mat x = Mat::Ones(1, 2);
  Mat d_x = Mat::Zero(1, 2);
  Tape tape;
  tape.set_recording(false);
  const Var y = tanh(tape.parameter(x, &d_x));
  EXPECT_FALSE(y.needs_gradient());
  EXPECT_FALSE(StepLinear(tape.parameter(x, &d_x), {}, 2, 3).all().needs_gradient());
}

TEST(Tape, RowsAreTheSameMemory) {
  Rng rng(1);
  const Mat x = normal_matrix(4, 3, rng);
  Mat d_x = Mat::Zero(4, 3);
  Tape tape;
  const Var whole = tape.parameter(x, &d_x), rows = slice_rows(whole, 1, 2);
  EXPECT_EQ(rows.value().data(), whole.value().data() + 3);
  tape.backward(sum(rows));
  EXPECT_TRUE(close(d_x.rowwise().sum(), (Mat(4, 1) << 0, 3, 3, 0).finished()));
}

TEST(Tape, BlocksAreAlignedAndOutgrown) {
  Tape tape;
  const auto fill = [&](std::initializer_list<Index> sizes) {
    tape.clear();
    for (const Index rows : sizes) {
      View scratch = tape.scratch(rows, 1);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(scratch.data()) % 64, 0u);
      scratch.setConstant(1);
    }
    return tape.allocations();
  };
  EXPECT_EQ(fill({1, 3, 700, 5, 900000}), 2u);
  EXPECT_EQ(fill({1, 3, 700, 5, 900000}), 2u);
  EXPECT_EQ(fill({1, 1900000, 1}), 4u);  // the second block is too small, and what follows has to go elsewhere again
  EXPECT_EQ(fill({1, 1900000, 1}), 4u);
}

/// A little of everything that a decoder does.
Var sample_loss(Tape& tape, Mat& table, Mat& wx, Mat& wh, Mat& bias, std::array<Mat, 4>& gradients) {
  constexpr std::array kIds{0, 1, 2, 1, 0, -1}, kTargets{1, 2, 0, -1, 3, 4};
  static constexpr std::array kLengths{3, 2};
  const Var w = tape.parameter(wx, &gradients[1]), u = tape.parameter(wh, &gradients[2]), b = tape.parameter(bias, &gradients[3]);
  const Var x = gather_rows(tape.parameter(table, &gradients[0]), kIds), projected = linear(x, w, b);
  const Layer layer = recurrent_layer({kernels::Cell::gru, 2, kLengths.data(), true}, projected, u, b);
  RecurrentSteps step(kernels::Cell::gru, u, b, 3, 2);
  StepLinear project(w, b, 3, 2);
  State state = layer.last;
  for (int i = 0; i < 3; ++i) {
    const Var context = align(state.h, {.batch = 2, .values = layer.h, .keys = layer.h, .w = {}, .lengths = kLengths.data()}).context;
    state = step(project(concat_cols({context, slice_cols(context, 0, 1)})), state);
  }
  return cross_entropy(linear(tanh(step.all()), slice_rows(w, 0, 5)), kTargets, Real(0.1));
}

TEST(Tape, TakesNoMemoryFromTheSecondStepOn) {
  Rng rng(1);
  Mat table = normal_matrix(4, 6, rng), wx = normal_matrix(6, 15, rng), wh = normal_matrix(5, 15, rng), bias = normal_matrix(1, 15, rng);
  std::array<Mat, 4> gradients{Mat::Zero(4, 6), Mat::Zero(6, 15), Mat::Zero(5, 15), Mat::Zero(1, 15)};
  Tape tape;
  std::size_t news_before = 0, allocations_before = 0;
  for (int i = 0; i < 5; ++i) {
    if (i == 1) news_before = test::news, allocations_before = tape.allocations();
    tape.clear();
    tape.backward(sample_loss(tape, table, wx, wh, bias, gradients));
  }
  EXPECT_GT(allocations_before, 0u);
  EXPECT_EQ(tape.allocations(), allocations_before);
  EXPECT_EQ(test::news, news_before);
}

#ifdef GTEST_HAS_DEATH_TEST
#if GTEST_HAS_DEATH_TEST
TEST(TapeDeathTest, MisuseIsSaid) {
  const Mat x = Mat::Ones(2, 2);
  Mat d_x = Mat::Zero(2, 2), d_wrong = Mat::Zero(2, 3);
  Tape tape, other;
  const Var y = tape.parameter(x, &d_x);
  EXPECT_DEATH(tape.parameter(x, &d_wrong), "\\[2,2\\] with a gradient \\[2,3\\]");
  EXPECT_DEATH(tape.backward(y), "the loss is \\[2,2\\]");
  EXPECT_DEATH(tape.backward(tape.constant(Mat::Ones(1, 1))), "depends on nothing");
  EXPECT_DEATH(tape.constant(x).gradient(), "needs none");
  EXPECT_DEATH(add(y, other.constant(x)), "different tapes");
  EXPECT_DEATH(add(y, tape.constant(Mat::Ones(2, 3))), "a is \\[2,2\\], b is \\[2,3\\]");
  EXPECT_DEATH(tape.rows_of(y, 1, 2), "rows beyond those of \\[2,2\\]");
  const Var stale = tanh(y);
  tape.clear();
  EXPECT_DEATH(stale.value(), "before clear");
}
#endif
#endif

}  // namespace
}  // namespace attn::autodiff
