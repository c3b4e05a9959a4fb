// later<>: what a table writes in a function's place.
#include "base/later.h"

#include <gtest/gtest.h>

#include <string>

namespace attn {
namespace {

std::string twice(const std::string& text, int& calls) {
  ++calls;
  return text + text;
}

TEST(Later, CallsTheFunctionOrTheLambdaItStandsFor) {
  int calls = 0;
  std::string (*f)(const std::string&, int&) = later<twice>;
  EXPECT_EQ(f("ab", calls), "abab");
  EXPECT_EQ(calls, 1);
  int (*sum)(int, int) = later<[](int a, int b) { return a + b; }>;
  EXPECT_EQ(sum(2, 3), 5);
}

TEST(Later, WhatIsMissedIsToldOnce) {
  EXPECT_TRUE(is_here(later<twice>)) << "this program is one piece";
  EXPECT_FALSE(take_missed());
  note_missed();
  EXPECT_TRUE(take_missed());
  EXPECT_FALSE(take_missed());
}

}  // namespace
}  // namespace attn
