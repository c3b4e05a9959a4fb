// Back-propagation through time against central differences, in double precision.
#include "base/rng.h"
#include "kernels/matmul.h"
#include "kernels/recurrent.h"
#include "unit/jacobian.h"
#include "unit/kernels/random_weights.h"

namespace attn::kernels {
namespace {

using test::gradient_matches;
using test::weighted_sum;

constexpr Cell kCells[] = {Cell::rnn, Cell::gru, Cell::lstm};

TEST(RecurrentJacobian, Layer) {
  Rng rng(1);
  for (const Cell cell : kCells) {
    const bool lstm = cell == Cell::lstm;
    RecurrentWeights w = test::random_recurrent_weights(cell, 3, 4, rng);
    Mat x = normal_matrix(5, 3, rng), h0 = normal_matrix(1, 4, rng), c0 = lstm ? normal_matrix(1, 4, rng) : Mat();
    const Mat weight = normal_matrix(5, 4, rng);
    const auto loss = [&] { return weighted_sum(weight, recurrent(cell, x, w, h0, c0).h); };
    const RecurrentGrads grads = recurrent_vjp(cell, x, w, h0, c0, recurrent(cell, x, w, h0, c0), weight);
    EXPECT_TRUE(gradient_matches(&x, grads.d_x, loss));
    EXPECT_TRUE(gradient_matches(&h0, grads.d_h0, loss));
    EXPECT_TRUE(gradient_matches(&c0, grads.d_c0, loss));
    EXPECT_TRUE(gradient_matches(&w.wx, grads.d_weights.wx, loss));
    EXPECT_TRUE(gradient_matches(&w.wh, grads.d_weights.wh, loss));
    EXPECT_TRUE(gradient_matches(&w.bx, grads.d_weights.bx, loss));
    EXPECT_TRUE(gradient_matches(&w.bh, grads.d_weights.bh, loss));
  }
}

/// The whole gradient that reaches h of step s is how the loss changes when that h is pushed: what later steps make of it, and its own.
TEST(RecurrentJacobian, WholeGradientOfEveryStep) {
  Rng rng(2);
  for (const Cell cell : {Cell::rnn, Cell::gru}) {
    const RecurrentWeights w = test::random_recurrent_weights(cell, 3, 4, rng);
    const Mat x = normal_matrix(5, 3, rng), weight = normal_matrix(5, 4, rng);
    const Recurrence forward = recurrent(cell, x, w);
    const RecurrentGrads grads = recurrent_vjp(cell, x, w, Mat(), Mat(), forward, weight);
    for (Index s = 0; s < 5; ++s) {
      Mat h = forward.h.row(s);
      const auto loss = [&] {
        const Mat later = s < 4 ? recurrent(cell, x.bottomRows(4 - s), w, h).h : Mat(0, 4);
        return weighted_sum(weight.row(s), h) + weighted_sum(weight.bottomRows(4 - s), later);
      };
      EXPECT_TRUE(gradient_matches(&h, grads.d_h.row(s), loss)) << s;
    }
  }
}

/// A step of a batch in which one row is not active, with gradients of h and of c.
TEST(RecurrentJacobian, Step) {
  Rng rng(3);
  const bool active[] = {true, false, true};
  for (const Cell cell : kCells) {
    const Index all = gate_count(cell) * 4;
    Mat projected = normal_matrix(3, all, rng), h = normal_matrix(3, 4, rng), c = normal_matrix(3, 4, rng), wh = normal_matrix(4, all, rng);
    Mat bh = normal_matrix(1, all, rng), gates(3, all), q(3, 4), new_c = Mat::Zero(3, 4), new_h(3, 4);
    const Mat d_new_h = normal_matrix(3, 4, rng), d_new_c = normal_matrix(3, 4, rng) * (cell == Cell::lstm ? 1 : 0);
    const auto in = [&] { return StepInput{.projected = projected, .h = h, .c = c, .wh = wh, .bh = bh, .active = active}; };
    const auto loss = [&] {
      recurrent_step_into(cell, in(), {.gates = gates, .recurrent = q, .c = new_c, .h = new_h});
      return weighted_sum(d_new_h, new_h) + weighted_sum(d_new_c, new_c);
    };
    loss();
    Mat d_projected(3, all), d_q(3, all), d_h = d_new_h, d_c = d_new_c;
    recurrent_step_vjp_into(cell, in(), {.gates = gates, .recurrent = q, .c = new_c, .h = new_h},
                            {.d_projected = d_projected, .d_q = d_q, .d_h = d_h, .d_c = d_c});
    EXPECT_TRUE(gradient_matches(&projected, d_projected, loss));
    EXPECT_TRUE(gradient_matches(&h, d_h + product_bt(d_q, wh), loss));
    EXPECT_TRUE(gradient_matches(&c, d_c, loss));
    EXPECT_TRUE(gradient_matches(&wh, product_at(h, d_q), loss));
    EXPECT_TRUE(gradient_matches(&bh, d_q.colwise().sum(), loss));
  }
}

}  // namespace
}  // namespace attn::kernels
