// What the text of lesson 10 says of the training that runs in sight.
#include "lessons/lesson_under_test.h"

namespace attn {
namespace {

TEST(TransformerLive, TheGrammarIsLearntInSight) {
  LessonUnderTest lesson("transformer");
  lesson.set("weights=seed&learning-rate=0.004&seed=1&steps=1500");
  EXPECT_LT(lesson.metric("loss"), 0.3);
}

}  // namespace
}  // namespace attn
