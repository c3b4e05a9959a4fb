// What the text of lesson 11 says of fine-tuning.
#include "lessons/lesson_under_test.h"

namespace attn {
namespace {

TEST(LanguageModelsLive, ThirtyTwoLabelsAreWorthFifteenPointsMoreAfterPreTraining) {
  double tuned = 0, random = 0;
  constexpr int kSeeds = 3;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    LessonUnderTest lesson("language-models");
    lesson.set("reads=labelled&learning-rate=0.003&warm-up=10&batch=8&seed=" + std::to_string(seed));
    ASSERT_TRUE(lesson.load_weights());
    lesson.train(40).measure();
    tuned += lesson.at("tuned", 1) / kSeeds, random += lesson.at("from-random", 1) / kSeeds;
    // The text: these eight say enough, another eight do not.
    if (seed == 1) {
      EXPECT_GT(lesson.at("tuned", 0), 0.85);
    } else if (seed == 2) {
      EXPECT_LT(lesson.at("tuned", 0), 0.6);
    }
  }
  EXPECT_GT(tuned, random + 0.15);
  EXPECT_GT(tuned, 0.9);
}

}  // namespace
}  // namespace attn
