#include "canvas/number_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace attn::canvas {
namespace {

TEST(NumberText, IsSetForTheEye) {
  EXPECT_EQ(shown_fixed(-0.25, 2), "−0.25");
  EXPECT_EQ(shown_rounded(-1.2345, 3), "−1.23");
  EXPECT_EQ(shown_rounded(5.91e-7, 3), "5.91·10⁻⁷");
  EXPECT_EQ(said_rounded(-7.15e-7, 3), "-7.15·10⁻⁷");
  EXPECT_EQ(said_rounded(1e-7, 1), "10⁻⁷");
  EXPECT_EQ(shown_rounded(-1e-7, 3), "−10⁻⁷");
  EXPECT_EQ(said_rounded(0.41, 3), "0.41");
  EXPECT_EQ(said_rounded(std::numeric_limits<double>::infinity(), 3), "inf");
  EXPECT_EQ(shown_rounded(-4e20, 2), "−4·10²⁰");
}

}  // namespace
}  // namespace attn::canvas
