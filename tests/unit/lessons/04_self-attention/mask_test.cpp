// The mask of lesson 04: painted by hand, by links, under presets and without any.
#include <string>

#include "lessons/lesson_by_hand.h"
#include "lessons/lesson_under_test.h"

namespace attn {
namespace {

constexpr int kTokens = 6;  // of the default sentence

LessonUnderTest self_attention() { return LessonUnderTest("self-attention"); }

std::string preset_of(LessonUnderTest& lesson) {
  const params::Row* row = params::find(lesson.lesson().rows, "preset");
  return params::print(*row, row->get(lesson.params()));
}

TEST(SelfAttentionMask, WhatWasPaintedStaysWhenTheSentenceGrows) {
  auto lesson = self_attention();
  lesson.set("mask=101111;111111;111111;111111;111111;111111").set("text=Hang them not let them go now");
  EXPECT_EQ(lesson.at("allowed", 0, 1), 0);
  EXPECT_EQ(lesson.at("allowed", 0, 6), 1);
  EXPECT_EQ(lesson.at("allowed", 6, 0), 1);
}

TEST(SelfAttentionMask, AMaskPaintedUnderAPresetTakesItsPlace) {
  auto lesson = self_attention();
  lesson.set("preset=causal").set("mask=111111;111111;100000;111111;111111;111111");
  EXPECT_EQ(lesson.at("allowed", 0, 5), 1);
  EXPECT_EQ(lesson.at("allowed", 2, 2), 0);
  lesson.set("preset=causal&mask=1");
  EXPECT_EQ(lesson.at("allowed", 0, 5), 0);
  EXPECT_EQ(lesson.at("allowed", 2, 2), 1);
}

TEST(SelfAttentionMask, AMaskOfTheReadersOwnIsNeitherNoneNorAPreset) {
  auto lesson = self_attention();
  lesson.set("mask=111111;111111;000000;111111;111111;111111");
  EXPECT_EQ(preset_of(lesson), "painted");
  lesson.set("preset=causal");
  EXPECT_EQ(preset_of(lesson), "causal");
  EXPECT_EQ(lesson.at("blind-rows"), 1) << "on top of what was painted";
  lesson.set("preset=painted");
  EXPECT_EQ(lesson.at("allowed", 0, 5), 1);
  EXPECT_EQ(lesson.at("allowed", 2, 2), 0);
  lesson.set("preset=none");
  EXPECT_EQ(lesson.at("allowed", 2, 2), 1) << "no mask at all";
  lesson.set("preset=painted");
  EXPECT_EQ(preset_of(lesson), "none") << "nothing is painted";
  lesson.set("preset=none&mask=111111;111111;000000;111111;111111;111111");  // as links write it
  EXPECT_EQ(preset_of(lesson), "painted");
}

TEST(SelfAttentionMask, AnAddressMayStillPutAPresetOnAPaintedMask) {
  auto lesson = self_attention();
  lesson.set("preset=causal&mask=111111;111111;011111;111111;111111;111111");
  EXPECT_EQ(lesson.at("allowed", 0, 5), 0);
  EXPECT_EQ(lesson.at("allowed", 2, 0), 0);
  EXPECT_EQ(lesson.at("allowed", 2, 1), 1);
  lesson.set("preset=causal&mask=1");  // an open mask is none that was painted: the preset stays
  EXPECT_EQ(lesson.at("allowed", 0, 5), 0);
  EXPECT_EQ(lesson.at("allowed", 2, 0), 1);
}

TEST(SelfAttentionMaskByHand, ADragPaintsEveryCellThatItCrosses) {
  auto lesson = self_attention();
  LessonByHand hand(&lesson, "mask");
  hand.drag(hand.rect("mask[2,1]").center(), hand.rect("mask[2,5]").center());
  for (int j = 1; j < kTokens; ++j) EXPECT_EQ(lesson.at("allowed", 2, j), 0) << j;
  EXPECT_NEAR(lesson.at("weights", 2, 0), 1, 1e-6);
  EXPECT_EQ(lesson.at("allowed", 1, 1), 1);
  hand.click("mask[2,3]");
  EXPECT_EQ(lesson.at("allowed", 2, 3), 1);
}

TEST(SelfAttentionMaskByHand, AWholeRowIsClosedByItsName) {
  auto lesson = self_attention();
  LessonByHand hand(&lesson, "mask");
  hand.click("mask-row[2]");
  EXPECT_EQ(lesson.at("blind-rows"), 1);
  hand.click("mask-row[2]");
  EXPECT_EQ(lesson.at("blind-rows"), 0);
}

TEST(SelfAttentionMaskByHand, PaintingOnAPresetKeepsWhatThePresetShowed) {
  auto lesson = self_attention();
  lesson.set("preset=causal");
  LessonByHand hand(&lesson, "mask");
  hand.click("mask[0,5]");
  EXPECT_EQ(lesson.at("allowed", 0, 5), 1);
  EXPECT_EQ(lesson.at("allowed", 0, 4), 0);
  EXPECT_EQ(lesson.at("allowed", 5, 0), 1);
  EXPECT_EQ(preset_of(lesson), "painted");
}

TEST(SelfAttentionMaskByHand, OpeningALaterTokenLeavesTheCausalSetting) {
  auto lesson = self_attention();
  lesson.set("setting=causal");
  LessonByHand hand(&lesson, "mask");
  hand.click("mask[3,0]");
  EXPECT_EQ(lesson.at("allowed", 3, 0), 0);
  EXPECT_EQ(lesson.at("allowed", 0, 4), 0);
  hand.click("mask[0,5]");
  EXPECT_EQ(lesson.at("allowed", 0, 5), 1);
  EXPECT_EQ(lesson.at("allowed", 0, 4), 0);
}

TEST(SelfAttentionMaskByHand, TheOnlyCellThatAPresetClosesCanBeOpened) {
  auto lesson = self_attention();
  lesson.set("text=two words&preset=causal");
  LessonByHand hand(&lesson, "mask");
  hand.click("mask[0,1]");
  EXPECT_EQ(lesson.at("allowed", 0, 1), 1);
}

}  // namespace
}  // namespace attn
