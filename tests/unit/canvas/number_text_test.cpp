#include "canvas/number_text.h"

#include <gtest/gtest.h>

namespace attn::canvas {
namespace {

TEST(NumberText, IsSetForTheEye) {
  EXPECT_EQ(shown_fixed(-0.25, 2), "−0.25");
  EXPECT_EQ(shown_rounded(-1.2345, 3), "−1.23");
  EXPECT_EQ(shown_rounded(5.91e-7, 3), "5.91·10⁻⁷");
  EXPECT_EQ(shown_rounded(-4e20, 2), "−4·10²⁰");
}

}  // namespace
}  // namespace attn::canvas
