// Where A and B stand, and which numbers of them are compared.
#include <gtest/gtest.h>

#include <cmath>

#include "charts/cell_matrix.h"
#include "session/comparison_match.h"
#include "session/comparison_places.h"

namespace attn::session {
namespace {

/// How a figure that is one matrix of weights stands on a picture of this size.
Arrangement of_matrix(Index rows, Index cols, canvas::Size size) {
  course::Lesson::Figure figure;
  figure.aspect = 1.3f;
  const Mat weights = Mat::Constant(rows, cols, Real(0.25));
  return arrange(size, figure, [&](canvas::Canvas& canvas) {
    charts::draw_cell_matrix(canvas, canvas.bounds(), {.id = "weights", .values = weights, .label = "weights"});
  });
}

constexpr canvas::Size kHigh{770, 650}, kNarrow{516, 540};

TEST(ComparePlaces, NumbersAreReadInBothWhereThatCanBe) {
  EXPECT_EQ(of_matrix(4, 4, kHigh), Arrangement::kBelow) << "all three have room";
  EXPECT_EQ(of_matrix(20, 4, kHigh), Arrangement::kBeside) << "many rows want the height";
  EXPECT_EQ(of_matrix(4, 20, kHigh), Arrangement::kStacked) << "many columns want the width";
  EXPECT_EQ(of_matrix(4, 4, {1200, 300}), Arrangement::kThree);
}

TEST(ComparePlaces, WhereOneAloneShowsMoreItIsToBeHad) {
  EXPECT_EQ(of_matrix(24, 24, kHigh), Arrangement::kBeside) << "one of both is a press away";
  EXPECT_EQ(of_matrix(20, 20, kNarrow), Arrangement::kOne);
  EXPECT_EQ(of_matrix(4, 4, kNarrow), Arrangement::kStacked);
}

TEST(ComparePlaces, NamesAreNotCutShortWhereThatCanBe) {
  course::Lesson::Figure figure;
  const auto draw = [](canvas::Canvas& canvas) {
    const canvas::TextStyle style{.color = {}, .size = 12};
    canvas.text({0, 20}, canvas.bounds().width < 500 ? "a name cut sh\u2026" : "a name cut short", style);
  };
  EXPECT_EQ(arrange(kHigh, figure, draw), Arrangement::kStacked);
}

TEST(ComparePlaces, TheSwitchShowsBothOrOneLarger) {
  course::Lesson::Figure figure;
  const canvas::Rect all{0, 0, 770, 440};
  const Places both = places_in(all, Arrangement::kStacked, Side::kBoth, figure),
               one = places_in(all, Arrangement::kStacked, Side::kA, figure);
  EXPECT_LT(both.a.bottom(), both.b.y);
  EXPECT_EQ(both.difference.width, 0);
  EXPECT_EQ(one.b.width, 0);
  EXPECT_GT(one.a.height, 1.8f * both.a.height);
}

// ---- what is compared with what
// -----------------------------------------------------------------------------------------------------------

course::Tensor table(const std::vector<std::string>& rows, const std::vector<std::string>& cols, float first) {
  course::Tensor t;
  t.shape = {static_cast<int>(rows.size()), static_cast<int>(cols.size())};
  for (size_t i = 0; i < rows.size() * cols.size(); ++i) t.data.push_back(first + static_cast<float>(i));
  t.rows = rows, t.cols = cols;
  return t;
}

TEST(CompareMatch, WordsThatBothHaveAreComparedInTheirOrder) {
  const course::Tensor a = table({"x"}, {"the", "small", "cat", "sleeps"}, 10), b = table({"x"}, {"the", "cat", "never", "sleeps"}, 20);
  EXPECT_EQ(matched_cells(a, b), (std::vector<int>{0, 1, 2, 3})) << "of one size, place by place";
  const course::Tensor shorter = table({"x"}, {"the", "cat", "sleeps"}, 20);
  EXPECT_EQ(matched_cells(a, shorter), (std::vector<int>{0, 2, 3}));
  const course::Tensor longer = table({"x", "y"}, {"the", "cat", "sleeps"}, 20);
  EXPECT_EQ(matched_cells(a, longer), (std::vector<int>{0, 2, 3, -1, -1, -1})) << "A has no row y";
}

TEST(CompareMatch, WhatADoesNotHaveIsNoNumber) {
  const course::Tensor a = table({"x"}, {"the", "cat", "sleeps"}, 10), b = table({"x"}, {"the", "small", "cat", "sleeps"}, 20);
  std::string why;
  const course::Tensor d = difference(a, b, "Weights", &why);
  EXPECT_EQ(why, "");
  EXPECT_EQ(d.shape, b.shape) << "in B's cells";
  EXPECT_EQ(d.data[0], 10);
  EXPECT_TRUE(std::isnan(d.data[1]));
  EXPECT_EQ(d.data[2], 22 - 11);
  EXPECT_EQ(sizes_text(a, b), "1 \u00d7 3 in A and 1 \u00d7 4 in B");
}

TEST(CompareMatch, WhereNothingHasTheSameNameThatIsSaid) {
  const course::Tensor a = table({"x"}, {"the", "cat"}, 10), b = table({"x"}, {"we", "often", "speak"}, 20);
  std::string why;
  EXPECT_TRUE(difference(a, b, "Weights", &why).data.empty());
  EXPECT_EQ(why,
            "Weights: 1 \u00d7 2 in A and 1 \u00d7 3 in B, without a row and a column of the same name, so there is nothing to subtract.");
}

TEST(CompareMatch, RankedRowsAreComparedByTheirNamesWhateverTheirPlaces) {
  course::Tensor a = table({"book", "doll", "hat"}, {}, 0), b = table({"hat", "one", "book"}, {}, 0);
  a.shape = b.shape = {3};
  a.data = {0.5f, 0.3f, 0.2f}, b.data = {0.7f, 0.2f, 0.1f};
  b.ranked = true;
  EXPECT_EQ(matched_cells(a, b), (std::vector<int>{2, -1, 0}));
  std::string why;
  const course::Tensor d = difference(a, b, "Next", &why);
  EXPECT_EQ(why, "");
  EXPECT_FLOAT_EQ(d.data[0], 0.5f);
  EXPECT_TRUE(std::isnan(d.data[1]));
  a.rows = {"x", "y", "z"};
  EXPECT_TRUE(difference(a, b, "Next", &why).data.empty());
  EXPECT_EQ(why, "Next: 3 in A and 3 in B, without a row and a column of the same name, so there is nothing to subtract.");
}

TEST(CompareMatch, OfSeveralHeadsEachWithItsOwn) {
  course::Tensor a = table({"x", "y"}, {"p", "q"}, 0), b = table({"y"}, {"p", "q"}, 0);
  a.shape = {2, 2, 2}, b.shape = {2, 1, 2};
  a.data.assign(8, 1), b.data.assign(4, 1);
  EXPECT_EQ(matched_cells(a, b), (std::vector<int>{2, 3, 6, 7}));
}

}  // namespace
}  // namespace attn::session
