// What the text of lesson 09 says of the block that is trained in sight.
#include "lessons/lesson_under_test.h"

namespace attn {
namespace {

/// The loss of the small model after 200 steps, in nats a place.
double loss_after_training(const std::string& state) {
  LessonUnderTest lesson("transformer-block");
  lesson.set("heads=4&batch=16&" + state + "&steps=200");
  return lesson.metric("loss");
}

TEST(TransformerBlockLive, TheBlockAsItStandsLearnsAndWithoutTheResidualItDoesNot) {
  EXPECT_LT(loss_after_training("norm=post"), 2);
  EXPECT_GT(loss_after_training("norm=post&residual=false"), 3);
}

TEST(TransformerBlockLive, WithoutNormsTheLossLeavesAllBounds) {
  LessonUnderTest lesson("transformer-block");
  lesson.set("heads=4&batch=16&norm=none&steps=30");
  EXPECT_EQ(lesson.halt().halt, course::Halt::kDiverged);
}

TEST(TransformerBlockLive, WithoutTheRootItLearnsMoreSlowly) {
  const double with = loss_after_training("norm=post"), without = loss_after_training("norm=post&scale=false");
  EXPECT_GT(without, with + 0.2);
  EXPECT_LT(without, 2.5);
}

TEST(TransformerBlockLive, AtAHighRatePostNormWantsAWarmUpAndPreNormDoesNot) {
  EXPECT_GT(loss_after_training("norm=post&learning-rate=0.01&schedule=constant"), 3);
  EXPECT_LT(loss_after_training("norm=post&learning-rate=0.01&schedule=warm-up&warm-up=100"), 2);
  EXPECT_LT(loss_after_training("norm=pre&learning-rate=0.01&schedule=constant"), 2);
}

TEST(TransformerBlockLive, GuessingCostsTheLogarithmOfTheLetters) {
  LessonUnderTest lesson("transformer-block");
  EXPECT_NEAR(lesson.model()->curves()->guessing, 3.37, 0.005);
}

}  // namespace
}  // namespace attn
