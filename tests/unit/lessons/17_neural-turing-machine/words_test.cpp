// What lesson 17 says of each of its figures.
#include <algorithm>
#include <string>

#include "base/text.h"
#include "lessons/lesson_under_test.h"

namespace attn {
namespace {

TEST(NeuralTuringMachineWords, FiguresAreDescribedByWhatTheyShow) {
  LessonUnderTest lesson("neural-turing-machine");
  ASSERT_TRUE(lesson.load_weights());
  lesson.measure();
  const auto says = [&](std::string_view figure, const std::string& words) {
    EXPECT_NE(lesson.describe(figure).find(words), std::string::npos) << lesson.describe(figure);
  };
  const course::Tensor weights = lesson.read("weights"), wrong = lesson.read("wrong");
  const auto cell = static_cast<int>(std::max_element(weights.data.begin(), weights.data.end()) - weights.data.begin());
  says("writing", "into cell " + std::to_string(cell + 1) + ", with weight " + fixed(lesson.at("weights", cell), 2));
  says("writing", "adding makes " + fixed(lesson.at("written", cell, 0), 2) + ", ");
  says("lengths", fixed(wrong.data.back(), 1) + " at length " + wrong.rows.back());
}

}  // namespace
}  // namespace attn
