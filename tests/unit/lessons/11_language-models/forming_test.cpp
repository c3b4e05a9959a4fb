// Heads that form, through the lesson's public verbs; and who writes the keys, against the scores of a run.
#include <gtest/gtest.h>

#include "lessons/11_language-models/copying.h"
#include "lessons/11_language-models/forming.h"
#include "lessons/lesson_under_test.h"
#include "models/gpt.h"

namespace attn::lessons::language_models {
namespace {

constexpr int kBlock = 6;

/// The mean lead of the right place in the scores of a head, from the runs alone.
double lead_of_scores(const models::Gpt& model, int layer, int head, int sequences) {
  double lead = 0;
  for (const Tokens& text : copying_texts(*copy_corpus(), kBlock, sequences)) {
    const models::GptRun run = models::run(model, text);
    const Mat& scores = run.layers[static_cast<size_t>(layer)].self.scores[static_cast<size_t>(head)];
    for (int i = kBlock; i < 2 * kBlock; ++i)
      lead += static_cast<double>(scores(i, i - kBlock + 1) - scores.row(i).head(i + 1).mean()) / kBlock / sequences;
  }
  return lead;
}

TEST(KeySources, AddUpToTheLeadOfTheScores) {
  Rng rng(3);
  // With feed-forward parts, whose output is a part of all else, and with a norm that does something.
  models::Gpt model({.vocabulary = copy_corpus()->vocabulary(), .context = 20, .width = 24, .layers = 3, .heads = 3, .hidden = 32}, rng);
  for (nn::Parameter& one : model.parameters())
    for (Index i = 0; i < one.value.size(); ++i) one.value.data()[i] += Real(0.2) * static_cast<Real>(rng.normal());
  for (int layer = 1; layer < 3; ++layer) {
    const KeySources sources = key_sources(model, *copy_corpus(), kBlock, layer);
    ASSERT_EQ(sources.lead.rows(), 3 * layer + 1);
    const auto sequences = static_cast<int>(sources.lead_of_each.size());
    for (int head = 0; head < 3; ++head) {
      const double whole = lead_of_scores(model, layer, head, sequences);
      EXPECT_NEAR(static_cast<double>(sources.lead.col(head).sum()), whole, 1e-3 * std::max(1.0, std::abs(whole))) << layer << head;
      EXPECT_GT(sources.lead.col(head).cwiseAbs().minCoeff(), 0) << "every part does something";
    }
  }
}

LessonUnderTest forming(std::string_view query) {
  LessonUnderTest lesson("language-models");
  lesson.look_at("forming").set("reads=copies&weights=seed&batch=4").set(query);
  return lesson;
}

TEST(Forming, EveryFrameOfTheFilmIsTestedAndTheLastIsThePresent) {
  auto lesson = forming("steps=20");
  const course::Tensor losses = lesson.read("second-half-by-step"), induction = lesson.read("induction-by-step");
  const std::vector<int> frames = lesson.model()->frames();
  ASSERT_EQ(losses.row_count(), static_cast<int>(frames.size()));
  ASSERT_EQ(induction.row_count(), losses.row_count());
  EXPECT_EQ(losses.rows.back(), "20 steps");
  // An earlier frame that is shown has the scores that stand there, and the present ones stay.
  lesson.model()->show_frame(5);
  lesson.set("");
  const course::Tensor shown = lesson.read("induction"), again = lesson.read("induction-by-step");
  EXPECT_EQ(again.data, induction.data);
  for (int head = 0; head < 8; ++head) EXPECT_NEAR(shown.at(head / 4, head % 4), induction.at(5, head), 0.15) << "of fewer blocks";
}

TEST(Forming, TheModelBesideItHasACurveWhileBothLearn) {
  auto lesson = forming("steps=6");
  EXPECT_EQ(lesson.read("rival-second-half-by-step").row_count(), lesson.read("second-half-by-step").row_count());
  lesson.set("weights=shipped&steps=0");
  ASSERT_TRUE(lesson.load_weights());
  EXPECT_EQ(lesson.read("rival-second-half-by-step").row_count(), 0) << "nobody learns";
}

TEST(Forming, AnotherTrainingBeginsAnew) {
  auto lesson = forming("steps=4");
  const auto first = lesson.read("second-half-by-step").data;
  lesson.set("seed=2");
  const auto second = lesson.read("second-half-by-step").data;
  ASSERT_EQ(first.size(), second.size());
  EXPECT_NE(first.front(), second.front());
  lesson.set("block=7");
  EXPECT_NE(lesson.read("second-half-by-step").data, second) << "another test";
}

TEST(Forming, SaysWhyThereIsNothingToSee) {
  LessonUnderTest lesson("language-models");
  lesson.look_at("forming").set("reads=labelled");
  EXPECT_EQ(lesson.read("second-half-by-step").row_count(), 0);
  EXPECT_NE(lesson.describe("forming").find("Nothing has been trained"), std::string::npos);
}

}  // namespace
}  // namespace attn::lessons::language_models
