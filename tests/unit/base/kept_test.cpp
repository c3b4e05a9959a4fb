#include "base/kept.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

struct KeptTest : testing::Test {
  Kept<int, int> kept;
  int made = 0;
  int get(int key) {
    return kept.get(key, [&] { return ++made, 10 * key; });
  }
};

TEST_F(KeptTest, TheLastIsMadeOnce) {
  const long uses = kept_counts().uses;
  EXPECT_EQ(get(1), 10);
  EXPECT_EQ(get(1), 10);
  EXPECT_EQ(made, 1);
  EXPECT_EQ(kept_counts().uses, uses + 1);
  EXPECT_EQ(get(2), 20);
  EXPECT_EQ(get(1), 10);
  EXPECT_EQ(made, 3);
}

TEST_F(KeptTest, WhatIsForgottenIsMadeAnew) {
  get(1);
  forget_kept();
  get(1);
  EXPECT_EQ(made, 2);
}

TEST(Kept, TwoTakeTurns) {
  Kept<int, int, 2> kept;
  int made = 0;
  const auto get = [&](int key) { return kept.get(key, [&] { return ++made, 10 * key; }); };
  for (int turn = 0; turn < 5; ++turn) {
    EXPECT_EQ(get(1), 10);
    EXPECT_EQ(get(2), 20);
  }
  EXPECT_EQ(made, 2);
  get(3);  // 1 was asked for longest ago
  get(2);
  EXPECT_EQ(made, 3);
  get(1);
  EXPECT_EQ(made, 4);
}

}  // namespace
}  // namespace attn
