#include <gtest/gtest.h>

#include <cstdint>

#include "kernels/tiles.h"

namespace attn::kernels::tiles {
namespace {

TEST(Scratch, TakesTheSameMemoryAgain) {
  Real* first = Scratch(5000).data();
  EXPECT_EQ(Scratch(5000).data(), first);
  EXPECT_EQ(Scratch(3000).data(), first);
}

TEST(Scratch, BlocksInUseDoNotOverlap) {
  constexpr Index kSize = 2000, kCount = 9;
  Scratch blocks[kCount] = {Scratch(kSize), Scratch(kSize), Scratch(kSize), Scratch(kSize), Scratch(kSize),
                            Scratch(kSize), Scratch(kSize), Scratch(kSize), Scratch(10)};
  for (Index i = 0; i < kCount; ++i) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(blocks[i].data()) % 64, 0u);
    std::fill(blocks[i].data(), blocks[i].data() + (i < kCount - 1 ? kSize : 10), static_cast<Real>(i));
  }
  for (Index i = 0; i < kCount; ++i) EXPECT_EQ(blocks[i].data()[0] + blocks[i].data()[9], static_cast<Real>(2 * i));
}

TEST(Scratch, LargeBlocksMayBeTakenBetween) {
  Real* first = Scratch(5000).data();
  {
    Scratch large(1 << 20), small(5000);
    large.data()[(1 << 20) - 1] = small.data()[4999] = 1;
  }
  Scratch again(5000);
  again.data()[4999] = 2;
  EXPECT_NE(first, nullptr);
  EXPECT_EQ(again.data()[4999], 2);
}

}  // namespace
}  // namespace attn::kernels::tiles
