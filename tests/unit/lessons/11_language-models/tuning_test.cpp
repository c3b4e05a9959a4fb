// Fine-tuning, through the lesson's public verbs.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "lessons/lesson_by_hand.h"
#include "lessons/lesson_under_test.h"

namespace attn {
namespace {

constexpr const char* kTuned = "reads=labelled&learning-rate=0.003&warm-up=10&batch=8";

LessonUnderTest loaded(std::string_view query) {
  LessonUnderTest lesson("language-models");
  lesson.set(query);
  EXPECT_TRUE(lesson.load_weights());
  return lesson;
}

TEST(FineTuning, WaitsForTheWeightsFromPreTraining) {
  LessonUnderTest lesson("language-models");
  lesson.set(kTuned);
  EXPECT_NE(lesson.model()->fixed().find("waits for the weights"), std::string::npos) << lesson.model()->fixed();
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_EQ(lesson.model()->fixed(), "");
}

TEST(FineTuning, BeginsWithWhatGuessedHiddenWords) {
  auto guesses = loaded("reads=masked&place=6"), tuned = loaded("reads=labelled&place=6");
  const course::Tensor before = guesses.read("next"), after = tuned.read("next");
  EXPECT_EQ(after.rows, before.rows);
  for (int k = 0; k < before.row_count(); ++k) EXPECT_NEAR(after.at(k), before.at(k), 1e-6);
  tuned.measure();
  for (const char* start : {"tuned", "from-random"})
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(tuned.at(start, k), 0.5, 0.25) << start << k << ": no step has been taken";
}

TEST(FineTuning, NeedsFewLabelsAfterPreTraining) {
  auto lesson = loaded(kTuned);
  lesson.train(40).measure();
  EXPECT_GT(lesson.at("tuned", 1), lesson.at("from-random", 1) + 0.15);
  EXPECT_GT(lesson.at("tuned", 3), 0.97);
  const std::string said = lesson.describe("finetuning");
  EXPECT_NE(said.find("from pre-training"), std::string::npos) << said;
}

TEST(FineTuning, TheAnswerIsTheMeanOfAllVotes) {
  auto lesson = loaded(kTuned);
  lesson.train(10);
  const course::Tensor votes = lesson.read("votes");
  for (int answer = 0; answer < 2; ++answer) {
    double sum = 0;
    for (int t = 0; t < votes.row_count(); ++t) sum += static_cast<double>(votes.at(t, answer));
    EXPECT_NEAR(lesson.at("label-logits", 0, answer), sum / votes.row_count(), 1e-5);
  }
  const double girl = lesson.at("label-logits", 0, 0), boy = lesson.at("label-logits", 0, 1);
  EXPECT_NEAR(lesson.at("label", 0), 1 / (1 + std::exp(boy - girl)), 1e-5);
  EXPECT_NEAR(lesson.at("leaning", 1), lesson.at("votes", 1, 0) - lesson.at("votes", 1, 1), 1e-5);
}

std::string labels_of(LessonUnderTest& lesson) {
  const params::Row& row = *params::find(lesson.lesson().rows, "labels");
  return params::print(row, row.get(lesson.params()));
}

TEST(FineTuning, APressOnAPointShowsItsNetwork) {
  auto lesson = loaded(kTuned);
  lesson.train(5);
  LessonByHand hand(&lesson, "finetuning");
  const double before = lesson.at("label", 0);
  hand.click("tuned[3,0]");
  EXPECT_EQ(labels_of(lesson), "512");
  EXPECT_NE(lesson.at("label", 0), before);
}

TEST(FineTuning, ElsewhereTheFigureSaysWhatItWants) {
  auto lesson = loaded("");
  EXPECT_TRUE(std::isnan(lesson.at("tuned", 1)));
  EXPECT_TRUE(lesson.explain("tuned", 1).empty());
  EXPECT_NE(lesson.describe("finetuning").find("stories with a label"), std::string::npos);
  LessonByHand hand(&lesson, "finetuning");
  hand.click("begin-tuning");
  EXPECT_EQ(lesson.read("label").row_count(), 2);
}

}  // namespace
}  // namespace attn
