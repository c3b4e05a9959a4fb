// What the text of lesson 11 says of fine-tuning, and of two minutes of training on a text.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <vector>

#include "lessons/lesson_under_test.h"
#include "programs/files.h"

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

// ---- a text of 100 kB ------------------------------------------------------------------------------------------------------------------

/// The scene of the section "Your own text".
constexpr std::string_view kTwoMinutes =
    "reads=text&weights=seed&layers=4&heads=2&batch=4&learning-rate=0.003&schedule=cosine&warm-up=100&horizon=4000";

/// The first 100 kB of the texts of the lessons.
std::string course_text() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(ATTN_SOURCE_DIR "/assets/lessons"))
    if (std::isdigit(static_cast<unsigned char>(entry.path().filename().string().front()))) files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  std::string all, text;
  for (const std::string& file : files) {
    EXPECT_EQ(programs::read_file(file, &text), "");
    all += text;
  }
  return all.substr(0, 100'000);
}

void expect_below_n_grams(LessonUnderTest& lesson, int steps) {
  lesson.train(steps).measure();
  EXPECT_NEAR(lesson.at("weight-count"), 200'000, 15'000);
  EXPECT_LT(lesson.at("held-out-loss"), lesson.at("n-gram-loss"));
}

TEST(LanguageModelsLive, TheCourseAsATextIsLearntBetterThanByCounting) {
  LessonUnderTest lesson("language-models");
  lesson.set(kTwoMinutes);
  ASSERT_TRUE(lesson.take(course_text()).accepted);
  expect_below_n_grams(lesson, 4000);
}

TEST(LanguageModelsLive, TheStoriesAsATextAreLearntBetterThanByCountingInHalfTheTime) {
  LessonUnderTest lesson("language-models");
  lesson.set(kTwoMinutes);
  expect_below_n_grams(lesson, 2000);
}

}  // namespace
}  // namespace attn
