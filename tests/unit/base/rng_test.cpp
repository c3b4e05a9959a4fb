#include "base/rng.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace attn {
namespace {

TEST(Rng, SameNumbersOnEveryPlatform) {
  Rng rng(1);
  EXPECT_EQ(rng.next(), 12966619160104079557u);
  EXPECT_EQ(rng.next(), 9600361134598540522u);
  Rng normal(42);
  EXPECT_EQ(normal.normal(), -0x1.73d2feb0fb377p-1);
  EXPECT_EQ(normal.normal(), -0x1.b088028693f9cp-3);
}

TEST(Rng, UniformStaysInRangeAndFillsIt) {
  Rng rng(2);
  double low = 1, high = 0, sum = 0;
  for (int i = 0; i < 100000; ++i) {
    const double x = rng.uniform();
    low = std::min(low, x), high = std::max(high, x), sum += x;
  }
  EXPECT_GE(low, 0);
  EXPECT_LT(high, 1);
  EXPECT_LT(low, 1e-4);
  EXPECT_GT(high, 1 - 1e-4);
  EXPECT_NEAR(sum / 100000, 0.5, 0.005);
  EXPECT_GE(rng.uniform(3, 4), 3);
}

TEST(Rng, NormalHasTheMomentsAndTailsOfANormal) {
  Rng rng(3);
  const int n = 200000;
  double mean = 0, variance = 0, fourth = 0;
  int beyond_two = 0;
  for (int i = 0; i < n; ++i) {
    const double x = rng.normal();
    mean += x / n, variance += x * x / n, fourth += x * x * x * x / n;
    beyond_two += std::fabs(x) > 2;
  }
  EXPECT_NEAR(mean, 0, 0.01);
  EXPECT_NEAR(variance, 1, 0.02);
  EXPECT_NEAR(fourth, 3, 0.1);
  EXPECT_NEAR(beyond_two / static_cast<double>(n), 0.0455, 0.002);
}

TEST(Rng, BelowIsUniform) {
  Rng rng(4);
  std::vector<int> count(7);
  for (int i = 0; i < 70000; ++i) ++count[static_cast<size_t>(rng.below(7))];
  for (const int c : count) EXPECT_NEAR(c, 10000, 400);
  EXPECT_EQ(rng.below(1), 0u);
}

TEST(Rng, ShuffleKeepsTheItemsAndReachesEveryOrder) {
  Rng rng(5);
  std::vector<int> seen(6);
  for (int i = 0; i < 6000; ++i) {
    std::vector<int> items{0, 1, 2};
    rng.shuffle(&items);
    std::vector<int> order{0, 1, 2};
    size_t rank = 0;
    while (order != items && std::next_permutation(order.begin(), order.end())) ++rank;
    ASSERT_LT(rank, 6u);
    ++seen[rank];
  }
  for (const int c : seen) EXPECT_NEAR(c, 1000, 150);
}

TEST(Rng, SplitGeneratorsAreIndependent) {
  Rng a(6);
  Rng b = a.split();
  EXPECT_NE(a.next(), b.next());
}

TEST(Rng, MatricesAreDrawnRowByRow) {
  Rng a(7), b(7);
  const Mat m = normal_matrix(2, 3, a, 2);
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 3; ++j) EXPECT_EQ(m(i, j), static_cast<Real>(b.normal(0, 2)));
  const Mat u = uniform_matrix(50, 2, a, -1, 3);
  EXPECT_GE(u.minCoeff(), -1);
  EXPECT_LT(u.maxCoeff(), 3);
}

}  // namespace
}  // namespace attn
