#include "kernels/matmul.h"

#include "base/rng.h"
#include "unit/compare.h"

namespace attn::kernels {
namespace {

using test::close;

TEST(Product, EqualsTheReferenceOverOddShapes) {
  Rng rng(1);
  for (const Index n : {1, 2, 3, 5, 6, 7, 12, 13, 25, 67})
    for (const Index k : {1, 3, 4, 17, 64})
      for (const Index p : {1, 2, 4, 7, 8, 9, 15, 31, 33, 64, 67}) {
        const Mat a = normal_matrix(n, k, rng), b = normal_matrix(k, p, rng);
        const Mat at = a.transpose(), bt = b.transpose(), expected = product_reference(a, b);
        ASSERT_TRUE(close(product(a, b), expected)) << n << " " << k << " " << p;
        ASSERT_TRUE(close(product_bt(a, bt), expected)) << n << " " << k << " " << p;
        ASSERT_TRUE(close(product_at(at, b), expected)) << n << " " << k << " " << p;
        ASSERT_TRUE(close(product_bt_reference(a, bt), expected));
        ASSERT_TRUE(close(product_at_reference(at, b), expected));
      }
}

TEST(Product, ReadsAndWritesBlocksOfWiderMatrices) {
  Rng rng(2);
  const Mat wide = normal_matrix(70, 90, rng);
  for (const Index n : {5, 40}) {
    const auto a = wide.block(3, 7, n, 19), b = wide.block(11, 20, 19, 37);
    Mat out = Mat::Constant(n + 4, 60, 7);
    product_into(a, b, out.block(2, 5, n, 37));
    EXPECT_TRUE(close(out.block(2, 5, n, 37), product_reference(a, b)));
    out.block(2, 5, n, 37).setConstant(7);
    EXPECT_TRUE((out.array() == 7).all()) << "written outside the block";
  }
}

TEST(Product, AddsAndScales) {
  Rng rng(3);
  const Mat a = normal_matrix(30, 9, rng), b = normal_matrix(9, 21, rng), start = normal_matrix(30, 21, rng);
  const Mat expected = start + Real(0.5) * product_reference(a, b);
  Mat out = start;
  product_into(a, b, out, true, Real(0.5));
  EXPECT_TRUE(close(out, expected));
  out = start;
  product_bt_into(a, Mat(b.transpose()), out, true, Real(0.5));
  EXPECT_TRUE(close(out, expected));
  out = start;
  product_at_into(Mat(a.transpose()), b, out, true, Real(0.5));
  EXPECT_TRUE(close(out, expected));
}

TEST(Product, OfNothing) {
  EXPECT_TRUE(close(product(Mat(3, 0), Mat(0, 5)), Mat::Zero(3, 5)));
  EXPECT_TRUE(close(product_bt(Mat(3, 0), Mat(40, 0)), Mat::Zero(3, 40)));
  EXPECT_EQ(product(Mat(0, 4), Mat(4, 5)).rows(), 0);
  EXPECT_EQ(product(Mat(2, 4), Mat(4, 0)).cols(), 0);
  EXPECT_EQ(product_at(Mat(4, 0), Mat(4, 2)).rows(), 0);
}

#ifdef GTEST_HAS_DEATH_TEST
#if GTEST_HAS_DEATH_TEST
TEST(ProductDeathTest, NamesBothShapes) { EXPECT_DEATH(product(Mat::Zero(2, 3), Mat::Zero(4, 5)), "a is \\[2,3\\], b is \\[4,5\\]"); }
#endif
#endif

}  // namespace
}  // namespace attn::kernels
