// What the text of lesson 05 says of networks that are trained from other seeds, and for longer.
#include "unit/lessons/05_recurrent/lamp_runs.h"

namespace attn {
namespace {

TEST(LampLive, WithOtherSeedsItIsMuchTheSame) {
  for (const int seed : {1, 3, 5, 9, 11, 17}) {
    EXPECT_GE(recalled_from(seed, kGated), 0.995) << seed;
    EXPECT_GE(recalled_from(seed, kPlain), 0.185) << seed;
    EXPECT_LE(recalled_from(seed, kPlain), 0.625) << seed;
  }
}

TEST(LampLive, WithTenTimesAsManyStepsSomePlainNetworksGetThere) {
  EXPECT_GT(recalled_from(12, kPlain, 10000), 0.95);
  EXPECT_LT(recalled_from(5, kPlain, 10000), 0.5);
}

}  // namespace
}  // namespace attn
