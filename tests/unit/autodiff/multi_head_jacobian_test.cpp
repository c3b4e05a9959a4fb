// Backward through the heads of a batch of sentences, and through the turn by positions, against central differences.
#include "autodiff/multi_head.h"

#include <array>

#include "kernels/positions.h"
#include "unit/autodiff/op_jacobian.h"
#include "unit/compare.h"
#include "unit/kernels/sentence_heads_case.h"

namespace attn::autodiff {
namespace {

using test::Arguments;
using test::expect_gradients;

TEST(MultiHeadJacobian, QueriesKeysValuesAndOffsets) {
  for (const test::SentenceCase& c : test::sentence_cases()) {
    if (c.q.size() > 300) continue;
    std::vector<Mat> arguments{c.q, c.k, c.v};
    if (c.offsets.size()) arguments.push_back(c.offsets);
    expect_gradients(
        arguments, [&](Tape&, const Arguments& a) { return multi_head(a[0], a[1], a[2], c.batch(), a.size() > 3 ? a[3] : Var()).output; });
  }
}

TEST(MultiHeadJacobian, OneMatrixAsAllThree) {
  const test::SentenceCase c({4, 3}, {4, 3}, 2, 3, true);
  expect_gradients({c.q}, [&](Tape&, const Arguments& a) { return multi_head(a[0], a[0], a[0], c.batch()).output; });
}

TEST(MultiHeadJacobian, Turn) {
  Rng rng(1);
  const Mat table =
      kernels::rotate_positions((Mat(5, 4) << Mat::Ones(5, 1), Mat::Zero(5, 1), Mat::Ones(5, 1), Mat::Zero(5, 1)).finished(), 1);
  static constexpr std::array kPositions{3, 0, 4};
  const Mat x = normal_matrix(3, 8, rng);
  expect_gradients({x}, [&](Tape&, const Arguments& a) { return turn(a[0], 2, table, kPositions.data()); });
  Tape tape;
  const Var y = turn(tape.constant(x), 2, table, kPositions.data());
  for (Index r = 0; r < 3; ++r)
    EXPECT_TRUE(test::close(y.value().row(r),
                            kernels::rotate_positions(x.row(r), 2, kernels::kPositionBase, kPositions[static_cast<std::size_t>(r)])));
}

TEST(MultiHeadJacobian, Gelu) {
  Rng rng(1);
  expect_gradients({normal_matrix(4, 13, rng, 2)}, [](Tape&, const Arguments& a) { return gelu(a[0]); });
  expect_gradients({normal_matrix(4, 13, rng, 2)}, [](Tape&, const Arguments& a) { return gelu_tanh(a[0]); });
}

}  // namespace
}  // namespace attn::autodiff
