#include "lessons/01_pooling/hull.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lessons/01_pooling/colour_plane.h"

namespace attn::lessons::pooling {
namespace {

TEST(Hull, PointsInsideAndOnEdgesAreNoCorners) {
  const std::vector<canvas::Point> points = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 1}, {1, 0}, {2, 0}};
  EXPECT_EQ(convex_hull(points).size(), 4u);
}

TEST(Hull, OfEqualPointsIsOneAndOfPointsOnALineTwo) {
  EXPECT_EQ(convex_hull(std::vector<canvas::Point>{{1, 1}, {1, 1}, {1, 1}}).size(), 1u);
  EXPECT_EQ(convex_hull(std::vector<canvas::Point>{{0, 0}, {1, 1}, {3, 3}, {2, 2}}).size(), 2u);
}

TEST(Hull, DistanceIsZeroInsideAndGrowsOutside) {
  const std::vector<canvas::Point> hull = convex_hull(std::vector<canvas::Point>{{0, 0}, {4, 0}, {4, 4}, {0, 4}});
  EXPECT_EQ(distance_outside(hull, {2, 2}), 0);
  EXPECT_EQ(distance_outside(hull, {4, 2}), 0);
  EXPECT_FLOAT_EQ(distance_outside(hull, {6, 2}), 2);
  EXPECT_FLOAT_EQ(distance_outside(hull, {7, 8}), 5);
  EXPECT_FLOAT_EQ(distance_outside(std::vector<canvas::Point>{{1, 1}}, {1, 3}), 2);
  EXPECT_FLOAT_EQ(distance_outside(std::vector<canvas::Point>{{0, 0}, {2, 0}}, {1, 1}), 1);
}

TEST(Hull, EveryWeightedMeanLiesInside) {
  const std::vector<canvas::Point> points = {{-3, 1}, {2, 2.5f}, {1, -2}, {0, 0}, {3, -1}};
  const std::vector<canvas::Point> hull = convex_hull(points);
  unsigned state = 7;
  for (int round = 0; round < 500; ++round) {
    float sum = 0;
    canvas::Point mean{};
    for (const canvas::Point p : points) {
      state = state * 1664525u + 1013904223u;
      const float w = static_cast<float>(state >> 16) / 65536.0f;
      sum += w, mean = mean + w * p;
    }
    EXPECT_LT(distance_outside(hull, (1 / sum) * mean), 1e-5f);
  }
}

TEST(ColourPlane, TheMiddleIsGreyAndDirectionsDiffer) {
  const canvas::Color grey = plane_color({0, 0});
  EXPECT_NEAR(grey.r, grey.g, 0.01);
  EXPECT_NEAR(grey.g, grey.b, 0.01);
  const canvas::Color right = plane_color({1, 0}), left = plane_color({-1, 0}), up = plane_color({0, 1});
  EXPECT_GT(right.r, left.r + 0.2f);
  EXPECT_LT(up.b, grey.b - 0.2f);
}

}  // namespace
}  // namespace attn::lessons::pooling
