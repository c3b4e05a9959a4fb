#include "kernels/elementwise.h"

#include <cmath>

#include "base/rng.h"
#include "unit/compare.h"

namespace attn::kernels {
namespace {

using test::close;

TEST(Elementwise, EqualsTheReferenceForEveryWidth) {
  Rng rng(1);
  for (Index n = 0; n <= 37; ++n) {
    const Mat x = normal_matrix(3, n, rng, 4);
    Mat t(3, n), s(3, n), r(3, n);
    tanh_into(x, t), sigmoid_into(x, s), relu_into(x, r);
    ASSERT_TRUE(close(t, tanh_reference(x))) << n;
    ASSERT_TRUE(close(s, sigmoid_reference(x))) << n;
    ASSERT_TRUE(close(r, x.cwiseMax(Real(0)))) << n;
  }
}

TEST(Elementwise, BlocksOfWiderMatricesKeepTheirNeighbours) {
  Rng rng(2);
  const Mat x = normal_matrix(4, 30, rng);
  Mat y = Mat::Constant(4, 30, 7);
  tanh_into(x.middleCols(3, 19), y.middleCols(5, 19));
  EXPECT_TRUE(close(y.middleCols(5, 19), tanh_reference(x.middleCols(3, 19))));
  EXPECT_TRUE((y.leftCols(5).array() == 7).all() && (y.rightCols(6).array() == 7).all());
}

TEST(Elementwise, HugeArgumentsSaturate) {
  Mat x(1, 6), t(1, 6), s(1, 6);
  x << -1e30f, -100, 0, 100, 1e30f, -1e-20f;
  tanh_into(x, t), sigmoid_into(x, s);
  Mat tanh_expected(1, 6), sigmoid_expected(1, 6);
  tanh_expected << -1, -1, 0, 1, 1, 0;
  sigmoid_expected << 0, 0, 0.5, 1, 1, 0.5;
  EXPECT_TRUE(close(t, tanh_expected));
  EXPECT_TRUE(close(s, sigmoid_expected));
}

TEST(Elementwise, VjpsAddToTheGradient) {
  Rng rng(3);
  for (const Index n : {1, 8, 21}) {
    const Mat y = uniform_matrix(2, n, rng, -1, 1), d_y = normal_matrix(2, n, rng), before = normal_matrix(2, n, rng);
    Mat t = before, s = before, r = before;
    add_tanh_vjp(y, d_y, t), add_sigmoid_vjp(y, d_y, s), add_relu_vjp(y, d_y, r);
    EXPECT_TRUE(close(t, before + Mat(d_y.array() * (1 - y.array().square()))));
    EXPECT_TRUE(close(s, before + Mat(d_y.array() * y.array() * (1 - y.array()))));
    EXPECT_TRUE(close(r, before + Mat((y.array() > 0).select(d_y.array(), 0))));
  }
}

TEST(Elementwise, SumsProductsAndBiases) {
  Rng rng(4);
  for (const Index p : {1, 7, 32, 45}) {
    const Mat a = normal_matrix(5, p, rng), b = normal_matrix(5, p, rng), row = normal_matrix(1, p, rng), before = normal_matrix(5, p, rng);
    Mat scaled = before, multiplied = before, biased = before, sums = row;
    add_scaled(a, Real(0.3), scaled);
    add_entry_product(a, b, -2, multiplied);
    add_row(row, biased);
    add_column_sums(a, sums);
    EXPECT_TRUE(close(scaled, before + a * Real(0.3)));
    EXPECT_TRUE(close(multiplied, before - 2 * a.cwiseProduct(b)));
    EXPECT_TRUE(close(biased, before.rowwise() + row.row(0)));
    EXPECT_TRUE(close(sums, row + Mat(a.colwise().sum())));
  }
}

}  // namespace
}  // namespace attn::kernels
