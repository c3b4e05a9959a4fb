// What the text of lesson 02 claims, one claim per test.
#include <algorithm>
#include <cmath>

#include "canvas/svg_canvas.h"
#include "lesson_under_test.h"
#include "live_claims.h"

namespace attn {
namespace {

LessonUnderTest regression() { return LessonUnderTest("kernel-regression"); }

std::vector<double> numbers(const LessonUnderTest& lesson, const char* name) {
  const course::Tensor t = lesson.read(name);
  return {t.data.begin(), t.data.end()};
}

double sum_of(const std::vector<double>& v) {
  double sum = 0;
  for (const double x : v) sum += x;
  return sum;
}

bool has_gap(const LessonUnderTest& lesson) {
  const std::vector<double> fit = numbers(lesson, "fit");
  return std::any_of(fit.begin(), fit.end(), [](double y) { return std::isnan(y); });
}

TEST(KernelRegression, TheDefaultDataAreAHundredPointsInZeroToFourAboutTheCurve) {
  auto lesson = regression();
  const course::Tensor points = lesson.read("points");
  ASSERT_EQ(points.shape, (std::vector<int>{100, 2}));
  for (int i = 0; i < 100; ++i) {
    EXPECT_GE(lesson.at("points", i, 0), 0);
    EXPECT_LT(lesson.at("points", i, 0), 4);
  }
  lesson.set("noise=0");
  for (int i = 0; i < 100; ++i) {
    const double x = lesson.at("points", i, 0);
    EXPECT_NEAR(lesson.at("points", i, 1), 2 * std::sin(x) + x, 1e-5);
  }
}

TEST(KernelRegression, TheWeightsSumToOneAndTheOutputIsTheWeightedMeanOfTheTargets) {
  auto lesson = regression();
  for (const char* kernel : {"kernel=gaussian", "kernel=boxcar", "kernel=triangular", "kernel=epanechnikov"}) {
    lesson.set(kernel);
    double sum = 0, mean = 0;
    for (int i = 0; i < 100; ++i) {
      EXPECT_GE(lesson.at("weights", 0, i), 0);
      sum += lesson.at("weights", 0, i), mean += lesson.at("weights", 0, i) * lesson.at("points", i, 1);
    }
    EXPECT_NEAR(sum, 1, 1e-4) << kernel;
    EXPECT_NEAR(lesson.at("output"), mean, 1e-4) << kernel;
  }
}

TEST(KernelRegression, TheWeightsFollowTheKernelsFormula) {
  auto lesson = regression();
  const auto value = [](const std::string& kernel, double u) {
    if (kernel == "gaussian") return std::exp(-u * u / 2);
    if (kernel == "boxcar") return u <= 1 ? 1.0 : 0.0;
    if (kernel == "triangular") return std::max(0.0, 1 - u);
    return std::max(0.0, 0.75 * (1 - u * u));
  };
  for (const std::string kernel : {"gaussian", "boxcar", "triangular", "epanechnikov"}) {
    lesson.set("kernel=" + kernel + "&width=0.7&query=0.3");
    const double q = lesson.at("query-x");
    double sum = 0;
    for (int j = 0; j < 100; ++j) sum += value(kernel, std::abs(lesson.at("points", j, 0) - q) / 0.7);
    for (int i = 0; i < 100; i += 7)
      EXPECT_NEAR(lesson.at("weights", 0, i), value(kernel, std::abs(lesson.at("points", i, 0) - q) / 0.7) / sum, 1e-5) << kernel;
  }
}

TEST(KernelRegression, TheGaussianIsASoftmaxOfMinusHalfTheSquaredDistanceAtTemperatureWidthSquared) {
  auto lesson = regression();
  const double q = lesson.at("query-x"), temperature = 0.8 * 0.8;
  double sum = 0;
  const auto term = [&](int i) { return std::exp(-0.5 * std::pow(lesson.at("points", i, 0) - q, 2) / temperature); };
  for (int i = 0; i < 100; ++i) sum += term(i);
  EXPECT_NEAR(lesson.at("weights", 0, 3), term(3) / sum, 1e-6);
}

TEST(KernelRegression, TheQueryGoesFromTheLeftEndToTheRightEnd) {
  auto lesson = regression();
  lesson.set("query=0");
  EXPECT_NEAR(lesson.at("query-x"), 0, 1e-6);
  lesson.set("query=1");
  EXPECT_NEAR(lesson.at("query-x"), 4, 1e-6);
}

TEST(KernelRegression, TheKeyNearestToTheQueryHasTheLargestWeight) {
  auto lesson = regression();
  for (const char* query : {"query=0.1", "query=0.5", "query=0.93"}) {
    lesson.set(query);
    int nearest = 0, heaviest = 0;
    for (int i = 1; i < 100; ++i) {
      const double q = lesson.at("query-x");
      if (std::abs(lesson.at("points", i, 0) - q) < std::abs(lesson.at("points", nearest, 0) - q)) nearest = i;
      if (lesson.at("weights", 0, i) > lesson.at("weights", 0, heaviest)) heaviest = i;
    }
    EXPECT_EQ(nearest, heaviest) << query;
  }
}

TEST(KernelRegression, AMovedPointBendsTheFitNearIt) {
  auto lesson = regression();
  lesson.set("width=0.2");
  const double before = lesson.at("output");
  lesson.set("moved=17,2,12");
  EXPECT_GT(lesson.at("output"), before);
  EXPECT_NEAR(lesson.at("points", 17, 1), 12, 1e-6);
}

TEST(KernelRegression, AMovedPointIsForgottenWhenItIsNoLongerThere) {
  auto lesson = regression();
  lesson.set("moved=17,2,3;99,1,1;17,2,4;200,0,0");
  EXPECT_EQ(lesson.matrix("moved").rows(), 2);
  EXPECT_EQ(lesson.matrix("moved")(0, 2), 4);
  lesson.set("size=10");
  EXPECT_EQ(lesson.matrix("moved").rows(), 0);
}

TEST(KernelRegression, ANarrowBoxcarLeavesGapsAndTheGaussianNone) {
  auto lesson = regression();
  lesson.set("kernel=boxcar&width=0.02");
  EXPECT_TRUE(has_gap(lesson));
  lesson.set("kernel=triangular");
  EXPECT_TRUE(has_gap(lesson));
  lesson.set("kernel=epanechnikov");
  EXPECT_TRUE(has_gap(lesson));
  lesson.set("kernel=gaussian&width=0.001");
  EXPECT_FALSE(has_gap(lesson));
}

TEST(KernelRegression, WithoutAnyKeyInReachTheQueryHasNoAnswer) {
  auto lesson = regression();
  lesson.set("kernel=boxcar&width=0.001&query=0.123");
  ASSERT_TRUE(std::isnan(lesson.at("output")));
  EXPECT_EQ(sum_of(numbers(lesson, "weights")), 0);
  EXPECT_NE(lesson.describe().find("no answer"), std::string::npos) << lesson.describe();
}

TEST(KernelRegression, EachRowOfTheMatrixSumsToOneAndItsColumnsAreInOrder) {
  const auto lesson = regression();
  const course::Tensor matrix = lesson.read("matrix");
  ASSERT_EQ(matrix.shape, (std::vector<int>{33, 100}));
  for (int i = 0; i < 33; ++i) {
    double sum = 0;
    for (int j = 0; j < 100; ++j) sum += lesson.at("matrix", i, j);
    EXPECT_NEAR(sum, 1, 1e-4);
  }
  ASSERT_EQ(matrix.cols.size(), 100u);
  for (size_t j = 1; j < 100; ++j) EXPECT_LE(std::stod(matrix.cols[j - 1].substr(4)), std::stod(matrix.cols[j].substr(4)));
}

TEST(KernelRegression, ANarrowerKernelMakesTheLargestWeightLargerAndAWideOneMakesAllAlike) {
  auto lesson = regression();
  const auto largest = [&] {
    const std::vector<double> m = numbers(lesson, "matrix");
    return *std::max_element(m.begin(), m.end());
  };
  EXPECT_NEAR(largest(), 0.04, 0.005);
  lesson.set("width=0.15");
  EXPECT_NEAR(largest(), 0.21, 0.005);
  lesson.set("width=50");
  for (const double w : numbers(lesson, "matrix")) EXPECT_NEAR(w, 0.01, 1e-4);
}

TEST(KernelRegression, AVeryWideKernelAnswersWithTheMeanEverywhere) {
  auto lesson = regression();
  lesson.set("width=1000");
  for (const double y : numbers(lesson, "fit")) EXPECT_NEAR(y, lesson.at("mean"), 1e-3);
}

TEST(KernelRegression, TooNarrowAndTooWideAreBothWorseThanTheBestWidth) {
  auto lesson = regression();
  const auto rmse_at = [&](const std::string& width) {
    lesson.set("width=" + width);
    return lesson.at("rmse");
  };
  const double good = rmse_at("0.3");
  EXPECT_GT(rmse_at("0.02"), 2 * good);
  EXPECT_GT(rmse_at("3"), 2 * good);
}

TEST(KernelRegression, LeavingOneOutHasItsMinimumBetweenNarrowAndWide) {
  auto lesson = regression();
  const std::vector<double> curve = numbers(lesson, "loo-curve"), widths = numbers(lesson, "widths");
  EXPECT_LT(lesson.at("best-error"), curve.front());
  EXPECT_LT(lesson.at("best-error"), curve.back());
  for (const double error : curve) EXPECT_LE(lesson.at("best-error"), error + 1e-6);
  EXPECT_GT(lesson.at("best-width"), widths.front());
  EXPECT_LT(lesson.at("best-width"), widths.back());
}

TEST(KernelRegression, TheErrorAgainstTheTruthIsThatOfTheFitAsItIsRead) {
  auto lesson = regression();
  for (const char* state : {"", "kernel=boxcar&width=0.02", "moved=3,-1,2", "size=3000", "width=3&steps=5"}) {
    lesson.set(state);
    const std::vector<double> fit = numbers(lesson, "fit"), truth = numbers(lesson, "truth");
    double squares = 0;
    int answered = 0;
    for (size_t i = 0; i < fit.size(); ++i)
      if (!std::isnan(fit[i])) squares += (fit[i] - truth[i]) * (fit[i] - truth[i]), ++answered;
    EXPECT_NEAR(lesson.at("rmse"), std::sqrt(squares / answered), 1e-5) << state;
  }
}

TEST(KernelRegression, TheCurveAgainstTheTruthHasTheErrorOfTheFit) {
  auto lesson = regression();
  for (const int i : {0, 15, 40}) {
    const double curve = lesson.at("truth-curve", i, 0);
    lesson.set("width=" + std::to_string(lesson.at("widths", i, 0)));
    EXPECT_NEAR(lesson.at("rmse"), curve, 1e-4);
  }
}

TEST(KernelRegression, TheTrainingErrorKeepsFallingTowardsZeroWhileTheTrueErrorRises) {
  auto lesson = regression();
  const std::vector<double> training = numbers(lesson, "training-curve"), truth = numbers(lesson, "truth-curve");
  for (size_t i = 1; i < training.size(); ++i) EXPECT_GT(training[i], training[i - 1]);
  EXPECT_GT(training.front(), 0.5) << "at the figure's edge it is far from 0";
  EXPECT_GT(truth.front(), 3 * *std::min_element(truth.begin(), truth.end()));
  EXPECT_NE(lesson.check("narrow", 1).message.find("from the data by 0.00"), std::string::npos) << "beyond the edge it goes on to 0";
}

TEST(KernelRegression, WhatDescendsIsTheLeaveOneOutError) {
  auto lesson = regression();
  const auto log_square = [&](double width) {
    lesson.set("steps=0&width=" + std::to_string(width));
    return 2 * std::log(lesson.at("loo-error"));
  };
  const double slope = (log_square(3 * 1.02) - log_square(3 / 1.02)) / (2 * std::log(1.02));
  lesson.set("width=3&rate=1&steps=1");
  EXPECT_NEAR(std::log(lesson.at("width-used") / 3), -slope, 1e-3);
}

TEST(KernelRegression, TheKernelMattersLessThanTheWidth) {
  auto lesson = regression();
  double least = 1e9, most = 0;
  for (const char* kernel : {"gaussian", "boxcar", "triangular", "epanechnikov"}) {
    lesson.set(std::string("kernel=") + kernel);
    least = std::min(least, lesson.at("best-error")), most = std::max(most, lesson.at("best-error"));
    if (std::string(kernel) == "triangular") {
      EXPECT_NEAR(lesson.at("best-width"), 0.82, 0.005);
    }
  }
  EXPECT_NEAR(least, 1.01, 0.005);
  EXPECT_NEAR(most, 1.03, 0.005);
  lesson.set("kernel=gaussian");
  EXPECT_NEAR(lesson.at("best-width"), 0.33, 0.005);
  EXPECT_NEAR(numbers(lesson, "loo-curve").back(), 1.42, 0.005);
}

TEST(KernelRegression, DescentGoesFromThreeToTheBestWidth) {
  auto lesson = regression();
  lesson.set("width=3&rate=1&steps=40");
  EXPECT_NEAR(lesson.at("width-used") / lesson.at("best-width"), 1, 0.01);
  double last = 1e9;
  for (const char* steps : {"steps=1", "steps=5", "steps=40"}) {
    lesson.set(steps);
    EXPECT_LT(lesson.at("loo-error"), last) << steps;
    last = lesson.at("loo-error");
  }
}

TEST(KernelRegression, TheBoxcarHasNoGradientToFollow) {
  auto lesson = regression();
  lesson.set("kernel=boxcar&width=1&steps=40");
  EXPECT_EQ(lesson.at("width-used"), 1);
  lesson.set("kernel=epanechnikov");
  EXPECT_NE(lesson.at("width-used"), 1);
}

TEST(KernelRegression, TheMetricsAreTheStepTheLossAndTheWidth) {
  auto lesson = regression();
  lesson.set("steps=7");
  const auto metrics = lesson.lesson().metrics(lesson.params(), lesson.result());
  ASSERT_EQ(metrics.size(), 3u);
  EXPECT_EQ(metrics[0].name, "step");
  EXPECT_EQ(metrics[0].value, 7);
  EXPECT_EQ(metrics[1].name, "loss");
  EXPECT_NEAR(metrics[1].value, lesson.at("loo-error"), 1e-6);
}

TEST(KernelRegression, TheReadersTableReplacesTheDataAndTheTruthGoes) {
  auto lesson = regression();
  const course::Import taken = lesson.take("year;height\n1900;1,5\n1910;1,75\noops\n1950;2\n");
  EXPECT_TRUE(taken.accepted);
  EXPECT_NE(taken.message.find("3 points"), std::string::npos) << taken.message;
  EXPECT_NE(taken.message.find("Line 4"), std::string::npos) << taken.message;
  EXPECT_EQ(lesson.read("points").shape[0], 3);
  EXPECT_TRUE(lesson.read("truth").data.empty());
  EXPECT_TRUE(std::isnan(lesson.at("rmse")));
  EXPECT_NEAR(lesson.at("query-x"), 1925, 1e-3);
  EXPECT_NEAR(lesson.at("width-used"), 50.0 / 8, 0.1) << "an eighth of the range";
  EXPECT_FALSE(has_gap(lesson));
  lesson.set("data=");
  EXPECT_EQ(lesson.read("points").shape[0], 100);
}

TEST(KernelRegression, ATextThatIsNoTableIsRefusedAndChangesNothing) {
  auto lesson = regression();
  const course::Import refused = lesson.take("Dear Sir,\nthe data are attached.\n");
  EXPECT_FALSE(refused.accepted);
  EXPECT_FALSE(refused.message.empty());
  EXPECT_EQ(lesson.read("points").shape[0], 100);
}

TEST(KernelRegression, AFewPointsAnyPointsWillDo) {
  auto lesson = regression();
  for (const char* data : {"data=1,1", "data=1,1;1,1", "data=5,-2;5,3", "data=-1000000,1000000;1000000,-1000000", "size=2"})
    for (const char* kernel : {"kernel=gaussian", "kernel=boxcar"}) {
      lesson.set(std::string(data) + "&" + kernel + "&steps=3");
      EXPECT_FALSE(lesson.describe().empty()) << data;
    }
}

TEST(KernelRegression, AHundredThousandKeysAreAnswered) {
  auto lesson = regression();
  lesson.set("size=100000&width=0.1");
  EXPECT_EQ(lesson.read("weights").data.size(), 100000u);
  EXPECT_NEAR(lesson.at("output"), 2 * std::sin(2.0) + 2, 0.05);
  EXPECT_LT(lesson.at("rmse"), 0.1);
  EXPECT_EQ(lesson.read("matrix").shape, (std::vector<int>{33, 120}));
}

TEST(KernelRegression, ANarrowKernelGoesThroughTheData) {
  const auto lesson = regression();
  EXPECT_TRUE(lesson.check("narrow", 1).correct) << lesson.check("narrow", 1).message;
  EXPECT_FALSE(lesson.check("narrow", 0).correct);
  EXPECT_FALSE(lesson.check("narrow", 2).correct);
}

TEST(KernelRegression, TheExerciseOfTheGapNeedsACompactKernelAndADistance) {
  auto lesson = regression();
  EXPECT_FALSE(lesson.check("gap").correct);
  lesson.set("kernel=boxcar");
  EXPECT_FALSE(lesson.check("gap").correct);
  lesson.set("width=0.001&query=0.123");
  EXPECT_TRUE(lesson.check("gap").correct) << lesson.check("gap").message;
}

TEST(KernelRegression, TheExerciseOfTheBestWidthIsSolvedByDescentAndNotAtTheStart) {
  auto lesson = regression();
  EXPECT_FALSE(lesson.check("best").correct);
  lesson.set("width=1&rate=1&steps=60");
  EXPECT_TRUE(lesson.check("best").correct) << lesson.check("best").message;
}

TEST(KernelRegression, AWholeRangeOfWidthsComesWithinOnePercentOfTheBest) {
  auto lesson = regression();
  const double best = lesson.at("best-width");
  for (const double factor : {0.8, 1.25}) {
    lesson.set("width=" + std::to_string(best * factor));
    EXPECT_TRUE(lesson.check("best").correct) << lesson.check("best").message;
  }
}

TEST(KernelRegression, AnotherSeedHasAnotherBestWidth) {
  auto lesson = regression();
  EXPECT_NEAR(lesson.at("best-width"), 0.33, 0.005);
  lesson.set("seed=7");
  EXPECT_NEAR(lesson.at("best-width"), 0.18, 0.005);
}

const LiveClaims kLive({
    {"{noise}"},
    {"{query-x}", nullptr, kWhereThereIsOne},
    {"{mean}"},
    {"{rmse}"},
    {"{loo-error}", nullptr, kWhereThereIsOne},
    {"its minimum for this kernel, {best-error}", [](const LiveNumbers& live) { return !(live("best-error") > live("loo-error") + 1e-5); },
     kWhereThereIsOne},
    {"{width-used}"},
    {"the training error, the dashed curve, keeps falling",
     [](const LiveNumbers& live) { return live("training-curve[0,0]") < live("best-error"); }},
});

}  // namespace
}  // namespace attn
