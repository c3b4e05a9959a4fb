// A ring and a cross among other shapes. Where they lie is found again in the drawing, by those who know what the two look like.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "tasks/drawings.h"

namespace attn::tasks {
namespace {

/// Looks for a shape by comparing it with every part of a drawing, in steps of a quarter of a pixel. It errs about once in a thousand
/// drawings, where a shape lies turned beside another.
class ShapeFinder {
 public:
  /// The strokes of the shape about (0,0), of radius 1.
  explicit ShapeFinder(const std::vector<Stroke>& shape) {
    for (const double size : {2.1, 2.4, 2.7})
      for (const double y : kParts)
        for (const double x : kParts) {
          Sample sample{Mat::Zero(kPart, kPart), {kPart / 2.0 + x, kPart / 2.0 + y}};
          for (Stroke stroke : shape) {
            for (PenPoint& p : stroke) p = {sample.middle.x + size * p.x, sample.middle.y + size * p.y};
            add_stroke(stroke, 1.35, &sample.ink);
          }
          samples_.push_back(sample);
        }
  }
  PenPoint find(const Mat& drawing) const {
    Real least = std::numeric_limits<Real>::max();
    PenPoint found;
    for (Index y = 0; y + kPart <= drawing.rows(); ++y)
      for (Index x = 0; x + kPart <= drawing.cols(); ++x) {
        const Mat part = drawing.block(y, x, kPart, kPart);
        for (const Sample& sample : samples_) {
          const Real off = distance_below(least, part.data(), sample.ink.data());
          if (off < least) least = off, found = {static_cast<double>(x) + sample.middle.x, static_cast<double>(y) + sample.middle.y};
        }
      }
    return found;
  }

 private:
  static constexpr Index kPart = 7;
  static constexpr std::array kParts{-0.5, -0.25, 0.0, 0.25};
  /// The sum of squared differences of two parts, or a number from `least` on.
  static Real distance_below(Real least, const Real* a, const Real* b) {
    Real sum = 0;
    for (Index i = 0; i < kPart * kPart && sum < least; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
  }
  struct Sample {
    Mat ink;
    PenPoint middle;
  };
  std::vector<Sample> samples_;
};

struct Places {
  PenPoint ring, cross;
};
Places places_in(const Mat& drawing) {
  constexpr double kHalf = 0.70710678118654752440;
  static const ShapeFinder kRing({smooth_through(std::vector<PenPoint>{
      {1, 0}, {kHalf, kHalf}, {0, 1}, {-kHalf, kHalf}, {-1, 0}, {-kHalf, -kHalf}, {0, -1}, {kHalf, -kHalf}, {1, 0}})});
  static const ShapeFinder kCross({{{-0.8, -0.8}, {0.8, 0.8}}, {{-0.8, 0.8}, {0.8, -0.8}}});
  return {kRing.find(drawing), kCross.find(drawing)};
}

LabelledDrawing relation(Split split, std::uint64_t seed) {
  Rng rng(seed);
  return draw_relation(split, rng);
}

TEST(Relations, TheLabelSaysWhetherTheRingIsFurtherToTheLeft) {
  constexpr int kDrawn = 200;
  for (const Split split : {Split::kTraining, Split::kHeldOut}) {
    int right = 0, apart = 0;
    for (std::uint64_t seed = 0; seed < kDrawn; ++seed) {
      const LabelledDrawing drawing = relation(split, seed);
      const auto [ring, cross] = places_in(drawing.ink);
      const double across = std::abs(ring.x - cross.x), down = std::abs(ring.y - cross.y);
      right += drawing.label == (ring.x < cross.x);
      apart += across > 1.5 && std::max(across, down) > 5.5;
    }
    EXPECT_GE(right, 0.99 * kDrawn);
    EXPECT_GE(apart, 0.99 * kDrawn) << "the answer can be seen";
  }
}

/// In which of 36 fields of the sheet both are; nothing where one is so close to an edge of its field that it may belong to the next.
std::optional<std::array<int, 4>> fields_of(const Places& places) {
  constexpr double kField = kDrawingSide / 6.0, kDoubt = 0.7;
  std::array<int, 4> fields{};
  std::size_t i = 0;
  for (const double at : {places.ring.y, places.ring.x, places.cross.y, places.cross.x}) {
    const double field = std::floor(at / kField), inside = at - field * kField;
    if (inside < kDoubt || inside > kField - kDoubt) return std::nullopt;
    fields[i++] = static_cast<int>(field);
  }
  return fields;
}

TEST(Relations, WhatIsHeldOutIsWhereTheTwoLie) {
  std::set<std::array<int, 4>> training, held_out;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    if (const auto fields = fields_of(places_in(relation(Split::kTraining, seed).ink))) training.insert(*fields);
    if (const auto fields = fields_of(places_in(relation(Split::kHeldOut, seed).ink))) held_out.insert(*fields);
  }
  std::set<int> rings, crosses;
  int learnt = 0;
  for (const auto& [ring_y, ring_x, cross_y, cross_x] : held_out) {
    learnt += training.contains({ring_y, ring_x, cross_y, cross_x});
    rings.insert(6 * ring_y + ring_x), crosses.insert(6 * cross_y + cross_x);
  }
  EXPECT_GT(training.size(), 40u);
  EXPECT_GT(held_out.size(), 15u);
  EXPECT_LE(learnt, 1) << "the finder may err";
  EXPECT_GT(rings.size(), 10u) << "no place of the ring alone is held out";
  EXPECT_GT(crosses.size(), 10u);
}

TEST(Relations, NoDrawingIsOfBothSplits) {
  const auto numbers = [](Split split, std::uint64_t seed) {
    const Mat ink = relation(split, seed).ink;
    return std::vector<Real>(ink.data(), ink.data() + ink.size());
  };
  std::set<std::vector<Real>> training;
  for (std::uint64_t seed = 0; seed < 300; ++seed) training.insert(numbers(Split::kTraining, seed));
  EXPECT_EQ(training.size(), 300u);
  for (std::uint64_t seed = 0; seed < 300; ++seed) EXPECT_FALSE(training.contains(numbers(Split::kHeldOut, seed)));
}

}  // namespace
}  // namespace attn::tasks
