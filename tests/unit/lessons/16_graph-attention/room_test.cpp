// That the figures of lesson 16 use their room: crosses that a finger can tell apart, two circles for two circles of friends, and a sum
// that is large where it can be.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lessons/16_graph-attention/changes.h"
#include "unit/canvas/recording_canvas.h"
#include "unit/lessons/16_graph-attention/lesson_opened.h"

namespace attn {
namespace {

using namespace lessons::graph_attention;

constexpr canvas::Size kPhone{377, 319}, kDesktop{881, 642};

canvas::RecordingCanvas drawn(LessonUnderTest& lesson, std::string_view figure, canvas::Size size) {
  canvas::RecordingCanvas canvas(size);
  const auto edit = lesson.lesson().copy(lesson.params());
  named("figure", figure, lesson.lesson().figures, kId).draw(canvas, lesson.params(), lesson.result(), edit.get());
  return canvas;
}

std::string indexed(std::string_view name, int i) { return std::string(name) + "[" + std::to_string(i) + "]"; }

float apart(const canvas::Canvas& canvas, const std::string& a, const std::string& b) {
  const canvas::Point way = canvas.rect_of(a).center() - canvas.rect_of(b).center();
  return std::hypot(way.x, way.y);
}

std::vector<std::string> crosses(const canvas::Canvas& canvas) {
  std::vector<std::string> ids;
  for (int j = 0; j < 34; ++j)
    if (canvas.rect_of(indexed("tie", j)).width > 0) ids.push_back(indexed("tie", j));
  return ids;
}

TEST(ClubCrosses, OnAPhoneThoseOfMemberThreeAreApartAndCoverNoMember) {
  auto lesson = trained("");
  const canvas::RecordingCanvas canvas = drawn(lesson, "club", kPhone);
  const std::vector<std::string> ids = crosses(canvas);
  EXPECT_EQ(ids.size(), 10u);
  for (size_t a = 0; a < ids.size(); ++a) {
    for (size_t b = a + 1; b < ids.size(); ++b) EXPECT_GT(apart(canvas, ids[a], ids[b]), 22) << ids[a] << " " << ids[b];
    for (int i = 0; i < 34; ++i) EXPECT_GT(apart(canvas, ids[a], indexed("node", i)), 14) << ids[a] << " " << i;
  }
  EXPECT_GE(apart(canvas, "tie[0]", "tie[1]"), 29) << "the ties to 1 and 2 lie almost in one line";
}

TEST(ClubCrosses, WhereNotAllHaveRoomNoneCoversAnotherAndWhatWasCutCanBeTiedAgain) {
  for (const int node : {0, 32, 33}) {
    auto lesson = trained("node=" + std::to_string(node));
    const canvas::RecordingCanvas canvas = drawn(lesson, "club", kPhone);
    const std::vector<std::string> ids = crosses(canvas);
    EXPECT_GT(ids.size(), 8u);
    for (size_t a = 0; a < ids.size(); ++a)
      for (size_t b = a + 1; b < ids.size(); ++b) EXPECT_GE(apart(canvas, ids[a], ids[b]), 20) << node << ids[a] << " " << ids[b];
  }
  auto lesson = trained("node=33");
  const auto ties = result_of(lesson).graph.shown.graph;  // the lesson's own goes with each change
  for (const int j : ties.of(33)) {
    if (j == 33) continue;
    lesson.set("changes=cut " + std::to_string(j + 1) + "-34");
    EXPECT_GT(drawn(lesson, "club", kPhone).rect_of(indexed("tie", j)).width, 0) << j;
  }
}

TEST(ClubCrosses, OnAPhoneADraggedMemberGoesWhereTheHandIs) {
  for (const int node : {2, 12}) {  // the member chosen, and another
    auto lesson = trained("");
    const std::string id = indexed("node", node);
    const canvas::Point to = drawn(lesson, "club", kPhone).rect_of(id).center() + canvas::Point{10, -40};
    canvas::RecordingCanvas canvas(kPhone);
    canvas::Interaction& hand = canvas.hands[id];
    hand.held = true, hand.position = to, hand.delta = {10, -40}, hand.travel = 41;
    const auto edit = lesson.lesson().copy(lesson.params());
    named("figure", "club", lesson.lesson().figures, kId).draw(canvas, lesson.params(), lesson.result(), edit.get());
    const params::Row* row = params::find(lesson.lesson().rows, "dragged");
    lesson.set("dragged=" + params::print(*row, row->get(edit.get())));
    const canvas::Point there = drawn(lesson, "club", kPhone).rect_of(id).center();
    EXPECT_NEAR(there.x, to.x, 3) << node;
    EXPECT_NEAR(there.y, to.y, 3) << node;
  }
}

TEST(Changes, AreWrittenInWordsAndOlderLinksAreRead) {
  std::vector<Change> read, older;
  EXPECT_EQ(read_changes("cut 1-3, 2\u20133, tie 1-34", 34, &read), "");
  EXPECT_EQ(read_changes("-1-3 +1-34 -2-3", 34, &older), "");
  EXPECT_EQ(read, older);
  EXPECT_EQ(write_changes(older), "cut 1-3, 2-3, tie 1-34");
  EXPECT_EQ(changes_in_words(older), "cut 1\u20133, 2\u20133, tie 1\u201334");
  EXPECT_NE(read_changes("1-3", 34, &read), "") << "it does not say whether to tie or to cut";
  EXPECT_EQ(read, older) << "what is refused changes nothing";
  auto lesson = trained("changes=-1-3");
  EXPECT_NE(said_of(lesson, "club").find("Ties changed: cut 1\u20133;"), std::string::npos) << said_of(lesson, "club");
}

TEST(FriendsAsAGraph, TwoCirclesStandSideBySideAndAnyOtherMaskIsOneCircle) {
  auto lesson = graphs();
  lesson.set("mask=111000;111000;111100;001111;000111;000111");
  const auto x = [&](const canvas::Canvas& canvas, int i) { return canvas.rect_of(indexed("token", i)).center().x; };
  for (const canvas::Size size : {kPhone, kDesktop}) {
    const canvas::RecordingCanvas canvas = drawn(lesson, "mask", size);
    const float left = std::max({x(canvas, 0), x(canvas, 1), x(canvas, 2)}), right = std::min({x(canvas, 3), x(canvas, 4), x(canvas, 5)});
    EXPECT_EQ(left, x(canvas, 2)) << "the bridge is between those that face each other";
    EXPECT_EQ(right, x(canvas, 3));
    EXPECT_GT(right - left, 20);
  }
  const canvas::RecordingCanvas canvas = drawn(lesson, "mask", kDesktop);
  EXPECT_NEAR(apart(canvas, "token[0]", "token[1]"), apart(canvas, "token[0]", "token[2]"), 2) << "a circle, not an ellipse";
  for (const char* mask : {"100000;110000;111000;111100;111110;111111", "110000;111000;011100;001110;000111;000011"}) {
    const canvas::RecordingCanvas other = drawn(lesson.set("mask=" + std::string(mask)), "mask", kDesktop);
    EXPECT_EQ(x(other, 0), x(other, 3)) << mask << ": at noon and at six";
  }
}

TEST(NodeSum, IsLargeWhereThereIsRoom) {
  auto lesson = trained("task=karate&network=gat&node=9&layer=1&head=1");
  const canvas::RecordingCanvas canvas = drawn(lesson, "sum", kDesktop);
  EXPECT_GT(canvas.rect_of("mixed[9,3]").height, 50);
  const auto* number = canvas.find("\u22120.74");
  ASSERT_NE(number, nullptr);
  EXPECT_GE(number->style.size, 12.5f);
  EXPECT_LT(number->box.width + 4, canvas.rect_of("features[33,1]").width);
  EXPECT_NE(canvas.find("1 in column 34"), nullptr) << "what a row that is a single 1 means";
  const canvas::Rect top = canvas.rect_of("node[33]"), bottom = canvas.rect_of("node[2]");
  EXPECT_LT(bottom.bottom() - top.y, 0.55f * kDesktop.height) << "two neighbours do not stretch over all of the height";
  EXPECT_GT(top.width, 36);
}

}  // namespace
}  // namespace attn
