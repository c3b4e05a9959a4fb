// Drawings: what a pen leaves on the sheet, and what training never sees.
#include "tasks/drawings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

namespace attn::tasks {
namespace {

constexpr std::array kSplits{Split::kTraining, Split::kHeldOut};

/// Every kind of drawing, by its number: digits and relations of both splits, lettered digits.
constexpr int kKinds = 5;
LabelledDrawing draw_kind(int kind, std::uint64_t seed) {
  Rng rng(seed);
  if (kind == 4) return draw_lettered_digit(rng);
  const Split split = kSplits[static_cast<std::size_t>(kind % 2)];
  return kind < 2 ? draw_digit(split, rng) : draw_relation(split, rng);
}

std::vector<Hand> all_hands() {
  std::vector<Hand> out;
  for (int form = 0; form < kForms; ++form)
    for (int slant = 0; slant < kSlants; ++slant)
      for (int pen = 0; pen < kPens; ++pen) out.push_back({form, slant, pen});
  return out;
}

std::vector<Real> numbers_of(const Mat& ink) { return {ink.data(), ink.data() + ink.size()}; }

Mat drawn(const Stroke& stroke, double width, Index rows, Index cols) {
  Mat ink = Mat::Zero(rows, cols);
  add_stroke(stroke, width, &ink);
  return ink;
}

TEST(Stroke, AHorizontalOneBlackensItsRowsAndGreysWhatItHalfCovers) {
  Mat expected = Mat::Zero(8, 12);
  expected.block(3, 2, 2, 6).setOnes();
  for (const Index y : {3, 4})
    for (const Index x : {1, 8}) expected(y, x) = static_cast<Real>(1.5 - std::sqrt(0.5));
  EXPECT_TRUE(drawn({{2, 4}, {8, 4}}, 2, 8, 12).isApprox(expected));
  EXPECT_EQ(drawn({{2, 4}, {8, 4}}, 2, 8, 12), drawn({{8, 4}, {2, 4}}, 2, 8, 12));

  const Mat through_a_row = drawn({{2, 4.5}, {8, 4.5}}, 2, 8, 12);
  EXPECT_EQ(through_a_row.block(4, 2, 1, 6), Mat::Ones(1, 6));
  for (const Index y : {3, 5}) EXPECT_EQ(through_a_row.block(y, 2, 1, 6), Mat::Constant(1, 6, Real(0.5)));
  for (const Index y : {2, 6}) EXPECT_EQ(through_a_row.row(y).sum(), 0);
  EXPECT_EQ(Mat(drawn({{4.5, 2}, {4.5, 8}}, 2, 12, 8).transpose()), through_a_row);
}

TEST(Stroke, OnePointIsADot) {
  Mat expected = Mat::Zero(7, 7);
  expected(3, 3) = 1;
  for (const auto& [y, x] : {std::pair{2, 3}, {4, 3}, {3, 2}, {3, 4}}) expected(y, x) = Real(0.5);
  for (const auto& [y, x] : {std::pair{2, 2}, {2, 4}, {4, 2}, {4, 4}}) expected(y, x) = static_cast<Real>(1.5 - std::sqrt(2.0));
  EXPECT_TRUE(drawn({{3.5, 3.5}}, 2, 7, 7).isApprox(expected));
  EXPECT_EQ(drawn({{3.5, 3.5}, {3.5, 3.5}}, 2, 7, 7), drawn({{3.5, 3.5}}, 2, 7, 7));
  const PenPoint anywhere{3.2, 2.8};
  for (Index y = 0; y < 7; ++y)
    for (Index x = 0; x < 7; ++x)
      expected(y, x) = static_cast<Real>(
          std::clamp(1.5 - std::hypot(static_cast<double>(x) + 0.5 - anywhere.x, static_cast<double>(y) + 0.5 - anywhere.y), 0.0, 1.0));
  EXPECT_TRUE(drawn({anywhere}, 2, 7, 7).isApprox(expected));
  EXPECT_EQ(drawn({}, 2, 7, 7), Mat::Zero(7, 7));
}

TEST(Stroke, WhereTwoCrossTheInkIsThatOfTheDarker) {
  const Stroke down{{1, 1}, {9, 8}}, up{{1, 8}, {10, 0}};
  const Mat first = drawn(down, 1.4, 10, 11), second = drawn(up, 2.3, 10, 11);
  for (const bool in_turn : {true, false}) {
    Mat both = in_turn ? first : second;
    add_stroke(in_turn ? up : down, in_turn ? 2.3 : 1.4, &both);
    EXPECT_EQ(both, first.cwiseMax(second));
  }
  EXPECT_GT(first.cwiseMin(second).sum(), 0) << "they cross";
}

TEST(Stroke, WhatHangsOverTheSheetIsNotDrawn) {
  const Mat large = drawn({{-3, 5}, {14, 9}}, 3, 20, 20);
  EXPECT_EQ(drawn({{-7, 1}, {10, 5}}, 3, 12, 12), Mat(large.block(4, 4, 12, 12)));
  EXPECT_EQ(drawn({{-9, -9}, {-5, 20}}, 3, 12, 12), Mat::Zero(12, 12));
}

TEST(SmoothLine, PassesThroughItsPointsInTheirOrder) {
  const std::vector<PenPoint> points{{1, 2}, {5, 1}, {6, 6}, {2, 7}, {2, 3}};
  for (std::size_t count = 3; count <= points.size(); ++count) {
    const Stroke line = smooth_through(std::span(points).first(count));
    EXPECT_GT(line.size(), 4 * count) << "many short pieces";
    std::size_t reached = 0;
    for (const PenPoint& p : line)
      if (reached < count && std::hypot(p.x - points[reached].x, p.y - points[reached].y) < 1e-12) ++reached;
    EXPECT_EQ(reached, count);
    for (std::size_t i = 0; i + 1 < line.size(); ++i) EXPECT_LT(std::hypot(line[i + 1].x - line[i].x, line[i + 1].y - line[i].y), 1.2);
  }
}

TEST(SmoothLine, HasNoCorners) {
  const std::vector<PenPoint> corner{{0, 0}, {8, 0}, {8, 8}};
  const Stroke line = smooth_through(corner);
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    const double ax = line[i].x - line[i - 1].x, ay = line[i].y - line[i - 1].y, bx = line[i + 1].x - line[i].x,
                 by = line[i + 1].y - line[i].y;
    EXPECT_GT((ax * bx + ay * by) / (std::hypot(ax, ay) * std::hypot(bx, by)), 0.8) << i;
  }
}

TEST(SmoothLine, TwoPointsGiveAStraightOneAndPointsOnALineStayOnIt) {
  const std::vector<PenPoint> two{{1, 2}, {5, 4}};
  const Stroke straight = smooth_through(two);
  EXPECT_EQ(drawn(straight, 1.5, 8, 8), drawn({two[0], two[1]}, 1.5, 8, 8));
  EXPECT_EQ(smooth_through(std::span(two).first(1)).size(), 1u);
  EXPECT_TRUE(smooth_through({}).empty());
  for (const PenPoint& p : smooth_through(std::vector<PenPoint>{{0, 1}, {2, 2}, {6, 4}, {8, 5}})) EXPECT_NEAR(p.y, 1 + p.x / 2, 1e-12);
}

TEST(Drawings, ASeedDrawsTheSameBits) {
  for (int kind = 0; kind < kKinds; ++kind) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const LabelledDrawing once = draw_kind(kind, seed), again = draw_kind(kind, seed);
      EXPECT_EQ(once.ink, again.ink);
      EXPECT_EQ(once.label, again.label);
      EXPECT_NE(once.ink, draw_kind(kind, seed + 1).ink);
    }
  }
  Rng rng(1);
  EXPECT_EQ(draw_digit(4, {1, 2, 3}, rng).label, 4);
}

/// So that a batch is the same, however many numbers a drawing takes.
TEST(Drawings, TakeOneNumberOfTheGenerator) {
  for (const bool relation : {false, true})
    for (const Split split : kSplits) {
      Rng drawing(5), counting(5);
      relation ? draw_relation(split, drawing) : draw_digit(split, drawing);
      counting.next();
      EXPECT_EQ(drawing, counting);
    }
  Rng drawing(5), counting(5);
  draw_lettered_digit(drawing), counting.next();
  EXPECT_EQ(drawing, counting);
}

TEST(Drawings, InkIsWithinPaperAndBlackAndLiesOnTheSheet) {
  for (int kind = 0; kind < kKinds; ++kind)
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Mat ink = draw_kind(kind, seed).ink;
      ASSERT_EQ(ink.rows(), kDrawingSide);
      ASSERT_EQ(ink.cols(), kDrawingSide);
      EXPECT_GE(ink.minCoeff(), 0);
      EXPECT_LE(ink.maxCoeff(), 1);
      EXPECT_GT(ink.maxCoeff(), 0.7) << "something is drawn";
      EXPECT_LT(ink.mean(), 0.5) << "most is paper";
    }
}

TEST(Drawings, AllLabelsOccurAboutEquallyOften) {
  constexpr int kDrawn = 1000;
  for (int kind = 0; kind < kKinds; ++kind) {
    const std::size_t classes = kind == 2 || kind == 3 ? 2 : 10;
    std::vector<int> counts(classes);
    for (std::uint64_t seed = 0; seed < kDrawn; ++seed) ++counts.at(static_cast<std::size_t>(draw_kind(kind, seed).label));
    for (const int count : counts) EXPECT_NEAR(count * static_cast<double>(classes) / kDrawn, 1, classes == 2 ? 0.2 : 0.4) << kind;
  }
}

TEST(Hands, OneInFourIsHeldOutAndEachOfItsPartsIsLearntFrom) {
  int held_out = 0;
  for (const Split split : kSplits) {
    std::set<int> forms, slants, pens;
    for (const Hand& hand : all_hands()) {
      if (split_of_hand(hand) != split) continue;
      held_out += split == Split::kHeldOut;
      forms.insert(hand.form), slants.insert(hand.slant), pens.insert(hand.pen);
    }
    EXPECT_EQ(forms.size(), static_cast<std::size_t>(kForms));
    EXPECT_EQ(slants.size(), static_cast<std::size_t>(kSlants));
    EXPECT_EQ(pens.size(), static_cast<std::size_t>(kPens));
  }
  EXPECT_EQ(all_hands().size(), 48u);
  EXPECT_EQ(held_out, 12);
}

/// Pairs of parts are learnt from, too: what is new in a held-out hand is only that all three come together.
TEST(Hands, EachPairOfPartsIsLearntFrom) {
  std::set<std::array<int, 3>> pairs;
  for (const Hand& hand : all_hands()) {
    if (split_of_hand(hand) != Split::kTraining) continue;
    pairs.insert({0, hand.form, hand.slant}), pairs.insert({1, hand.form, hand.pen}), pairs.insert({2, hand.slant, hand.pen});
  }
  EXPECT_EQ(pairs.size(), static_cast<std::size_t>(kForms * kSlants + kForms * kPens + kSlants * kPens));
}

/// The hand that drew a digit from this generator: with it, draw_digit(label, hand, ...) draws the same at some point of what the drawing
/// took.
std::optional<Hand> hand_of(const LabelledDrawing& drawing, Rng rng) {
  constexpr int kMostNumbers = 100;
  Rng own = rng.split();
  for (int taken = 0; taken < kMostNumbers; ++taken, own.next())
    for (const Hand& hand : all_hands()) {
      Rng copy = own;
      if (draw_digit(drawing.label, hand, copy).ink == drawing.ink) return hand;
    }
  return std::nullopt;
}

TEST(Digits, OfASplitAreDrawnByItsHands) {
  for (const Split split : kSplits)
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      Rng rng(seed);
      const std::optional<Hand> hand = hand_of(draw_digit(split, rng), Rng(seed));
      ASSERT_TRUE(hand);
      EXPECT_EQ(split_of_hand(*hand), split);
    }
}

TEST(Digits, AreDifferentInEveryHandAndThickerPensLeaveMoreInk) {
  std::set<std::vector<Real>> different;
  for (int digit = 0; digit < 10; ++digit)
    for (const Hand& hand : all_hands()) {
      Rng rng(1);
      different.insert(numbers_of(draw_digit(digit, hand, rng).ink));
    }
  EXPECT_EQ(different.size(), 480u);
  std::array<Real, kPens> ink{};
  for (int pen = 0; pen < kPens; ++pen)
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      Rng rng(seed);
      ink[static_cast<std::size_t>(pen)] += draw_digit(static_cast<int>(seed % 10), {0, 1, pen}, rng).ink.sum();
    }
  for (std::size_t pen = 1; pen < kPens; ++pen) EXPECT_GT(ink[pen], ink[pen - 1]);
}

/// How far a drawing leans: by how much its ink moves to the right from one row to the next one up.
double lean_of(const Mat& ink) {
  double all = 0, x = 0, y = 0, xy = 0, yy = 0;
  for (Index row = 0; row < ink.rows(); ++row)
    for (Index col = 0; col < ink.cols(); ++col) {
      const double much = ink(row, col) > 0.5 ? 1 : 0, a = static_cast<double>(col), b = static_cast<double>(row);
      all += much, x += much * a, y += much * b, xy += much * a * b, yy += much * b * b;
    }
  return -(xy - x * y / all) / (yy - y * y / all);
}

TEST(Digits, LeanAsTheHandDoes) {
  std::array<double, kSlants> lean{};
  for (int slant = 0; slant < kSlants; ++slant)
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      Rng rng(seed);
      lean[static_cast<std::size_t>(slant)] += lean_of(draw_digit(static_cast<int>(seed % 10), {0, slant, 1}, rng).ink) / 50;
    }
  EXPECT_LT(lean[0], 0);
  for (std::size_t slant = 1; slant < kSlants; ++slant) EXPECT_GT(lean[slant], lean[slant - 1] + 0.05);
}

TEST(LetteredDigits, AreOfOtherShapesOnCleanPaper) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const LabelledDrawing lettered = draw_kind(4, seed);
    EXPECT_GT((lettered.ink.array() == 0).count(), lettered.ink.size() / 3);
    for (const Hand& hand : all_hands()) {
      Rng rng(seed);
      EXPECT_NE(draw_digit(lettered.label, hand, rng).ink, lettered.ink);
    }
  }
}

/// The mean of many drawings of each digit is another one than that of the pen, but closer to that of its own digit than to most.
TEST(LetteredDigits, ResembleTheDigitThatTheyAre) {
  std::array<Mat, 10> pen, lettered;
  const auto mean_of = [](std::array<Mat, 10>* means, int kind) {
    std::array<int, 10> counts{};
    means->fill(Mat::Zero(kDrawingSide, kDrawingSide));
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      const LabelledDrawing drawing = draw_kind(kind, seed);
      const auto label = static_cast<std::size_t>(drawing.label);
      (*means)[label] += drawing.ink, ++counts[label];
    }
    for (std::size_t label = 0; label < 10; ++label) (*means)[label] /= static_cast<Real>(counts[label]);
  };
  mean_of(&pen, 0), mean_of(&lettered, 4);
  int nearest_is_own = 0;
  for (std::size_t label = 0; label < 10; ++label) {
    EXPECT_GT((pen[label] - lettered[label]).norm(), 1);
    std::size_t nearest = 0;
    const auto likeness = [&](std::size_t other) {
      return lettered[label].cwiseProduct(pen[other]).sum() / (lettered[label].norm() * pen[other].norm());
    };
    for (std::size_t other = 1; other < 10; ++other)
      if (likeness(other) > likeness(nearest)) nearest = other;
    nearest_is_own += nearest == label;
  }
  EXPECT_GE(nearest_is_own, 7);
}

}  // namespace
}  // namespace attn::tasks
