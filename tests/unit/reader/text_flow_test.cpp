// Lines are filled, broken only between pieces that are not glued, and as high as their highest piece.
#include "reader/text_flow.h"

#include <gtest/gtest.h>

namespace attn::reader {
namespace {

Piece word(float width, bool glued = false) { return {width, 10, 4, 5, glued}; }

TEST(TextFlow, FillsALineBeforeItBreaks) {
  const std::vector<Piece> words = {word(40), word(40), word(40)};
  const Flow f = flow(words, 90, 6);
  EXPECT_FLOAT_EQ(f.origins[1].x, 45);
  EXPECT_FLOAT_EQ(f.origins[1].y, f.origins[0].y);
  EXPECT_FLOAT_EQ(f.origins[2].x, 0);
  EXPECT_FLOAT_EQ(f.origins[2].y, 10 + 14 + 6);
  EXPECT_FLOAT_EQ(f.height, 14 + 6 + 14);
}

TEST(TextFlow, KeepsGluedPiecesTogether) {
  const std::vector<Piece> words = {word(40), word(40), {5, 10, 4, 0, true}};
  EXPECT_FLOAT_EQ(flow(words, 87, 0).origins[1].x, 0);
  EXPECT_FLOAT_EQ(flow(words, 90, 0).origins[1].x, 45);
}

TEST(TextFlow, AHighPieceMakesItsLineHigh) {
  const std::vector<Piece> words = {word(10), {10, 30, 12, 5, false}};
  const Flow f = flow(words, 100, 0);
  EXPECT_FLOAT_EQ(f.origins[0].y, 30);
  EXPECT_FLOAT_EQ(f.height, 42);
}

TEST(TextFlow, NothingAndTooWide) {
  EXPECT_FLOAT_EQ(flow({}, 100, 6).height, 0);
  const std::vector<Piece> words = {word(500), word(10)};
  EXPECT_FLOAT_EQ(flow(words, 100, 6).origins[1].x, 0);
}

}  // namespace
}  // namespace attn::reader
