// What the opening of lesson 07 claims: attention is born within a few hundred steps, and its twin without it stays behind.
#include <algorithm>

#include "unit/lessons/07_alignment/born.h"

namespace attn {
namespace {

TEST(AlignmentBirth, BeforeAnythingIsPressedAttentionIsRightAndTheTwinIsNot) {
  LessonUnderTest lesson("alignment");
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_EQ(lesson.at("birth-wrong"), 0);
  EXPECT_GE(lesson.at("birth-wrong-without"), 5);
  EXPECT_EQ(lesson.at("birth-found"), 6);
  enum { kLivre = 3, kRouge = 4, kRed = 3, kBook = 4 };
  EXPECT_GT(lesson.at("birth", kLivre, kBook), 0.9) << "the noun and the adjective cross";
  EXPECT_GT(lesson.at("birth", kRouge, kRed), 0.9);
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
