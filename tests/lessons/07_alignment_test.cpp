// What the text of lesson 07 claims, one claim per test.
#include <algorithm>
#include <cmath>

#include "lesson_by_hand.h"
#include "lesson_under_test.h"
#include "ui/svg_canvas.h"
#include "unit/ui/python_value.h"

namespace attn {
namespace {

LessonUnderTest alignment() { return LessonUnderTest("alignment"); }

double row_sum(const course::Tensor& t, int i) {
  double sum = 0;
  for (int j = 0; j < t.shape[1]; ++j) sum += static_cast<double>(t.data[static_cast<size_t>(i * t.shape[1] + j)]);
  return sum;
}

TEST(Alignment, EveryRowOfGlobalWeightsIsADistributionOverTheSourceAndItsEnd) {
  auto lesson = alignment();
  for (const char* state :
       {"score=additive&timing=previous", "score=dot&timing=current", "score=general&timing=current", "score=concat&timing=current"}) {
    lesson.set(state);
    const course::Tensor w = lesson.read("alignment");
    EXPECT_EQ(w.cols.back(), "end");
    for (int i = 0; i < w.shape[0]; ++i) EXPECT_NEAR(row_sum(w, i), 1, 1e-5) << state;
  }
}

TEST(Alignment, TheContextIsTheSumOfTheWeightedAnnotations) {
  const auto lesson = alignment();
  const course::Tensor weighted = lesson.read("weighted");
  for (int k = 0; k < weighted.shape[1]; ++k) {
    double sum = 0;
    for (int j = 0; j < weighted.shape[0]; ++j) sum += lesson.at("weighted", j, k);
    EXPECT_NEAR(lesson.at("context", 0, k), sum, 1e-5);
  }
}

}  // namespace
}  // namespace attn
