#include "lessons/translation/weight_row.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"

namespace attn::lessons::translation {
namespace {

Mat row_of(std::initializer_list<Real> numbers) {
  Mat row(1, static_cast<Index>(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), row.data());
  return row;
}

TEST(WithWeight, SetsOneWeightAndScalesTheOthers) {
  const Mat row = with_weight(row_of({Real(0.5), Real(0.3), Real(0.2)}), 0, Real(0.2));
  EXPECT_NEAR(row(0, 0), 0.2, 0.002);
  EXPECT_NEAR(row(0, 1), 0.48, 0.001);
  EXPECT_NEAR(row(0, 2), 0.32, 0.001);
}

TEST(WithWeight, AlwaysGivesADistribution) {
  Rng rng(5);
  for (int trial = 0; trial < 500; ++trial) {
    const int m = 1 + static_cast<int>(rng.uniform() * 20);
    Mat row(1, m);
    for (int j = 0; j < m; ++j) row(0, j) = static_cast<Real>(rng.uniform() < 0.3 ? 0 : rng.uniform());
    const int j = static_cast<int>(rng.uniform() * m);
    const Real value = static_cast<Real>(trial % 7 == 0 ? 0 : trial % 7 == 1 ? 1 : rng.uniform() * 1.4 - 0.2);
    const Mat changed = with_weight(row, j, value);
    EXPECT_NEAR(changed.sum(), 1, 1e-5);
    EXPECT_GE(changed.minCoeff(), 0);
    EXPECT_NEAR(changed(0, j), m == 1 ? Real(1) : std::clamp(value, Real(0), Real(1)), 0.001 * m + 1e-5);
  }
}

TEST(WithWeight, TheOthersShareAlikeWhereTheyAreAllZero) {
  const Mat row = with_weight(row_of({0, 1, 0}), 1, Real(0.4));
  EXPECT_NEAR(row(0, 0), 0.3, 1e-5);
  EXPECT_NEAR(row(0, 2), 0.3, 1e-5);
}

}  // namespace
}  // namespace attn::lessons::translation
