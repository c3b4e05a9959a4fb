// What the picture of the whole Transformer claims: its heads open in place, and those with a number change the sentence when they are cut.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lessons/lesson_by_hand.h"
#include "lessons/lesson_under_test.h"

namespace attn {
namespace {

using Words = std::vector<std::string>;

LessonUnderTest transformer() { return LessonUnderTest("transformer"); }
Words said(const LessonUnderTest& lesson) { return lesson.read("output").rows; }
std::string effect(int line, int head) { return "effect[" + std::to_string(line) + "," + std::to_string(head) + "]"; }

TEST(Whole, PressedAndCutAHeadThatHasANumberChangesAsManyWords) {
  auto lesson = transformer();
  ASSERT_TRUE(lesson.load_weights());
  const Words whole = said(lesson);
  EXPECT_EQ(whole, (Words{"il", "ne", "te", "cherche", "pas", "souvent", "end"}));
  const course::Tensor effects = lesson.read("effect");
  ASSERT_EQ(effects.shape, (std::vector<int>{6, 4})) << "24 small pictures";
  int with_number = 0;
  for (int line = 0; line < 6; ++line)
    for (int head = 0; head < 4; ++head) {
      LessonByHand hand(&lesson, "whole");
      hand.click(effect(line, head));
      hand.click("cut-head");
      const bool changes = effects.at(line, head) > 0;
      with_number += changes;
      EXPECT_EQ(said(lesson) != whole, changes) << effect(line, head);
      const std::string count = changes ? std::to_string(static_cast<int>(effects.at(line, head))) + " word" : "No word has changed";
      EXPECT_NE(lesson.describe().find(count), std::string::npos) << lesson.describe();
      hand.click("cut-head");
      EXPECT_EQ(said(lesson), whole);
      hand.click("close");
    }
  EXPECT_EQ(with_number, 7);
}

TEST(Whole, TheHeadThatIsOpenFirstChangesThreeWordsWhenItIsCut) {
  auto lesson = transformer();
  ASSERT_TRUE(lesson.set("open=true").load_weights());
  LessonByHand hand(&lesson, "whole");
  hand.click("cut-head");
  EXPECT_EQ(said(lesson), (Words{"il", "ne", "parle", "pas", "souvent", "\u00e0", "end"}));
  EXPECT_EQ(lesson.at("effect", 5, 0), 3);
}

TEST(Whole, IsDescribedByWhatItShows) {
  auto lesson = transformer();
  ASSERT_TRUE(lesson.set("open=true&cut=3,2,1").load_weights());
  const std::string told = lesson.describe("whole");
  for (const char* words :
       {"3 words have changed", "Of 24 heads, 7 change a word", "1 head is cut now", "Head 1 of layer 2, decoder to encoder is open"})
    EXPECT_NE(told.find(words), std::string::npos) << told;
}

TEST(Whole, AHeadOpensInPlaceAndTheRestStaysWhereItWas) {
  auto lesson = transformer();
  ASSERT_TRUE(lesson.load_weights());
  LessonByHand hand(&lesson, "whole");
  const canvas::Rect pressed = hand.rect(effect(5, 3)), other = hand.rect(effect(0, 0));
  hand.click(effect(5, 3));
  const canvas::Rect first = hand.rect("weights[0,0]"), last = hand.rect("weights[6,7]");
  ASSERT_GT(first.width, 20) << "each weight can be read";
  EXPECT_TRUE(first.x < pressed.center().x && pressed.center().x < last.right() && first.y < pressed.center().y);
  EXPECT_EQ(lesson.read("weights").rows, (Words{"start", "il", "ne", "te", "cherche", "pas", "souvent"}));
  EXPECT_EQ(lesson.read("weights").cols, (Words{"he", "does", "not", "often", "look", "for", "you", "end"}));
  const canvas::Rect still = hand.rect(effect(0, 0));
  EXPECT_TRUE(still.x == other.x && still.y == other.y && still.width == other.width);
  hand.click(effect(0, 0));
  EXPECT_NE(lesson.describe().find("Head 1 of layer 1, encoder to itself"), std::string::npos) << "pressed while another is open";
}

TEST(Whole, APressBesideEscapeAndTheButtonCloseIt) {
  auto lesson = transformer();
  ASSERT_TRUE(lesson.load_weights());
  LessonByHand hand(&lesson, "whole");
  const auto is_open = [&] { return hand.rect("close").width > 0; };
  for (const char* way : {"beside[2]", "close", "Escape"}) {
    hand.click(effect(5, 0));
    EXPECT_TRUE(is_open()) << way;
    std::string_view(way) == "Escape" ? hand.tap(ImGuiKey_Escape) : hand.click(way);
    EXPECT_FALSE(is_open()) << way;
  }
}

}  // namespace
}  // namespace attn
