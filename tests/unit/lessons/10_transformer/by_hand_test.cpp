// Lesson 10 under the hand, and what its figures show of what the hand did.
#include <algorithm>
#include <string>
#include <vector>

#include "canvas/svg_canvas.h"
#include "lessons/lesson_by_hand.h"
#include "lessons/lesson_under_test.h"

namespace attn {
namespace {

using Words = std::vector<std::string>;

const Words kRight{"les", "chats", "noirs", "ne", "dorment", "pas", "end"};

LessonUnderTest trained(const std::string& query) {
  LessonUnderTest lesson("transformer");
  EXPECT_TRUE(lesson.set("source=the black cats do not sleep&" + query).load_weights()) << query;
  return lesson;
}

Words said(const LessonUnderTest& lesson) { return lesson.read("output").rows; }

/// A figure, drawn.
canvas::SvgCanvas picture_of(const LessonUnderTest& lesson, std::string_view figure, canvas::Size size) {
  canvas::SvgCanvas canvas(size, canvas::Theme());
  LessonUnderTest copy = lesson;
  const auto edit = copy.lesson().copy(copy.params());
  for (const auto& row : copy.lesson().figures)
    if (row.id == figure) row.draw(canvas, copy.params(), copy.result(), edit.get());
  return canvas;
}

TEST(TransformerByHand, ButtonsStayWhereTheyAreWhenAHeadIsCut) {
  auto lesson = trained("kind=cross&layer=2&head=2&step=1");
  LessonByHand hand(&lesson, "attention");
  const canvas::Rect before = hand.rect("cut-head");
  hand.click("cut-head");
  EXPECT_EQ(hand.rect("cut-head").x, before.x);
  EXPECT_EQ(hand.rect("cut-head").width, before.width);
  EXPECT_GT(hand.rect("unbend").width, 0);
  EXPECT_LE(hand.rect("unbend").right(), before.x);
}

TEST(TransformerTrained, AHeadThatIsCutOutLooksAtNothing) {
  auto lesson = trained("kind=cross&layer=2&head=2&step=1");
  EXPECT_NE(picture_of(lesson, "attention", {820, 600}).svg().find("looks at"), std::string::npos);
  lesson.set("cut=3,2,2");
  const std::string picture = picture_of(lesson, "attention", {820, 600}).svg();
  EXPECT_EQ(picture.find("looks at"), std::string::npos);
  EXPECT_NE(picture.find("nothing comes of where it looks"), std::string::npos);
  EXPECT_NE(lesson.describe().find("is cut out"), std::string::npos) << lesson.describe();
}

TEST(TransformerTrained, TheWordThatIsDrawnIsAmongTheBars) {
  auto lesson = trained("decoding=sample&temperature=5");
  int unlikely = 0;
  for (int draw = 1; draw <= 3; ++draw) {
    lesson.set("draw=" + std::to_string(draw) + "&step=1");
    const auto steps = static_cast<int>(said(lesson).size());
    for (int step = 1; step <= steps; ++step) {
      lesson.set("step=" + std::to_string(step));
      const Words candidates = lesson.read("next").cols;
      const std::string word = said(lesson)[static_cast<size_t>(step - 1)];
      const auto at = std::find(candidates.begin(), candidates.end(), word) - candidates.begin();
      ASSERT_LT(at, static_cast<std::ptrdiff_t>(candidates.size())) << word;
      unlikely += at > 4;
      for (const canvas::Size size : {canvas::Size{390, 300}, canvas::Size{820, 600}}) {
        EXPECT_GT(picture_of(lesson, "decoding", size).rect_of("next[0," + std::to_string(at) + "]").width, 0)
            << word << " at " << size.width;
      }
    }
  }
  EXPECT_GT(unlikely, 3) << "else nothing was tried";
}

TEST(TransformerTrained, OneHeadTurnedToAnotherWordChangesTheArticle) {
  EXPECT_EQ(said(trained("override=3,2,2,1,0,0,1,0,0,0,0"))[0], "ses") << "to cats";
  EXPECT_EQ(said(trained("override=3,2,2,1,0,0,0,0,0,1,0"))[0], "nos") << "to sleep";
}

TEST(TransformerTrained, NoRowOfAnotherHeadThatLooksAtTheSourceChangesThisSentenceByItself) {
  auto lesson = trained("kind=cross");
  const auto positions = static_cast<int>(lesson.read("weights").shape[1]) - 2;  // without the padding
  for (int head = 0; head < 8; ++head) {
    if (head == 5) continue;  // the second of layer 2
    for (size_t row = 1; row <= kRight.size(); ++row)
      for (int word = 0; word < positions; ++word) {
        std::string query = "override=3," + std::to_string(head / 4 + 1) + "," + std::to_string(head % 4 + 1) + "," + std::to_string(row);
        for (int j = 0; j < positions; ++j) query += j == word ? ",1" : ",0";
        EXPECT_EQ(said(lesson.set(query)), kRight) << query;
      }
  }
}

TEST(TransformerByHand, APressOnAKnownWordPutsItInThePlaceOfTheUnknownOne) {
  for (const char* figure : {"attention", "decoding"}) {
    auto lesson = trained("");
    lesson.set("source=the black cats sleep").set("source=the blakc cats sleep");
    EXPECT_NE(lesson.complaint("source"), "");
    LessonByHand(&lesson, figure).click("known-word[0,0]");
    EXPECT_EQ(lesson.complaint("source"), "") << figure;
  }
}

}  // namespace
}  // namespace attn
