// What the hand does on the figures of alignment, and with its controls one at a time.
#include <utility>

#include "lessons/lesson_by_hand.h"

namespace attn {
namespace {

LessonUnderTest alignment() { return LessonUnderTest("alignment"); }

TEST(AlignmentByHand, ADraggedWeightChangesTheRowAndLeavesItADistribution) {
  auto lesson = alignment();
  lesson.set("source=the black cats sleep&row=2");
  LessonByHand hand(&lesson, "alignment");
  const canvas::Rect column = hand.rect("weights[0,1]");
  hand.drag(column.center(), {column.center().x, column.y + 0.1f * column.height});
  EXPECT_NEAR(lesson.at("alignment", 1, 1), 0.9, 0.05);
  double sum = 0;
  for (int j = 0; j < 5; ++j) sum += lesson.at("alignment", 1, j);
  EXPECT_NEAR(sum, 1, 1e-5);
  EXPECT_EQ(lesson.matrix("override").rows(), 1);
  hand.click("override-reset");
  EXPECT_EQ(lesson.matrix("override").rows(), 0);
}

TEST(AlignmentByHand, AStepIsChosenInTheMatrixAndByItsWord) {
  auto lesson = alignment();
  const params::Row& row = *params::find(lesson.lesson().rows, "row");
  LessonByHand hand(&lesson, "alignment");
  hand.click("alignment[2,1]");
  EXPECT_EQ(std::get<double>(row.get(lesson.params())), 3);
  hand.click("output[1,0]");
  EXPECT_EQ(std::get<double>(row.get(lesson.params())), 2);
}

TEST(AlignmentByHand, LocalAttentionChosenByItsControlAloneComesWithTrainedWeights) {
  auto lesson = alignment();
  for (const char* reach : {"local-m", "local-p", "local-m", "global", "local-p", "global"}) {
    ASSERT_TRUE(lesson.set(std::string("reach=") + reach).load_weights());
    EXPECT_EQ(lesson.describe().find("chance"), std::string::npos) << reach << lesson.describe();
  }
}

TEST(AlignmentByHand, TheTimingIsChosenOnTheDataFlow) {
  auto lesson = alignment();
  LessonByHand hand(&lesson, "flow");
  hand.click("timing-current");
  EXPECT_GT(lesson.read("attentional").data.size(), 0u);
  hand.click("timing-previous");
  EXPECT_EQ(lesson.read("attentional").data.size(), 0u);
}

TEST(AlignmentByHand, BothDesignsOnTheDataFlowComeWithTrainedWeights) {
  auto lesson = alignment();
  LessonByHand hand(&lesson, "flow");
  for (const char* design : {"timing-current", "timing-previous"}) {
    hand.click(design);
    EXPECT_TRUE(lesson.load_weights());
    EXPECT_EQ(lesson.describe().find("chance"), std::string::npos) << design;
  }
}

const char* const kBlackCats = "source=the black cats do not sleep";

TEST(AlignmentTrained, TheCellsStayWhereTheyAreWhileARowIsBent) {
  auto lesson = alignment();
  ASSERT_TRUE(lesson.set(std::string(kBlackCats) + "&row=3").load_weights());
  LessonByHand hand(&lesson, "alignment");
  const canvas::Rect before = hand.rect("alignment[2,1]"), cats = hand.rect("weights[0,2]");
  hand.drag(cats.center(), {cats.center().x, cats.y - 30});
  ASSERT_EQ(lesson.read("alignment").rows[2], "chats");
  const canvas::Rect after = hand.rect("alignment[2,1]");
  for (const auto& [was, is] :
       {std::pair{before.x, after.x}, {before.y, after.y}, {before.width, after.width}, {before.height, after.height}})
    EXPECT_NEAR(was, is, 0.01f);
}

TEST(AlignmentByHand, APressOnAKnownWordPutsItInThePlaceOfTheUnknownOne) {
  for (const char* figure : {"alignment", "flow", "context", "window"}) {
    auto lesson = alignment();
    lesson.set("source=the black cats sleep").set("source=the blakc cats sleep");
    EXPECT_NE(lesson.complaint("source"), "");
    LessonByHand(&lesson, figure).click("known-word[0,0]");
    EXPECT_EQ(lesson.complaint("source"), "") << figure;
  }
}

TEST(AlignmentTrained, ADragOnTheFigureChangesTheNextWord) {
  auto lesson = alignment();
  ASSERT_TRUE(lesson.load_weights());
  lesson.set(kBlackCats).set("row=3");
  LessonByHand hand(&lesson, "alignment");
  const canvas::Rect cats = hand.rect("weights[0,2]");
  hand.drag(cats.center(), {cats.center().x, cats.y - 30});
  EXPECT_EQ(lesson.read("alignment").rows[2], "chats");
}

}  // namespace
}  // namespace attn
