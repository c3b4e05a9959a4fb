// What lesson 09 says of each of its figures.
#include <string>

#include "base/text.h"
#include "lessons/lesson_under_test.h"

namespace attn {
namespace {

TEST(TransformerBlockWords, FiguresAreDescribedByWhatTheyShow) {
  LessonUnderTest lesson("transformer-block");
  const auto says = [&](std::string_view figure, const std::string& words) {
    EXPECT_NE(lesson.describe(figure).find(words), std::string::npos) << lesson.describe(figure);
  };
  says("block", "root mean square of " + fixed(lesson.at("row-in"), 2));
  says("formula", "its largest weight, " + fixed(lesson.at("weights", 1, 1), 2) + ", to \u201cflies\u201d");
  says("heads", "over the root of the head\u2019s width " + fixed(lesson.at("score-spread", 1, 0), 2));
  says("stream", "12 blocks");
  lesson.set("depth=2&curves=residual");
  says("stream", "2 blocks");
  says("stream", "Pre-norm without residual connections: ");
  says("stream", "a cosine of " + fixed(lesson.at("likeness", 4, 2), 2));
}

}  // namespace
}  // namespace attn
