// What the text of lesson 06 says of the training that runs in sight.
#include <cmath>

#include "lessons/lesson_under_test.h"

namespace attn {
namespace {

TEST(EncoderDecoderLive, EachOptimiserHasARateOfItsOwn) {
  const auto loss = [](const std::string& choices) {
    LessonUnderTest lesson("encoder-decoder");
    lesson.set("hidden=64&task=reversal&weights=seed&steps=0&" + choices).train(600);
    return static_cast<double>(lesson.read("loss-curve").data.back());
  };
  const double guessing = std::log(9.0);
  EXPECT_GT(loss("optimiser=sgd&learning-rate=0.003"), 0.95 * guessing);
  const double plain = loss("optimiser=sgd&learning-rate=1"), momentum = loss("optimiser=momentum&learning-rate=0.1");
  EXPECT_LT(plain, 0.5 * guessing);
  EXPECT_LT(momentum, plain);
  EXPECT_LT(loss("optimiser=adam&learning-rate=0.003"), momentum);
}

}  // namespace
}  // namespace attn
