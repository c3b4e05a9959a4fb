// What the opening of lesson 17 claims: within some 200 steps from random weights a machine invents a tape.
#include "unit/lessons/17_neural-turing-machine/begun.h"

namespace attn {
namespace {

TEST(InventionLive, FromAnyOfThreeSeedsBothHeadsWalkAfter200StepsAndEveryBitIsRight) {
  for (const int seed : {1, 2, 3}) {
    const LessonUnderTest before = begun(0, seed), later = begun(200, seed);
    EXPECT_LT(before.at("writing-walks") + before.at("reading-walks"), 1) << seed;
    EXPECT_GT(before.at("wrong-bits"), 10) << seed;
    EXPECT_EQ(later.at("writing-walks"), 1) << seed;
    EXPECT_EQ(later.at("reading-walks"), 1) << seed;
    EXPECT_EQ(later.at("wrong-bits"), 0) << seed;
  }
}

}  // namespace
}  // namespace attn
