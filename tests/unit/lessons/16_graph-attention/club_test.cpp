// What the opening of lesson 16 claims: which lost friendships change a member's side.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "canvas/svg_canvas.h"
#include "lessons/lesson_by_hand.h"
#include "unit/lessons/16_graph-attention/lesson_opened.h"

namespace attn {
namespace {

using namespace lessons::graph_attention;

int side_of(const LessonUnderTest& lesson, int member) { return result_of(lesson).graph.model.chosen[static_cast<size_t>(member - 1)]; }

std::vector<int> friends_of(const LessonUnderTest& lesson, int member) {
  std::vector<int> friends;
  for (const int j : result_of(lesson).graph.shown.graph.of(member - 1))
    if (j != member - 1) friends.push_back(j + 1);
  return friends;
}

std::string cut(int a, int b) { return "-" + std::to_string(std::min(a, b)) + "-" + std::to_string(std::max(a, b)); }

TEST(ClubOpening, MemberThreeHasFiveFriendsOnEachSideAndChangesSidesWhenItsTieToOneIsPressed) {
  auto lesson = trained("");
  const std::vector<int> friends = friends_of(lesson, 3);
  ASSERT_EQ(friends.size(), 10u);
  EXPECT_EQ(std::count_if(friends.begin(), friends.end(), [&](int j) { return side_of(lesson, j) == 0; }), 5);
  EXPECT_EQ(side_of(lesson, 3), 0);
  LessonByHand hand(&lesson, "club");
  hand.click("tie[0]");
  EXPECT_EQ(text_of(lesson, "changes"), "cut 1-3");
  EXPECT_EQ(side_of(lesson, 3), 1);
  EXPECT_EQ(lesson.at("switched"), 1) << "nobody else does";
  hand.click("tie[0]");
  EXPECT_EQ(text_of(lesson, "changes"), "") << "the same knob ties it again";
  EXPECT_EQ(side_of(lesson, 3), 0);
}

TEST(ClubOpening, AnyOfThreesFiveTiesToItsOwnSideDecidesAndNoneToTheOther) {
  auto lesson = trained("");
  for (const int j : friends_of(lesson, 3)) {
    const bool own = side_of(lesson.set("changes="), j) == 0;
    EXPECT_EQ(side_of(lesson.set("changes=" + cut(3, j)), 3), own ? 1 : 0) << j;
  }
}

TEST(ClubOpening, NoSingleTieChangesMemberFourteenAndTheTwoToOneAndTwoDo) {
  auto lesson = trained("node=13");
  for (const int j : friends_of(lesson, 14)) EXPECT_EQ(side_of(lesson.set("changes=" + cut(14, j)), 14), 0) << j;
  lesson.set("changes=");
  LessonByHand hand(&lesson, "club");
  hand.click("tie[0]");
  hand.click("tie[1]");
  EXPECT_EQ(text_of(lesson, "changes"), "cut 1-14, 2-14");
  EXPECT_EQ(side_of(lesson, 14), 1);
  hand.click("restore");
  EXPECT_EQ(side_of(lesson, 14), 0);
}

TEST(ClubOpening, APressChoosesAMemberAndADragMovesItWithoutAnAnswerChanging) {
  auto lesson = trained("");
  LessonByHand hand(&lesson, "club");
  hand.click("node[16]");
  EXPECT_EQ(text_of(lesson, "node"), "16");
  const double before = lesson.at("node", 12);
  const canvas::Rect from = hand.rect("node[12]");
  hand.drag_by("node[12]", {-60, -40});
  EXPECT_NEAR(hand.rect("node[12]").center().x, from.center().x - 60, 2);
  EXPECT_EQ(lesson.at("node", 12), before);
}

TEST(ClubOpening, MarksDoNotTouchAndEveryTieOfTheMemberHasAKnobOfItsOwn) {
  auto lesson = trained("");
  for (const canvas::Size size : {canvas::Size{860, 640}, canvas::Size{1250, 780}, canvas::Size{370, 300}}) {
    canvas::SvgCanvas canvas(size, canvas::Theme());
    const auto edit = lesson.lesson().copy(lesson.params());
    lesson.lesson().figures.front().draw(canvas, lesson.params(), lesson.result(), edit.get());
    const auto apart = [&](const std::string& a, const std::string& b) {
      const canvas::Point way = canvas.rect_of(a).center() - canvas.rect_of(b).center();
      return std::hypot(way.x, way.y);
    };
    for (int i = 0; i < 34; ++i)
      for (int j = i + 1; j < 34; ++j)
        EXPECT_GT(apart("node[" + std::to_string(i) + "]", "node[" + std::to_string(j) + "]"), size.width > 400 ? 30 : 17) << i << " " << j;
    const std::vector<int> friends = friends_of(lesson, 3);
    for (size_t a = 0; a < friends.size(); ++a)
      for (size_t b = a + 1; b < friends.size(); ++b)
        EXPECT_GT(apart("tie[" + std::to_string(friends[a] - 1) + "]", "tie[" + std::to_string(friends[b] - 1) + "]"),
                  size.width > 400 ? 16 : 9)
            << friends[a] << " " << friends[b];
  }
}

}  // namespace
}  // namespace attn
