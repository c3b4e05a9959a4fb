// What the opening of lesson 07 claims: attention is born within a few hundred steps, and its twin without it stays behind.
#include <algorithm>

#include "lessons/lesson_under_test.h"

namespace attn {
namespace {

LessonUnderTest alignment() { return LessonUnderTest("alignment"); }

/// The opening of the lesson, trained so far from the random weights of a seed.
LessonUnderTest born(int steps, int seed = 1) {
  auto lesson = alignment();
  lesson.set("weights=seed&seed=" + std::to_string(seed) + "&steps=" + std::to_string(steps));
  return lesson;
}

TEST(AlignmentBirth, BeforeAnythingIsPressedAttentionIsRightAndTheTwinIsNot) {
  auto lesson = alignment();
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_EQ(lesson.at("birth-wrong"), 0);
  EXPECT_GE(lesson.at("birth-wrong-without"), 5);
  EXPECT_EQ(lesson.at("birth-found"), 6);
  enum { kLivre = 3, kRouge = 4, kRed = 3, kBook = 4 };
  EXPECT_GT(lesson.at("birth", kLivre, kBook), 0.9) << "the noun and the adjective cross";
  EXPECT_GT(lesson.at("birth", kRouge, kRed), 0.9);
}

TEST(AlignmentBirthLive, FromAnyOfThreeSeedsAttentionFindsAllSixWordsWithin450StepsAndTheTwinIsFarBehind) {
  for (const int seed : {1, 2, 3}) {
    EXPECT_LE(born(0, seed).at("birth-found"), 1) << seed;
    const auto lesson = born(450, seed);
    EXPECT_EQ(lesson.at("birth-found"), 6) << seed;
    EXPECT_GE(lesson.at("birth-wrong-without"), lesson.at("birth-wrong") + 5) << seed;
  }
}

TEST(AlignmentBirth, TheTwinLearnsWithItStepByStepAndMoreSlowly) {
  const auto lesson = born(300);
  const course::Tensor with = lesson.read("loss-curve"), without = lesson.read("loss-without");
  ASSERT_EQ(without.shape, with.shape);
  EXPECT_EQ(without.rows, with.rows);
  EXPECT_LT(with.data.back(), without.data.back() - 0.5f);
}

TEST(AlignmentBirth, ThePictureKeepsItsShapeWhileItLearns) {
  auto lesson = born(0);
  const course::Tensor before = lesson.read("birth");
  lesson.train(60);
  const course::Tensor after = lesson.read("birth");
  EXPECT_EQ(after.rows, before.rows);
  EXPECT_EQ(after.rows,
            (std::vector<std::string>{"ils", "achètent", "le", "livre", "rouge", "et", "les", "écoles", "sont", "belles", "end"}));
  EXPECT_NE(after.data, before.data);
  for (int i = 0; i < after.shape[0]; ++i) {
    double sum = 0;
    for (int j = 0; j < after.col_count(); ++j) sum += static_cast<double>(after.at(i, j));
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST(AlignmentBirth, AnEarlierFrameShowsBothNetworksAsTheyWere) {
  auto lesson = born(40);
  const double with = lesson.at("birth", 0, 0), without = lesson.at("birth-wrong-without");
  lesson.train(160);
  auto* model = lesson.model();
  const std::vector<int> frames = model->frames();
  const auto at = std::find(frames.begin(), frames.end(), 40);
  ASSERT_NE(at, frames.end());
  model->show_frame(static_cast<int>(at - frames.begin()));
  lesson.measure();
  EXPECT_EQ(lesson.at("birth", 0, 0), with);
  EXPECT_EQ(lesson.at("birth-wrong-without"), without);
}

}  // namespace
}  // namespace attn
