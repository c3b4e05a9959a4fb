// Scenes that are drawn from a seed: they are clear, they belong to one split, and their pictures show what their captions tell.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "tasks/scenes.h"

namespace attn::tasks {
namespace {

constexpr std::array kBothSplits{Split::kTraining, Split::kHeldOut};

Scene draw_seeded(Split split, int count, std::uint64_t seed) {
  Rng rng(seed);
  return draw_scene(split, count, rng);
}

/// A thing of every shape, colour and size in the middle of every ninth.
std::vector<Thing> all_combinations() {
  std::vector<Thing> out;
  for (int shape = 0; shape < kThingShapes; ++shape)
    for (int color = 0; color < kThingColors; ++color)
      for (const bool big : {false, true})
        for (int ninth = 0; ninth < 9; ++ninth)
          out.push_back({static_cast<ThingShape>(shape), static_cast<ThingColor>(color), big, (ninth % 3 + 0.5) * kSceneSide / 3,
                         (ninth / 3 + 0.5) * kSceneSide / 3});
  return out;
}
int ninth_of(const Thing& thing) { return static_cast<int>(thing.y * 3 / kSceneSide) * 3 + static_cast<int>(thing.x * 3 / kSceneSide); }

TEST(SceneSplits, AboutOneCombinationInEightIsHeldOut) {
  const std::vector<Thing> all = all_combinations();
  EXPECT_EQ(all.size(), 360u);
  const auto held_out = std::count_if(all.begin(), all.end(), [](const Thing& t) { return split_of_thing(t) == Split::kHeldOut; });
  EXPECT_GE(held_out, 36);
  EXPECT_LE(held_out, 54);
}

/// What is new in a held-out thing is only that its parts come together: every two of them are learnt from.
TEST(SceneSplits, EveryPairOfPartsIsLearntFrom) {
  std::array<std::set<std::array<int, 3>>, 2> pairs;
  for (const Thing& thing : all_combinations()) {
    const std::array parts{static_cast<int>(thing.shape), static_cast<int>(thing.color), static_cast<int>(thing.big), ninth_of(thing)};
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < a; ++b)
        for (std::size_t i = 0; i < 2; ++i)
          if (i == 0 || split_of_thing(thing) == Split::kTraining)
            pairs[i].insert({4 * a + b, parts[static_cast<std::size_t>(a)], parts[static_cast<std::size_t>(b)]});
  }
  EXPECT_EQ(pairs[0].size(), 20u + 8 + 10 + 36 + 45 + 18);
  EXPECT_EQ(pairs[1], pairs[0]);
}

TEST(SceneSplits, HeldOutThingsAreOfEveryShapeColourSizeAndNinth) {
  std::set<int> shapes, colors, sizes, ninths;
  for (const Thing& thing : all_combinations()) {
    if (split_of_thing(thing) != Split::kHeldOut) continue;
    shapes.insert(static_cast<int>(thing.shape)), colors.insert(static_cast<int>(thing.color)), sizes.insert(thing.big);
    ninths.insert(ninth_of(thing));
  }
  EXPECT_EQ(shapes.size(), 4u);
  EXPECT_EQ(colors.size(), 5u);
  EXPECT_EQ(sizes.size(), 2u);
  EXPECT_EQ(ninths.size(), 9u);
}

TEST(SceneSplits, DoNotDependOnWhereInItsNinthAThingIs) {
  for (const Thing& middle : all_combinations())
    for (const double dx : {-5.3, 0.0, 5.3})
      for (const double dy : {-5.3, 0.0, 5.3}) {
        Thing moved = middle;
        moved.x += dx, moved.y += dy;
        ASSERT_EQ(split_of_thing(moved), split_of_thing(middle));
      }
}

TEST(DrawnScenes, AreClearAndOfTheirSplit) {
  for (const Split split : kBothSplits)
    for (int count = 1; count <= kMostThings; ++count)
      for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Things things = draw_seeded(split, count, seed).things;
        ASSERT_EQ(things.size(), static_cast<std::size_t>(count));
        EXPECT_TRUE(is_clear(things));
        EXPECT_EQ(std::any_of(things.begin(), things.end(), [](const Thing& t) { return split_of_thing(t) == Split::kHeldOut; }),
                  split == Split::kHeldOut);
      }
}

/// Not only their circles are apart, as corners reach further than the middles of sides.
TEST(DrawnScenes, NoTwoThingsOverlap) {
  for (int count = 2; count <= kMostThings; ++count)
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      const Things things = draw_seeded(Split::kTraining, count, seed).things;
      for (double y = 0.25; y < kSceneSide; y += 0.5)
        for (double x = 0.25; x < kSceneSide; x += 0.5)
          ASSERT_LE(std::count_if(things.begin(), things.end(),
                                  [&](const Thing& t) { return is_within(t.shape, (x - t.x) / reach_of(t), (y - t.y) / reach_of(t)); }),
                    1)
              << caption_text(caption_of(things)) << " seed " << seed;
    }
}

TEST(DrawnScenes, HaveEveryKindOfThingEverywhere) {
  std::set<int> kinds, ninths, relations;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Things things = draw_seeded(Split::kTraining, 2, seed).things;
    for (const Thing& thing : things) {
      kinds.insert(static_cast<int>(thing.shape) * 10 + static_cast<int>(thing.color) * 2 + thing.big);
      ninths.insert(ninth_of(thing));
    }
    relations.insert(caption_of(things)[4]);
  }
  EXPECT_EQ(kinds.size(), 40u);
  EXPECT_EQ(ninths.size(), 9u);
  EXPECT_EQ(relations.size(), 3u);
}

TEST(DrawnScenes, ASeedDrawsTheSameBits) {
  for (const Split split : kBothSplits)
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const Scene once = draw_seeded(split, 3, seed), again = draw_seeded(split, 3, seed), other = draw_seeded(split, 3, seed + 1);
      EXPECT_EQ(once.things, again.things);
      EXPECT_EQ(once.picture, again.picture);
      EXPECT_NE(once.things, other.things);
      EXPECT_NE(once.picture, other.picture);
    }
}

/// So that a batch is the same, however often a scene had to be drawn again.
TEST(DrawnScenes, TakeOneNumberOfTheGenerator) {
  for (const Split split : kBothSplits)
    for (int count = 1; count <= kMostThings; ++count) {
      Rng drawing(5), counting(5);
      draw_scene(split, count, drawing), counting.next();
      EXPECT_EQ(drawing, counting);
    }
}

double distance(const std::array<double, 3>& a, const std::array<Real, 3>& b) {
  double sum = 0;
  for (std::size_t c = 0; c < 3; ++c) sum += std::pow(a[c] - static_cast<double>(b[c]), 2);
  return std::sqrt(sum);
}

/// The mean colour of the pixels whose middles `chosen` takes.
template <class Chosen>
std::array<double, 3> mean_color(const Mat& picture, const Chosen& chosen) {
  std::array<double, 3> sum{};
  int count = 0;
  for (int row = 0; row < kSceneSide; ++row)
    for (int col = 0; col < kSceneSide; ++col) {
      if (!chosen(col + 0.5, row + 0.5)) continue;
      ++count;
      for (std::size_t c = 0; c < 3; ++c) sum[c] += static_cast<double>(picture(row * kSceneSide + col, static_cast<Index>(c)));
    }
  for (double& channel : sum) channel /= count;
  return sum;
}

TEST(DrawnScenes, TheirPicturesShowEachThingInItsColourOnADarkGround) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Scene scene = draw_seeded(Split::kTraining, 3, seed);
    ASSERT_EQ(scene.picture.rows(), kSceneSide * kSceneSide);
    ASSERT_EQ(scene.picture.cols(), 3);
    EXPECT_GE(scene.picture.minCoeff(), 0);
    EXPECT_LE(scene.picture.maxCoeff(), 1);
    for (const Thing& thing : scene.things) {
      const double most = reach_of(thing) * 0.8;
      const auto mean =
          mean_color(scene.picture, [&](double x, double y) { return is_within(thing.shape, (x - thing.x) / most, (y - thing.y) / most); });
      EXPECT_LT(distance(mean, rgb_of(thing.color)), 0.3);
      for (int other = 0; other < kThingColors; ++other)
        EXPECT_LE(distance(mean, rgb_of(thing.color)), distance(mean, rgb_of(static_cast<ThingColor>(other))));
    }
    const auto ground = mean_color(scene.picture, [&](double x, double y) {
      return std::none_of(scene.things.begin(), scene.things.end(),
                          [&](const Thing& t) { return std::hypot(x - t.x, y - t.y) < 1.6 * reach_of(t); });
    });
    for (const double channel : ground) EXPECT_NEAR(channel, 0.12, 0.07);
  }
}

/// The same kind of thing is another picture each time.
TEST(DrawnScenes, TheirPicturesVaryAboutThoseOfTheirThings) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Scene scene = draw_seeded(Split::kTraining, 2, seed);
    const Mat off = scene.picture - picture_of(scene.things);
    EXPECT_GT(std::sqrt(off.squaredNorm() / static_cast<Real>(off.size())), 0.025);
    EXPECT_LT(std::sqrt(off.squaredNorm() / static_cast<Real>(off.size())), 0.15);
  }
}

TEST(DrawnScenes, OfNothingAreForTraining) {
  const Scene scene = draw_seeded(Split::kTraining, 0, 3);
  EXPECT_TRUE(scene.things.empty());
  EXPECT_EQ(caption_text(caption_of(scene.things)), "nothing");
  EXPECT_LT(scene.picture.maxCoeff(), 0.5);
}

#ifdef GTEST_HAS_DEATH_TEST
#if GTEST_HAS_DEATH_TEST
TEST(DrawnScenesDeathTest, CountsThatNoSceneHas) {
  Rng rng(1);
  EXPECT_DEATH(draw_scene(Split::kHeldOut, 0, rng), "draw_scene: 0 things");
  EXPECT_DEATH(draw_scene(Split::kTraining, -1, rng), "draw_scene: -1 things");
  EXPECT_DEATH(draw_scene(Split::kTraining, kMostThings + 1, rng), "draw_scene: 5 things");
}
#endif
#endif

}  // namespace
}  // namespace attn::tasks
