#include "course/tensor.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attn::course {
namespace {

TEST(Tensor, HoldsAMatrixRowByRowWithItsLabels) {
  Mat m(2, 3);
  m << 1, 2, 3, 4, 5, 6;
  const Tensor t = tensor(m, {"a", "b"}, {"x", "y", "z"});
  EXPECT_EQ(t.shape, (std::vector<int>{2, 3}));
  EXPECT_EQ(t.data, (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(t.rows[1], "b");
}

TEST(Tensor, OfABlockTakesItsStrideIntoAccount) {
  Mat m(2, 3);
  m << 1, 2, 3, 4, 5, 6;
  EXPECT_EQ(tensor(m.rightCols(2)).data, (std::vector<float>{2, 3, 5, 6}));
}

TEST(Tensor, AScalarHasOneElement) {
  const Tensor t = scalar(0.25);
  EXPECT_EQ(t.shape, (std::vector<int>{1}));
  EXPECT_EQ(t.data, (std::vector<float>{0.25f}));
}

TEST(Tensor, OfAStackIsOneTableWithTheMatricesOneUnderAnother) {
  const Tensor t{{2, 3, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {}, {}};
  EXPECT_EQ(t.row_count(), 6);
  EXPECT_EQ(t.matrix_rows(), 3);
  EXPECT_EQ(t.col_count(), 2);
  EXPECT_EQ(t.at(4, 1), 9);
  EXPECT_EQ(t.index(4, 1), 9u);
  EXPECT_TRUE(t.has(5, 1));
  EXPECT_FALSE(t.has(6, 0));
  EXPECT_FALSE(t.has(0, 2));
  EXPECT_FALSE(t.has(-1, 0));
  EXPECT_EQ(t.matrix()(4, 1), 9);
}

TEST(Tensor, OfAVectorIsAColumn) {
  const Tensor t{{3}, {5, 6, 7}, {}, {}};
  EXPECT_EQ(t.row_count(), 3);
  EXPECT_EQ(t.matrix_rows(), 3);
  EXPECT_EQ(t.col_count(), 1);
  EXPECT_EQ(t.at(2), 7);
  EXPECT_FALSE(t.has(0, 1));
}

TEST(Tensor, WithoutCellsHasNone) {
  EXPECT_FALSE(Tensor().has(0));
  const Tensor t{{0, 3}, {}, {}, {}};
  EXPECT_EQ(t.col_count(), 3);
  EXPECT_FALSE(t.has(0));
  EXPECT_EQ(t.matrix().size(), 0);
}

TEST(Tensor, AShareOfNoneIsNoNumber) {
  EXPECT_FLOAT_EQ(share(1, 4).at(0), 0.25f);
  EXPECT_TRUE(std::isnan(share(0, 0).at(0)));
}

}  // namespace
}  // namespace attn::course
