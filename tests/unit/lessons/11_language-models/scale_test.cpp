// Loss against scale: the curve, the table, and the reader's own runs.
#include "lessons/11_language-models/scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "lessons/11_language-models/scale_study.h"
#include "lessons/lesson_under_test.h"

namespace attn::lessons::language_models {
namespace {

TEST(ScaleFit, FindsTheCurveThatItsPointsAreOn) {
  for (const ScaleFit& truth : {ScaleFit{0.4, 300, 0.6}, ScaleFit{0, 12, 0.08}, ScaleFit{1.7, 5e4, 1.4}}) {
    std::vector<double> x, y;
    for (double at = 3000; at < 1e6; at *= 1.7) x.push_back(at), y.push_back(truth.at(at));
    const ScaleFit found = fit_scale(x, y);
    EXPECT_NEAR(found.exponent, truth.exponent, 0.02 * truth.exponent);
    EXPECT_NEAR(found.floor, truth.floor, 0.02);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(found.at(x[i]) / y[i], 1, 5e-3) << x[i];
  }
}

TEST(ScaleFit, HasNoFloorBelowZero) {
  const std::vector<double> x{1, 2, 4, 8}, y{1, 0.9, 0.7, 0.2};  // it bends down, as if to below zero
  EXPECT_GE(fit_scale(x, y).floor, 0);
}

TEST(ScaleRuns, AreADozenModelsFromThousandsToAMillionWeights) {
  const auto runs = scale_runs(Scale::weights);
  EXPECT_GE(runs.size(), 12u);
  EXPECT_LT(scale_of(runs.front(), Scale::weights), 5000);
  EXPECT_GT(scale_of(runs.back(), Scale::weights), 800'000);
  for (const Scale scale : kScales) {
    const auto all = scale_runs(scale);
    ASSERT_GE(all.size(), 6u);
    for (std::size_t k = 1; k < all.size(); ++k) EXPECT_GT(scale_of(all[k], scale), scale_of(all[k - 1], scale));
    EXPECT_LT(all.back().loss, all.front().loss);
    for (const ScaleRun& run : all) EXPECT_EQ(models::check_settings(settings_of(run)), "");
  }
}

TEST(ScaleRuns, WidthCountsMoreThanDepthAsTheTextSays) {
  double deep = 0, wide = 0, deep_weights = 0, wide_weights = 0;
  for (const ScaleRun& run : scale_runs(Scale::weights)) {
    if (run.layers == 4 && run.width == 32) deep = run.loss, deep_weights = scale_of(run, Scale::weights);
    if (run.layers == 1 && run.width == 64) wide = run.loss, wide_weights = scale_of(run, Scale::weights);
  }
  EXPECT_EQ(deep_weights, 62'368);
  EXPECT_LT(wide_weights, 1.2 * deep_weights);
  EXPECT_NEAR(deep, 0.64, 0.005);
  EXPECT_NEAR(wide, 0.41, 0.005);
}

TEST(OwnRuns, TheShippedModelAndTheOneInTrainingHaveAPoint) {
  LessonUnderTest lesson("language-models");
  lesson.look_at("scale");
  ASSERT_TRUE(lesson.load_weights());
  lesson.measure();
  ASSERT_EQ(lesson.read("own-runs").row_count(), 1);
  EXPECT_NEAR(lesson.at("own-runs"), lesson.at("held-out-loss"), 1e-6);
  lesson.set("weights=seed&width=8&layers=1&heads=2&batch=4&steps=5");
  ASSERT_EQ(lesson.read("own-runs").row_count(), 1);
  EXPECT_NEAR(lesson.at("own-runs"), lesson.metric("loss"), 1e-5) << "not measured yet: the last batches";
  lesson.set("reads=copies");
  EXPECT_EQ(lesson.read("own-runs").row_count(), 0) << "letters are no stories";
}

TEST(OwnRuns, EarlierRunsOnStoriesHaveTheirWeights) {
  training::Book book;
  const auto run = [](int number, const char* reads, const char* width) {
    training::Run one;
    one.number = number, one.steps = 300, one.loss = 1.5;
    for (const auto& [id, text] : {std::pair("reads", reads), std::pair("layers", "2"), std::pair("heads", "4"), std::pair("width", width),
                                   std::pair("context", "64"), std::pair("batch", "16")})
      one.settings.push_back({id, id, text, text});
    return one;
  };
  book.earlier = std::make_shared<const std::vector<training::Run>>(
      std::vector{run(1, "stories", "32"), run(2, "text", "32"), run(3, "stories", "64")});
  const std::vector<OwnRun> own = own_runs(book);
  ASSERT_EQ(own.size(), 2u);
  EXPECT_EQ(own[0].weights, 36'960);
  EXPECT_EQ(own[1].weights, 123'072) << "the shipped model's";
  EXPECT_EQ(own[1].at(Scale::stories), 300 * 16);
}

}  // namespace
}  // namespace attn::lessons::language_models
