// Scenes of coloured things: how they are told, which of them are clear, and what training never sees.
#include "tasks/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace attn::tasks {
namespace {

constexpr std::array kAllShapes{ThingShape::circle, ThingShape::square, ThingShape::triangle, ThingShape::cross};
constexpr std::array kAllColors{ThingColor::red, ThingColor::green, ThingColor::blue, ThingColor::yellow, ThingColor::purple};

std::string told(const Things& things) { return caption_text(caption_of(things)); }

// ---- captions --------------------------------------------------------------------------------------------------------------------------

TEST(SceneCaptions, OfNothingAndOfOneThing) {
  EXPECT_EQ(told({}), "nothing");
  EXPECT_EQ(told({{ThingShape::circle, ThingColor::red, false, 16, 16}}), "a small red circle");
  EXPECT_EQ(told({{ThingShape::square, ThingColor::green, true, 6, 26}}), "a big green square");
  EXPECT_EQ(told({{ThingShape::triangle, ThingColor::blue, false, 26, 6}}), "a small blue triangle");
  EXPECT_EQ(told({{ThingShape::cross, ThingColor::yellow, true, 16, 16}}), "a big yellow cross");
  EXPECT_EQ(told({{ThingShape::cross, ThingColor::purple, false, 16, 16}}), "a small purple cross");
}

TEST(SceneCaptions, SayWhereTheUpperOfTwoThingsIs) {
  const Thing upper{ThingShape::circle, ThingColor::red, false, 16, 8};
  const auto with = [&](double x, double y) { return told({upper, {ThingShape::square, ThingColor::blue, true, x, y}}); };
  EXPECT_EQ(with(16, 24), "a small red circle above a big blue square");
  EXPECT_EQ(with(7, 19), "a small red circle above a big blue square") << "it is further down than to the left";
  EXPECT_EQ(with(24, 13), "a small red circle left of a big blue square");
  EXPECT_EQ(with(6, 13), "a small red circle right of a big blue square");
}

TEST(SceneCaptions, TellFromTopToBottomWhateverTheOrderOfThings) {
  const Things in_order{{ThingShape::cross, ThingColor::yellow, true, 8, 7},
                        {ThingShape::triangle, ThingColor::green, false, 24, 12},
                        {ThingShape::circle, ThingColor::purple, true, 21, 25}};
  EXPECT_EQ(told(in_order), "a big yellow cross left of a small green triangle above a big purple circle");
  Things things = in_order;
  std::array order{0u, 1u, 2u};
  do {
    for (std::size_t i = 0; i < 3; ++i) things[i] = in_order[order[i]];
    EXPECT_EQ(in_order_of_telling(things), in_order);
    EXPECT_EQ(told(things), told(in_order));
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(SceneCaptions, OfFourThings) {
  EXPECT_EQ(told({{ThingShape::square, ThingColor::red, false, 5, 27},
                  {ThingShape::circle, ThingColor::blue, false, 25, 5},
                  {ThingShape::cross, ThingColor::red, false, 6, 10},
                  {ThingShape::circle, ThingColor::green, false, 9, 20}}),
            "a small blue circle right of a small red cross above a small green circle above a small red square");
}

TEST(SceneCaptions, ThingsOfTheSameHeightKeepTheirOrder) {
  EXPECT_EQ(told({{ThingShape::circle, ThingColor::red, false, 24, 8}, {ThingShape::cross, ThingColor::red, false, 8, 8}}),
            "a small red circle right of a small red cross");
  EXPECT_EQ(told({{ThingShape::cross, ThingColor::red, false, 8, 8}, {ThingShape::circle, ThingColor::red, false, 24, 8}}),
            "a small red cross left of a small red circle");
}

TEST(SceneCaptions, WordsAreCountedAsTheyAreNamed) {
  EXPECT_EQ(kSceneWords[kSceneEnd], "end");
  const Tokens words = caption_of(Things{{ThingShape::cross, ThingColor::yellow, true, 8, 7},
                                         {ThingShape::triangle, ThingColor::green, false, 24, 12},
                                         {ThingShape::circle, ThingColor::purple, true, 21, 25}});
  EXPECT_EQ(static_cast<int>(words.size()) + 1, kLongestCaption);
  EXPECT_EQ(std::count(words.begin(), words.end(), kSceneEnd), 0);
  const std::array<std::string_view, 3> nouns{"cross", "triangle", "circle"};
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(kSceneWords[static_cast<std::size_t>(words.at(static_cast<std::size_t>(noun_of(i))))], nouns[static_cast<std::size_t>(i)]);
  for (std::size_t i = 0; i < words.size(); ++i) EXPECT_EQ(is_noun(words[i]), i % 5 == 3) << i;
}

TEST(SceneCaptions, NounsAreTheFourShapes) {
  std::set<std::string_view> nouns;
  for (std::size_t word = 0; word < kSceneWords.size(); ++word)
    if (is_noun(static_cast<int>(word))) nouns.insert(kSceneWords[word]);
  EXPECT_EQ(nouns, (std::set<std::string_view>{"circle", "square", "triangle", "cross"}));
  EXPECT_FALSE(is_noun(-1));
  EXPECT_FALSE(is_noun(static_cast<int>(kSceneWords.size())));
}

/// A caption says all that is_clear() lets differ: another kind of thing has another text.
TEST(SceneCaptions, EveryKindHasItsOwn) {
  std::set<std::string> texts;
  for (const ThingShape shape : kAllShapes)
    for (const ThingColor color : kAllColors)
      for (const bool big : {false, true}) texts.insert(told({{shape, color, big, 16, 16}}));
  EXPECT_EQ(texts.size(), 40u);
}

// ---- what is clear ---------------------------------------------------------------------------------------------------------------------

Thing small_at(double x, double y) { return {ThingShape::circle, ThingColor::red, false, x, y}; }
Thing big_at(double x, double y) { return {ThingShape::square, ThingColor::blue, true, x, y}; }

TEST(ClearScenes, HaveNothingThatLeavesThePicture) {
  EXPECT_TRUE(is_clear({}));
  for (const bool big : {false, true}) {
    const double reach = reach_of({.big = big});
    const auto clear_at = [&](double x, double y) { return is_clear(Things{{ThingShape::cross, ThingColor::green, big, x, y}}); };
    for (const double off : {0.1, -0.1}) {
      const double least = reach + off, most = kSceneSide - reach - off;
      EXPECT_EQ(clear_at(least, 16), off > 0) << big;
      EXPECT_EQ(clear_at(most, 16), off > 0) << big;
      EXPECT_EQ(clear_at(16, least), off > 0) << big;
      EXPECT_EQ(clear_at(16, most), off > 0) << big;
    }
  }
}

TEST(ClearScenes, HaveAPixelBetweenThings) {
  EXPECT_DOUBLE_EQ(reach_of(small_at(0, 0)), 3.2);
  EXPECT_DOUBLE_EQ(reach_of(big_at(0, 0)), 5.5);
  EXPECT_TRUE(is_clear(Things{small_at(16, 10), small_at(16, 17.5)}));
  EXPECT_FALSE(is_clear(Things{small_at(16, 10), small_at(16, 17.3)}));
  EXPECT_TRUE(is_clear(Things{big_at(16, 10), small_at(16, 19.8)}));
  EXPECT_FALSE(is_clear(Things{big_at(16, 10), small_at(16, 19.6)}));
  EXPECT_FALSE(is_clear(Things{small_at(16, 19.6), big_at(16, 10)})) << "in any order";
}

/// Corners reach further than circles: side by side these are apart, and cornerwise they are not.
TEST(ClearScenes, KeepCornersApart) {
  const Thing upper{ThingShape::triangle, ThingColor::red, true, 8, 8}, lower{ThingShape::square, ThingColor::blue, true, 17.9, 15.3};
  for (const Thing& thing : {upper, lower}) ASSERT_TRUE(is_within(thing.shape, (13.2 - thing.x) / 5.5, (12.6 - thing.y) / 5.5));
  ASSERT_GT(std::hypot(lower.x - upper.x, lower.y - upper.y), 5.5 + 5.5 + 1);
  EXPECT_FALSE(is_clear(Things{upper, lower}));
  EXPECT_TRUE(is_clear(Things{upper, {ThingShape::square, ThingColor::blue, true, 19.1, 15.3}}));
  EXPECT_TRUE(is_clear(Things{upper, {ThingShape::square, ThingColor::blue, true, 15.3, 19.1}}));
}

/// The first and the third overlap, and all is well between those that follow each other.
TEST(ClearScenes, ComparesThingsThatAreNotToldOneAfterTheOther) {
  EXPECT_FALSE(is_clear(Things{big_at(12, 6), small_at(28, 10.5), big_at(13, 15)}));
  EXPECT_TRUE(is_clear(Things{big_at(12, 6), small_at(28, 10.5), big_at(13, 19)}));
}

TEST(ClearScenes, HaveAnOrderThatIsNotClose) {
  EXPECT_TRUE(is_clear(Things{small_at(8, 16), small_at(24, 20.1)}));
  EXPECT_FALSE(is_clear(Things{small_at(8, 16), small_at(24, 19.9)}));
  EXPECT_FALSE(is_clear(Things{small_at(8, 16), small_at(24, 16)}));
}

TEST(ClearScenes, HaveRelationsThatAreNotClose) {
  for (const double side : {-1, 1}) {
    const auto clear_with = [&](double aside) { return is_clear(Things{small_at(16, 8), small_at(16 + side * aside, 16)}); };
    EXPECT_TRUE(clear_with(5.4));
    EXPECT_FALSE(clear_with(5.6));
    EXPECT_FALSE(clear_with(8));
    EXPECT_FALSE(clear_with(10.4));
    EXPECT_TRUE(clear_with(10.6));
  }
  EXPECT_TRUE(is_clear(Things{small_at(8, 8), small_at(18, 13), small_at(22, 22)})) << "the first and the third have no relation";
}

// ---- shapes and pictures ---------------------------------------------------------------------------------------------------------------

TEST(ThingShapes, LieWithinTheirReachAndHaveAreasOfTheirOwn) {
  constexpr int kFine = 600;
  constexpr double kMost = 1.5;
  std::array<double, 4> areas{};
  std::set<std::vector<bool>> seen;
  for (const ThingShape shape : kAllShapes) {
    int hits = 0;
    std::vector<bool> mask;
    for (int i = 0; i < kFine; ++i)
      for (int j = 0; j < kFine; ++j) {
        const double x = kMost * (2 * (j + 0.5) / kFine - 1), y = kMost * (2 * (i + 0.5) / kFine - 1);
        const bool within = is_within(shape, x, y);
        hits += within, mask.push_back(within);
        ASSERT_TRUE(!within || std::max(std::abs(x), std::abs(y)) <= 1) << x << "," << y;
        ASSERT_EQ(within, is_within(shape, -x, y)) << "left is as right";
      }
    areas[static_cast<std::size_t>(shape)] = hits * 4 * kMost * kMost / (kFine * kFine);
    seen.insert(mask);
  }
  EXPECT_EQ(seen.size(), 4u);
  EXPECT_NEAR(areas[0], 3.1416, 0.02);
  EXPECT_NEAR(areas[1], 1.76 * 1.76, 0.02);
  EXPECT_NEAR(areas[2], 1.85, 0.02);
  EXPECT_NEAR(areas[3], 2 * 2 * 0.6 - 0.36, 0.02);
}

TEST(ThingShapes, AreThoseThatTheirNamesSay) {
  EXPECT_TRUE(is_within(ThingShape::circle, 0.7, 0.7));
  EXPECT_FALSE(is_within(ThingShape::circle, 0.8, 0.8));
  EXPECT_TRUE(is_within(ThingShape::square, 0.8, -0.8));
  EXPECT_FALSE(is_within(ThingShape::square, 0.95, 0));
  EXPECT_TRUE(is_within(ThingShape::triangle, 0, -0.9)) << "its point is up";
  EXPECT_FALSE(is_within(ThingShape::triangle, 0.5, -0.5));
  EXPECT_TRUE(is_within(ThingShape::triangle, 0.9, 0.8));
  EXPECT_FALSE(is_within(ThingShape::triangle, 0, 0.9));
  EXPECT_TRUE(is_within(ThingShape::cross, 0, -0.95));
  EXPECT_TRUE(is_within(ThingShape::cross, 0.95, 0));
  EXPECT_FALSE(is_within(ThingShape::cross, 0.5, 0.5));
}

/// Whether all of a pixel lies within a thing, or some, and how much: as seen at 81 points of it, edges included.
struct Covered {
  bool all = true, some = false;
  double share = 0;
};
Covered covered(const Thing& thing, int row, int col) {
  Covered out;
  const double reach = reach_of(thing);
  for (int i = 0; i <= 8; ++i)
    for (int j = 0; j <= 8; ++j) {
      const bool within = is_within(thing.shape, (col + j / 8.0 - thing.x) / reach, (row + i / 8.0 - thing.y) / reach);
      out.all &= within, out.some |= within, out.share += within / 81.0;
    }
  return out;
}

TEST(ScenePictures, ABigSquareOnTheGround) {
  const Mat picture = picture_of(Things{{ThingShape::square, ThingColor::blue, true, 16, 16}});
  ASSERT_EQ(picture.rows(), 32 * 32);
  ASSERT_EQ(picture.cols(), 3);
  // It reaches 4.84 to each side, so that three of four samples of its outer pixels lie within.
  for (int row = 0; row < 32; ++row)
    for (int col = 0; col < 32; ++col) {
      const auto share_of = [](int at) { return at >= 12 && at <= 19 ? 1 : at == 11 || at == 20 ? 0.75 : 0; };
      const double share = share_of(row) * share_of(col);
      for (int c = 0; c < 3; ++c) {
        const auto channel = static_cast<double>(rgb_of(ThingColor::blue)[static_cast<std::size_t>(c)]);
        EXPECT_NEAR(picture(row * 32 + col, c), 0.1 + share * (channel - 0.1), 1e-6) << row << "," << col;
      }
    }
}

TEST(ScenePictures, HaveTheColourOfAThingWhereItLiesAndTheGroundElsewhere) {
  for (const ThingShape shape : kAllShapes)
    for (const ThingColor color : kAllColors) {
      const Thing thing{shape, color, color != ThingColor::red, 12.3, 17.8};
      const Mat picture = picture_of(Things{thing});
      int all = 0, some = 0;
      for (int row = 0; row < kSceneSide; ++row)
        for (int col = 0; col < kSceneSide; ++col) {
          const Covered here = covered(thing, row, col);
          all += here.all, some += here.some;
          for (int c = 0; c < 3; ++c) {
            const Real pixel = picture(row * kSceneSide + col, c), full = rgb_of(color)[static_cast<std::size_t>(c)], none = Real(0.1);
            if (here.all || !here.some)
              EXPECT_FLOAT_EQ(pixel, here.all ? full : none);
            else
              EXPECT_NEAR((pixel - none) / (full - none), here.share, 0.2);
          }
        }
      EXPECT_GT(all, 0);
      EXPECT_GT(some, all);
    }
}

TEST(ScenePictures, OfNothingAreGroundAndLaterThingsLieOverEarlierOnes) {
  EXPECT_EQ(picture_of({}), Mat::Constant(32 * 32, 3, Real(0.1)));
  const Thing below{ThingShape::circle, ThingColor::red, true, 16, 16}, over{ThingShape::square, ThingColor::green, false, 16, 16};
  const Mat both = picture_of(Things{below, over}), turned_round = picture_of(Things{over, below});
  const Index middle = 16 * 32 + 16, beside = 16 * 32 + 12;
  for (int c = 0; c < 3; ++c) {
    EXPECT_FLOAT_EQ(both(middle, c), rgb_of(ThingColor::green)[static_cast<std::size_t>(c)]);
    EXPECT_FLOAT_EQ(both(beside, c), rgb_of(ThingColor::red)[static_cast<std::size_t>(c)]);
  }
  EXPECT_EQ(turned_round, picture_of(Things{below}));
}

/// A reader may put a thing partly outside.
TEST(ScenePictures, WhatHangsOverIsNotDrawn) {
  const Mat there = picture_of(Things{{ThingShape::cross, ThingColor::yellow, true, 16, 16}});
  for (const auto& [dx, dy] : {std::pair{-14, 3}, {15, 0}, {2, -13}, {-1, 14}, {40, 0}, {0, -40}}) {
    const Mat moved = picture_of(Things{{ThingShape::cross, ThingColor::yellow, true, 16.0 + dx, 16.0 + dy}});
    for (int row = 0; row < 32; ++row)
      for (int col = 0; col < 32; ++col) {
        const int y = row - dy, x = col - dx;
        const bool known = y >= 0 && y < 32 && x >= 0 && x < 32;
        EXPECT_EQ(moved(row * 32 + col, 0), known ? there(y * 32 + x, 0) : Real(0.1)) << row << "," << col;
      }
  }
}

}  // namespace
}  // namespace attn::tasks
