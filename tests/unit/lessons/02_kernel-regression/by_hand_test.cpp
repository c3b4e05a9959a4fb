// Lesson 02 under the hand.
#include "lessons/lesson_by_hand.h"
#include "lessons/lesson_under_test.h"

namespace attn {
namespace {

LessonUnderTest regression() { return LessonUnderTest("kernel-regression"); }

TEST(KernelRegression, TheQueryIsDraggedAlongTheAxisAndItsWeightsFollow) {
  auto lesson = regression();
  LessonByHand hand(&lesson, "fit");
  const double left = lesson.at("weights", 0, 0);
  hand.drag_by("query", {-200, 0});
  EXPECT_LT(lesson.at("query-x"), 1.2);
  EXPECT_NE(lesson.at("weights", 0, 0), left);
}

TEST(KernelRegression, ADataPointIsDragged) {
  auto lesson = regression();
  LessonByHand hand(&lesson, "fit");
  const double before = lesson.at("points", 5, 1);
  hand.drag_by("point[5]", {0, -40});
  ASSERT_EQ(lesson.matrix("moved").rows(), 1);
  EXPECT_EQ(lesson.matrix("moved")(0, 0), 5);
  EXPECT_GT(lesson.at("points", 5, 1), before);
}

TEST(KernelRegression, TheWidthIsDraggedAlongItsAxis) {
  auto lesson = regression();
  LessonByHand hand(&lesson, "width-search");
  hand.drag_by("width", {-100, 0});
  EXPECT_LT(lesson.at("width-used"), 0.5);
  EXPECT_LT(lesson.at("loo-error"), 1.15);
}

}  // namespace
}  // namespace attn
