// The figures of lesson 13 under the hand.
#include <gtest/gtest.h>

#include "lessons/13_vision-transformer/study.h"
#include "lessons/lesson_by_hand.h"

namespace attn::lessons::vision_transformer {
namespace {

class VisionByHand : public ::testing::Test {
 protected:
  VisionByHand() : lesson("vision-transformer") { EXPECT_TRUE(lesson.load_weights()); }

  const Params& params() { return *static_cast<const Params*>(lesson.params()); }
  const Result& result() { return *static_cast<const Result*>(lesson.result()); }

  LessonUnderTest lesson;
};

TEST_F(VisionByHand, ASevenIsDrawnOnACleanSheet) {
  LessonByHand hand(&lesson, "look");
  hand.click("clear");
  EXPECT_EQ(params().drawing.sum(), 0);
  const canvas::Rect sheet = hand.rect("drawing");
  const auto at = [&](float x, float y) { return canvas::Point{sheet.x + x * sheet.width, sheet.y + y * sheet.height}; };
  hand.drag(at(0.28f, 0.2f), at(0.7f, 0.2f));
  hand.drag(at(0.7f, 0.2f), at(0.45f, 0.85f));
  EXPECT_EQ(result().answer.best(), 7);
  EXPECT_GT(params().drawing(5, 12), Real(0.9)) << "the top stroke has no gap, however fast the hand";
  hand.click("tool[1]");
  hand.drag(at(0.2f, 0.2f), at(0.8f, 0.2f));
  EXPECT_LT(params().drawing.row(4).sum(), 1) << "rubbed out";
}

TEST_F(VisionByHand, WhatIsDrawnOnAShuffledSheetLandsInThePatchThatStandsThere) {
  lesson.set("order=3");
  const std::vector<int> order = order_of(params());
  LessonByHand hand(&lesson, "look");
  hand.click("clear");
  const canvas::Rect sheet = hand.rect("drawing");
  const canvas::Point middle = sheet.cell(1, 2, 4, 4).center();  // place 6
  hand.drag(middle, middle);
  EXPECT_GT(result().image(9, 15), Real(0.5)) << "where the hand was";
  const int patch = order[6];
  EXPECT_GT(params().drawing(patch / 4 * 6 + 3, patch % 4 * 6 + 3), Real(0.5)) << "where the patch is from";
}

TEST_F(VisionByHand, ADotIsDrawnByKey) {
  LessonByHand hand(&lesson, "look");
  hand.click("clear");
  hand.click("drawing");
  const Mat before = params().drawing;
  for (int i = 0; i < 5; ++i) hand.tap(ImGuiKey_LeftArrow);
  hand.tap(ImGuiKey_Enter);
  const Mat ink = (params().drawing - before).cwiseMax(0);
  EXPECT_GT(ink(12, 7), Real(0.5)) << "five pixels left of the middle";
  EXPECT_LT(ink.sum(), 12) << "a dot";
}

TEST_F(VisionByHand, APatchAsksAndIsHidden) {
  LessonByHand hand(&lesson, "look");
  hand.click("tool[2]");
  hand.click("over[0,7]");
  EXPECT_EQ(params().asks, 7);
  hand.click("over[0,0]");
  EXPECT_EQ(params().asks, 0) << "the class token asks again";
  hand.click("tool[3]");
  hand.click("over[0,3]");
  EXPECT_EQ(seen_of(params()).size(), 15u);
  EXPECT_EQ(result().answer.best(), 4) << "the 9 without the top of its loop";
  hand.click("again");
  EXPECT_EQ(seen_of(params()).size(), 16u);
}

TEST_F(VisionByHand, HeadsAreCut) {
  LessonByHand heads(&lesson, "heads");
  heads.click("cut-head[5,0]");
  EXPECT_TRUE(is_cut(params(), 1, 1));
  EXPECT_EQ(result().run.layers[1].self.concat.middleCols(12, 12).cwiseAbs().maxCoeff(), 0) << "what it says is zeros";
  heads.click("cut-head[5,0]");
  EXPECT_FALSE(is_cut(params(), 1, 1));
}

TEST_F(VisionByHand, PatchesAreShuffled) {
  LessonByHand order(&lesson, "order");
  order.click("shuffle");
  EXPECT_EQ(params().order, 1);
  order.click("in-order");
  EXPECT_EQ(params().order, 0);
}

TEST_F(VisionByHand, AFilterIsChosenAndExplainedByItsPixels) {
  LessonByHand hand(&lesson, "patches");
  hand.click("filters[20,0]");
  EXPECT_EQ(params().filter, 20);
  hand.click("patch[6,0]");
  EXPECT_EQ(params().asks, 7);
  double sum = static_cast<double>(result().filter_bias(0, 20));
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 6; ++x) sum += lesson.at("pixel", y, x) * lesson.at("filter", y, x);
  EXPECT_NEAR(lesson.at("token", 0, 20), sum, 1e-4);
  EXPECT_NEAR(lesson.at("input", 0, 20), sum + lesson.at("position", 0, 20), 1e-4);
}

}  // namespace
}  // namespace attn::lessons::vision_transformer
