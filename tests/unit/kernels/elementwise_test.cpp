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
    Mat t(3, n), s(3, n), r(3, n), g(3, n);
    tanh_into(x, t), sigmoid_into(x, s), relu_into(x, r), gelu_into(x, g);
    ASSERT_TRUE(close(t, tanh_reference(x))) << n;
    ASSERT_TRUE(close(s, sigmoid_reference(x))) << n;
    ASSERT_TRUE(close(r, x.cwiseMax(Real(0)))) << n;
    ASSERT_TRUE(close(g, gelu_reference(x), 1e-6)) << n;
  }
}

/// The largest difference from gelu and its derivative in double precision, over [-8, 8] in small steps.
TEST(Elementwise, GeluIsTheExactOne) {
  const Index n = 64001;
  Mat x(1, n), y(1, n), d_x = Mat::Zero(1, n);
  for (Index i = 0; i < n; ++i) x(0, i) = static_cast<Real>(-8 + static_cast<double>(i) / 4000);
  gelu_into(x, y);
  add_gelu_vjp(x, Mat::Ones(1, n), d_x);
  double worst = 0, worst_slope = 0;
  for (Index i = 0; i < n; ++i) {
    const double a = x(0, i), phi = std::exp(-a * a / 2) / std::sqrt(2 * std::acos(-1.0)),
                 distribution = std::erfc(-a / std::sqrt(2.0)) / 2;
    worst = std::max(worst, std::fabs(y(0, i) - a * distribution) / std::max(std::fabs(a), 1.0));
    worst_slope = std::max(worst_slope, std::fabs(d_x(0, i) - (distribution + a * phi)));
  }
  EXPECT_LT(worst, 3e-7);
  EXPECT_LT(worst_slope, 5e-7);
}

TEST(Elementwise, ActivationsByName) {
  Rng rng(5);
  const Mat x = normal_matrix(3, 11, rng), d_y = normal_matrix(3, 11, rng);
  EXPECT_EQ(to_name(Activation::relu), "relu");
  EXPECT_EQ(to_name(Activation::gelu), "gelu");
  Mat relu(3, 11), gelu(3, 11), d_relu = Mat::Ones(3, 11), d_gelu = Mat::Ones(3, 11), expected = Mat::Ones(3, 11);
  activate_into(Activation::relu, x, relu), activate_into(Activation::gelu, x, gelu);
  EXPECT_TRUE(close(relu, x.cwiseMax(Real(0))));
  EXPECT_TRUE(close(gelu, gelu_reference(x)));
  add_activation_vjp(Activation::relu, x, d_y, d_relu), add_activation_vjp(Activation::gelu, x, d_y, d_gelu);
  EXPECT_TRUE(close(d_relu, expected + Mat((x.array() > 0).select(d_y.array(), 0))));
  add_gelu_vjp(x, d_y, expected);
  EXPECT_TRUE(close(d_gelu, expected));
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
  Mat x(1, 6), t(1, 6), s(1, 6), g(1, 6);
  x << -1e30f, -100, 0, 100, 1e30f, -1e-20f;
  tanh_into(x, t), sigmoid_into(x, s), gelu_into(x, g);
  Mat tanh_expected(1, 6), sigmoid_expected(1, 6), gelu_expected(1, 6);
  tanh_expected << -1, -1, 0, 1, 1, 0;
  sigmoid_expected << 0, 0, 0.5, 1, 1, 0.5;
  EXPECT_TRUE(close(t, tanh_expected));
  EXPECT_TRUE(close(s, sigmoid_expected));
  gelu_expected << 0, 0, 0, 100, 1e30f, 0;
  EXPECT_TRUE(close(g, gelu_expected));
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
