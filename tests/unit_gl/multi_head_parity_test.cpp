// Multi-head attention on the GPU against the CPU: every intermediate.
#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

kernels::MultiHeadWeights random_weights(Index e, bool biased, Rng& rng) {
  const double deviation = 1 / std::sqrt(static_cast<double>(e));
  kernels::MultiHeadWeights result;
  for (Mat* w : {&result.wq, &result.wk, &result.wv, &result.wo}) *w = normal_matrix(e, e, rng, deviation);
  if (biased) {
    for (Mat* b : {&result.bq, &result.bv, &result.bo}) *b = normal_matrix(1, e, rng);
    result.bk = normal_matrix(e, 1, rng);
  }
  return result;
}

void expect_same(const kernels::MultiHead& a, const kernels::MultiHead& b) {
  EXPECT_TRUE(close(a.q, b.q)) << "q";
  EXPECT_TRUE(close(a.k, b.k)) << "k";
  EXPECT_TRUE(close(a.v, b.v)) << "v";
  ASSERT_EQ(a.scores.size(), b.scores.size());
  ASSERT_EQ(a.weights.size(), b.weights.size());
  ASSERT_EQ(a.heads.size(), b.heads.size());
  for (std::size_t head = 0; head < a.scores.size(); ++head) {
    EXPECT_TRUE(close(a.scores[head], b.scores[head])) << "scores of head " << head;
    EXPECT_TRUE(close(a.weights[head], b.weights[head])) << "weights of head " << head;
    EXPECT_TRUE(close(a.heads[head], b.heads[head])) << "head " << head;
  }
  EXPECT_TRUE(close(a.concat, b.concat)) << "concat";
  EXPECT_TRUE(close(a.output, b.output)) << "output";
}

using MultiHeadOnGl = Gl;

TEST_F(MultiHeadOnGl, EqualsTheCpuForEveryHeadCount) {
  Rng rng(11);
  for (const auto& [n, m, e, heads] : {std::tuple{1, 1, 1, 1},
                                       {6, 6, 8, 1},
                                       {6, 6, 8, 2},
                                       {6, 6, 8, 8},
                                       {5, 9, 12, 4},
                                       {7, 3, 15, 5},
                                       {13, 270, 6, 3},
                                       {64, 64, 64, 8},
                                       {3, 4, 35, 7}}) {
    SCOPED_TRACE(testing::Message() << "n " << n << " m " << m << " e " << e << " heads " << heads);
    for (const bool biased : {false, true}) {
      const Mat q = normal_matrix(n, e, rng), k = normal_matrix(m, e, rng), v = normal_matrix(m, e, rng);
      const kernels::MultiHeadWeights weights = random_weights(e, biased, rng);
      const Mask mask = random_mask(n, m, rng);
      for (const Mask* shown : {static_cast<const Mask*>(nullptr), &mask}) {
        expect_same(gl->multi_head_attention(q, k, v, weights, heads, shown), cpu().multi_head_attention(q, k, v, weights, heads, shown));
      }
    }
  }
}

TEST_F(MultiHeadOnGl, RowThatMayAttendToNothingIsZeroInEveryHead) {
  Rng rng(12);
  const Mat x = normal_matrix(5, 8, rng);
  const kernels::MultiHeadWeights weights = random_weights(8, false, rng);
  Mask mask = Mask::Constant(5, 5, true);
  mask.row(3).setConstant(false);
  const kernels::MultiHead result = gl->multi_head_attention(x, x, x, weights, 4, &mask);
  for (int head = 0; head < 4; ++head) {
    EXPECT_TRUE((result.weights[head].row(3).array() == 0).all());
    EXPECT_TRUE((result.heads[head].row(3).array() == 0).all());
  }
  EXPECT_TRUE((result.output.row(3).array() == 0).all());
}

}  // namespace
}  // namespace attn::compute
