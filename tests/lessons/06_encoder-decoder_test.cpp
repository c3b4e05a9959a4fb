// What the text of lesson 06 claims, one claim per test.
#include <algorithm>
#include <cmath>

#include "lesson_by_hand.h"
#include "lesson_under_test.h"
#include "ui/svg_canvas.h"

namespace attn {
namespace {

LessonUnderTest encoder_decoder() { return LessonUnderTest("encoder-decoder"); }

TEST(EncoderDecoder, TheVectorHasTheSameSizeForEverySource) {
  auto lesson = encoder_decoder();
  for (const char* source : {"source=a b", "source=abcdefghabcdefghabcd"}) {
    lesson.set(source);
    EXPECT_EQ(lesson.read("bottleneck").shape, (std::vector<int>{1, 64})) << source;
  }
  lesson.set("depth=3&hidden=16");
  EXPECT_EQ(lesson.read("bottleneck").shape, (std::vector<int>{3, 16}));
}

}  // namespace
}  // namespace attn
