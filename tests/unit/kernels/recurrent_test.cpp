#include "kernels/recurrent.h"

#include <memory>

#include "base/rng.h"
#include "unit/compare.h"
#include "unit/kernels/random_weights.h"

namespace attn::kernels {
namespace {

using test::close;
using test::random_recurrent_weights;

constexpr Cell kCells[] = {Cell::rnn, Cell::gru, Cell::lstm};

/// One step of a batch with room for its results.
struct Step {
  Cell cell;
  Mat projected, h, c, wh, bh, gates, recurrent, new_c, new_h;

  Step(Cell which, Index b, Index u, Rng& rng) : cell(which) {
    const Index all = gate_count(cell) * u;
    projected = normal_matrix(b, all, rng), h = normal_matrix(b, u, rng), c = normal_matrix(b, u, rng);
    wh = normal_matrix(u, all, rng, 0.5), bh = normal_matrix(1, all, rng);
    gates = Mat::Zero(b, all), recurrent = new_c = new_h = Mat::Zero(b, u);
  }
  StepInput in(const bool* active = nullptr) const {
    return {.projected = projected, .h = h, .c = c, .wh = wh, .bh = bh, .active = active};
  }
  StepOutput out() { return {.gates = gates, .recurrent = recurrent, .c = new_c, .h = new_h}; }
};

TEST(RecurrentStep, EqualsTheReferenceForOddShapes) {
  Rng rng(1);
  for (const Cell cell : kCells)
    for (const Index b : {1, 3, 33})
      for (const Index u : {1, 5, 8, 19}) {
        Step fast(cell, b, u, rng), slow = fast;
        recurrent_step_into(cell, fast.in(), fast.out());
        recurrent_step_reference(cell, slow.in(), slow.out());
        ASSERT_TRUE(close(fast.gates, slow.gates)) << b << " x " << u;
        ASSERT_TRUE(close(fast.new_h, slow.new_h)) << b << " x " << u;
        ASSERT_TRUE(close(fast.new_c, slow.new_c)) << b << " x " << u;
        ASSERT_TRUE(close(fast.recurrent, slow.recurrent)) << b << " x " << u;
      }
}

TEST(RecurrentStep, RowsWhoseSequenceIsOverKeepTheirState) {
  Rng rng(2);
  const bool active[] = {true, false, true, false};
  for (const Cell cell : kCells) {
    Step step(cell, 4, 6, rng), all = step;
    recurrent_step_into(cell, step.in(active), step.out());
    recurrent_step_into(cell, all.in(), all.out());
    for (const Index i : {1, 3}) {
      EXPECT_EQ(step.new_h.row(i), step.h.row(i));
      EXPECT_EQ(Mat(step.new_c.row(i)), cell == Cell::lstm ? Mat(step.c.row(i)) : Mat::Zero(1, 6));
    }
    for (const Index i : {0, 2}) EXPECT_EQ(step.new_h.row(i), all.new_h.row(i));
  }
}

TEST(RecurrentStep, NothingActivePassesTheGradientOn) {
  Rng rng(3);
  const bool active[] = {false, false};
  for (const Cell cell : kCells) {
    Step step(cell, 2, 5, rng);
    recurrent_step_into(cell, step.in(active), step.out());
    const Mat d_new_h = normal_matrix(2, 5, rng), d_new_c = normal_matrix(2, 5, rng);
    Mat d_projected = Mat::Ones(2, step.gates.cols()), d_q = d_projected, d_h = d_new_h, d_c = d_new_c;
    recurrent_step_vjp_into(cell, step.in(active), step.out(), {.d_projected = d_projected, .d_q = d_q, .d_h = d_h, .d_c = d_c});
    EXPECT_EQ(d_h, d_new_h);
    EXPECT_EQ(d_c, d_new_c);
    EXPECT_EQ(d_projected.norm() + d_q.norm(), 0);
  }
}

TEST(RecurrentStep, HugeInputsSaturateTheGates) {
  Rng rng(4);
  for (const Cell cell : kCells)
    for (const Real size : {Real(1e4), Real(1e20)}) {
      Step step(cell, 3, 7, rng);
      step.projected *= size;
      recurrent_step_into(cell, step.in(), step.out());
      EXPECT_TRUE(test::all_finite(step.gates) && test::all_finite(step.new_h) && test::all_finite(step.new_c));
      EXPECT_LE(step.gates.cwiseAbs().maxCoeff(), 1);
    }
}

TEST(RecurrentStep, ClosedUpdateGateKeepsTheOldState) {
  Rng rng(5);
  Step gru(Cell::gru, 2, 4, rng);
  gru.projected.middleCols(4, 4).setConstant(100);
  recurrent_step_into(Cell::gru, gru.in(), gru.out());
  EXPECT_TRUE(close(gru.new_h, gru.h));
  Step lstm(Cell::lstm, 2, 4, rng);
  lstm.projected.leftCols(4).setConstant(-100);
  lstm.projected.middleCols(4, 4).setConstant(100);
  recurrent_step_into(Cell::lstm, lstm.in(), lstm.out());
  EXPECT_TRUE(close(lstm.new_c, lstm.c));
}

TEST(Recurrent, EqualsTheReferenceForEveryLength) {
  Rng rng(6);
  for (const Cell cell : kCells)
    for (const Index t : {0, 1, 2, 9}) {
      const RecurrentWeights weights = random_recurrent_weights(cell, 3, 11, rng);
      const Mat x = normal_matrix(t, 3, rng), h0 = normal_matrix(1, 11, rng), c0 = cell == Cell::lstm ? normal_matrix(1, 11, rng) : Mat();
      const Recurrence a = recurrent(cell, x, weights, h0, c0), b = recurrent_reference(cell, x, weights, h0, c0);
      ASSERT_TRUE(close(a.h, b.h));
      ASSERT_TRUE(close(a.c, b.c));
      ASSERT_TRUE(close(a.gates, b.gates));
      ASSERT_TRUE(close(a.recurrent, b.recurrent));
      ASSERT_EQ(a.h.rows(), t);
    }
}

TEST(Recurrent, NoInitialStateIsZeros) {
  Rng rng(7);
  for (const Cell cell : kCells) {
    const RecurrentWeights weights = random_recurrent_weights(cell, 2, 5, rng);
    const Mat x = normal_matrix(4, 2, rng), zeros = Mat::Zero(1, 5);
    EXPECT_EQ(recurrent(cell, x, weights).h, recurrent(cell, x, weights, zeros, cell == Cell::lstm ? zeros : Mat()).h);
  }
}

TEST(Recurrent, GradientOfAnEmptySequenceIsZero) {
  Rng rng(8);
  for (const Cell cell : kCells) {
    const RecurrentWeights weights = random_recurrent_weights(cell, 2, 5, rng);
    const Mat x(0, 2);
    const RecurrentGrads grads = recurrent_vjp(cell, x, weights, Mat(), Mat(), recurrent(cell, x, weights), Mat(0, 5));
    EXPECT_EQ(grads.d_weights.wx.norm() + grads.d_weights.wh.norm() + grads.d_weights.bh.norm() + grads.d_h0.norm(), 0);
    EXPECT_EQ(grads.d_x.rows(), 0);
  }
}

}  // namespace
}  // namespace attn::kernels
