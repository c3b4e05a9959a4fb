#include "kernels/positions.h"

#include <cmath>

#include "base/rng.h"
#include "kernels/matmul.h"
#include "unit/compare.h"

namespace attn::kernels {
namespace {

using test::close;

TEST(Positions, SinusoidsOfThePaper) {
  const Mat p = sinusoidal_positions(50, 6);
  EXPECT_TRUE(close(p.row(0), (Mat(1, 6) << 0, 1, 0, 1, 0, 1).finished()));
  for (Index i = 0; i < 3; ++i)
    for (const Index t : {1, 7, 49}) {
      const double angle = static_cast<double>(t) / std::pow(10000.0, 2.0 * static_cast<double>(i) / 6.0);
      EXPECT_NEAR(p(t, 2 * i), std::sin(angle), 1e-6);
      EXPECT_NEAR(p(t, 2 * i + 1), std::cos(angle), 1e-6);
    }
}

TEST(Positions, AnOddWidthEndsWithASine) {
  const Mat p = sinusoidal_positions(9, 5, 100);
  EXPECT_NEAR(p(8, 4), std::sin(8 / std::pow(100.0, 4.0 / 5.0)), 1e-6);
}

TEST(Positions, ASequenceCanBeContinued) {
  EXPECT_TRUE(close(sinusoidal_positions(20, 8).bottomRows(5), sinusoidal_positions(5, 8, kPositionBase, 15)));
  Rng rng(1);
  const Mat x = normal_matrix(20, 12, rng);
  EXPECT_TRUE(close(rotate_positions(x, 3).bottomRows(5), rotate_positions(x.bottomRows(5), 3, kPositionBase, 15)));
}

TEST(Positions, TheDotProductOfTwoSinusoidsDependsOnTheirDistance) {
  const Mat p = sinusoidal_positions(30, 16), similarity = product_bt(p, p);
  for (const Index offset : {0, 1, 9})
    for (Index i = 0; i + offset < 30; ++i) EXPECT_NEAR(similarity(i, i + offset), similarity(0, offset), 1e-4);
}

TEST(Positions, RotationsAreTheSinusoidsWithCosinesFirst) {
  const Mat turns = rotations(7, 6, 50, 2), waves = sinusoidal_positions(7, 6, 50, 2);
  for (Index c = 0; c < 6; c += 2) {
    EXPECT_TRUE(close(turns.col(c), waves.col(c + 1)));
    EXPECT_TRUE(close(turns.col(c + 1), waves.col(c)));
  }
  Mat x(7, 2);
  x.rowwise() = (Mat(1, 2) << 1, 0).finished().row(0);
  EXPECT_TRUE(close(rotate_positions(x, 1), rotations(7, 2)));
}

TEST(Positions, TurningEqualsTheReference) {
  Rng rng(2);
  for (const Index n : {1, 3, 40})
    for (const int heads : {1, 2, 5})
      for (const Index width : {2, 6, 16}) {
        const Mat x = normal_matrix(n, heads * width, rng);
        const Mat expected = rotate_positions_reference(x, heads, 500, 3);
        EXPECT_TRUE(close(rotate_positions(x, heads, 500, 3), expected));
        Mat same = x;
        rotate_positions_into(same, heads, 500, 3, same);
        EXPECT_TRUE(close(same, expected));
      }
}

TEST(Positions, TheDotProductOfTurnedRowsDependsOnTheirDistance) {
  Rng rng(3);
  const Mat q = normal_matrix(1, 8, rng), k = normal_matrix(1, 8, rng);
  const auto score = [&](Index i, Index j) {
    return product_bt(rotate_positions(q, 1, kPositionBase, i), rotate_positions(k, 1, kPositionBase, j))(0, 0);
  };
  for (const Index offset : {-5, 0, 4})
    for (const Index i : {5, 11, 900}) EXPECT_NEAR(score(i, i + offset), score(5, 5 + offset), 1e-4);
  EXPECT_GT(std::fabs(score(5, 5) - score(5, 9)), 1e-2);
}

TEST(Positions, EachHeadTurnsAlike) {
  Rng rng(4);
  const Mat x = normal_matrix(7, 4, rng);
  Mat twice(7, 8);
  twice << x, x;
  const Mat turned = rotate_positions(twice, 2);
  EXPECT_TRUE(close(turned.leftCols(4), turned.rightCols(4)));
  EXPECT_TRUE(close(turned.leftCols(4), rotate_positions(x, 1)));
}

TEST(Positions, FarPositionsKeepTheirPrecision) {
  const Mat p = sinusoidal_positions(1, 4, kPositionBase, 100003);
  EXPECT_NEAR(p(0, 0), std::sin(100003.0), 1e-6);
  EXPECT_NEAR(p(0, 2), std::sin(1000.03), 1e-6);
  Mat x(1, 2);
  x << 1, 0;
  EXPECT_NEAR(rotate_positions(x, 1, kPositionBase, 100003)(0, 1), std::sin(100003.0), 1e-6);
}

TEST(Positions, OffsetBiasReadsTheTableByDistance) {
  Rng rng(5);
  const Mat table = normal_matrix(5, 2, rng);
  for (const Index first : {0, 3}) {
    const Mat bias = offset_bias(table, 6, 9, 1, first);
    for (Index i = 0; i < 6; ++i)
      for (Index j = 0; j < 9; ++j) {
        const Index offset = j - (first + i), row = offset < -2 ? 0 : offset > 2 ? 4 : offset + 2;
        EXPECT_EQ(bias(i, j), table(row, 1));
      }
  }
}

TEST(Positions, OffsetBiasGradientAddsToItsHeadAlone) {
  Mat d_table = Mat::Constant(3, 2, 10);
  add_offset_bias_vjp(Mat::Ones(4, 4), 0, 0, d_table);
  EXPECT_TRUE(close(d_table, (Mat(3, 2) << 16, 10, 14, 10, 16, 10).finished()));
  EXPECT_TRUE(close(offset_bias_vjp(Mat::Ones(4, 4), 3, 2, 0), Mat(d_table.array() - 10)));
}

#if GTEST_HAS_DEATH_TEST
TEST(PositionsDeathTest, WhatDoesNotFit) {
  EXPECT_DEATH(rotate_positions(Mat(2, 6), 2), "2 heads of even width in \\[2,6\\]");
  EXPECT_DEATH(sinusoidal_positions(2, 6, 0), "base is 0");
  EXPECT_DEATH(offset_bias(Mat(4, 2), 3, 3, 0), "table \\[4,2\\]");
  EXPECT_DEATH(offset_bias(Mat(5, 2), 3, 3, 2), "head 2 of a table");
}
#endif

}  // namespace
}  // namespace attn::kernels
