// Claims of lesson 11, through its public verbs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "lesson_by_hand.h"
#include "lesson_under_test.h"
#include "lessons/11_language-models/learner.h"
#include "lessons/11_language-models/shipped.h"
#include "lessons/11_language-models/study.h"
#include "live_claims.h"

namespace attn {
namespace {

using namespace lessons::language_models;

LessonUnderTest untrained() { return LessonUnderTest("language-models"); }
LessonUnderTest language_models(std::string_view query = "") {
  LessonUnderTest lesson("language-models");
  lesson.set(query);
  EXPECT_TRUE(lesson.load_weights());
  return lesson;
}
/// A parameter as links write it.
std::string text_of(LessonUnderTest& lesson, std::string_view id) {
  const params::Row& row = *params::find(lesson.lesson().rows, id);
  return params::print(row, row.get(lesson.params()));
}

TEST(LanguageModels, ATokensProbabilityIsTheSoftmaxOfTheLogitsBeforeIt) {
  auto lesson = language_models();
  const course::Tensor logits = lesson.read("logits"), p = lesson.read("probability");
  const int n = logits.shape[0], v = logits.shape[1];
  ASSERT_EQ(p.shape[0], n);
  EXPECT_EQ(logits.rows, p.rows);
  EXPECT_EQ(lesson.at("probability", 0), 1);
  for (int t = 1; t < n; ++t) {
    const auto token = std::find(logits.cols.begin(), logits.cols.end(), p.rows[static_cast<size_t>(t)]) - logits.cols.begin();
    double sum = 0;
    for (int k = 0; k < v; ++k) sum += std::exp(static_cast<double>(logits.at(t - 1, k) - logits.at(t - 1, static_cast<int>(token))));
    EXPECT_NEAR(p.at(t), 1 / sum, 1e-5) << t;
  }
}

TEST(LanguageModels, WeightsOfEveryHeadAreARowOfOneAndNoneLooksAhead) {
  auto lesson = language_models();
  const course::Tensor w = lesson.read("attention");
  ASSERT_EQ(w.shape.size(), 3u);
  EXPECT_EQ(w.shape[0], 8);
  const int n = w.shape[1];
  EXPECT_EQ(static_cast<int>(w.rows.size()), n);
  for (int row = 0; row < w.row_count(); ++row) {
    double sum = 0;
    for (int j = 0; j < n; ++j) {
      sum += static_cast<double>(w.at(row, j));
      if (j > row % n) {
        EXPECT_EQ(w.at(row, j), 0);
      }
    }
    EXPECT_NEAR(sum, 1, 1e-4) << row;
  }
}

TEST(LanguageModels, TheSameSeedWritesTheSameAndTemperatureZeroNeedsNone) {
  auto lesson = language_models();
  const std::string first = lesson.describe();
  lesson.set("draw=2");
  EXPECT_NE(lesson.describe(), first);
  lesson.set("draw=1");
  EXPECT_EQ(lesson.describe(), first);
  lesson.set("temperature=0&draw=1");
  const std::string greedy = lesson.describe();
  lesson.set("temperature=0&draw=7");
  EXPECT_EQ(lesson.describe(), greedy);
}

TEST(LanguageModels, TheLastRowOfTheLensIsTheModelsAnswer) {
  auto lesson = language_models();
  const course::Tensor lens = lesson.read("lens");
  lesson.set("place=5");
  EXPECT_NEAR(lens.at(2, 4), lesson.at("next", 0), 1e-5);
}

TEST(LanguageModels, TwoLayersCopyAndOneCannot) {
  auto lesson = language_models("reads=copies");
  EXPECT_LT(lesson.at("second-half"), 0.1);
  EXPECT_GT(lesson.at("first-half"), 3);
  EXPECT_GT(lesson.at("rival-second-half"), 1);
  lesson = language_models("reads=copies&layers=1");
  EXPECT_GT(lesson.at("second-half"), 1);
  EXPECT_LT(lesson.at("rival-second-half"), 0.1);
}

/// The layer and head, from 1, with the largest number of a result.
std::pair<int, int> largest(LessonUnderTest& lesson, const char* result) {
  const course::Tensor t = lesson.read(result);
  const auto at = static_cast<int>(std::max_element(t.data.begin(), t.data.end()) - t.data.begin());
  return {at / t.shape[1] + 1, at % t.shape[1] + 1};
}

TEST(LanguageModels, APreviousTokenHeadBelowAnInductionHead) {
  auto lesson = language_models("reads=copies");
  EXPECT_GT(lesson.at("best-previous"), 0.8);
  EXPECT_GT(lesson.at("best-induction"), 0.8);
  EXPECT_EQ(largest(lesson, "previous-token").first, 1);
  EXPECT_EQ(largest(lesson, "induction").first, 2);
}

TEST(LanguageModels, InductionHeadsRestOnTheFirstTokenWhereNothingMatches) {
  auto lesson = language_models("reads=copies&length=1&prompt=k%20t%20d%20q%20v%20m%20h%20s");
  const auto [layer, head] = largest(lesson, "induction");
  lesson.set("layer=" + std::to_string(layer) + "&head=" + std::to_string(head));
  EXPECT_GT(lesson.at("first-token", layer - 1, head - 1), 0.35);
  double first = 0;
  for (int i = 1; i < 8; ++i) first += lesson.at("head-weights", i, 0) / 7;
  EXPECT_GT(first, 0.7) << "no letter has come twice";
}

TEST(LanguageModels, WithoutThePreviousTokenHeadNothingIsCopied) {
  auto lesson = language_models("reads=copies");
  const auto [layer, head] = largest(lesson, "previous-token");
  lesson.set("cut=" + std::to_string(layer) + "," + std::to_string(head));
  EXPECT_GT(lesson.at("second-half"), 1);
  const auto other = head == 1 ? 2 : 1;  // another head of the first layer is worth far less
  lesson.set("cut=1," + std::to_string(other));
  EXPECT_LT(lesson.at("second-half"), 0.5);
}

TEST(LanguageModels, AShortContextIsMeasuredToo) {
  for (const char* reads : {"stories", "masked", "copies"}) {
    auto lesson = untrained();
    lesson.set("weights=seed&context=32&width=32&layers=1&reads=" + std::string(reads));
    lesson.measure();
    EXPECT_TRUE(std::isfinite(lesson.at("held-out-loss"))) << reads;
  }
}

// ---- hidden words ----------------------------------------------------------------------------------------------------------------------

TEST(HiddenWords, AreKnownBetterFromBothSides) {
  auto lesson = language_models("reads=masked&place=6");
  EXPECT_EQ(lesson.read("probability").rows[5], "book");
  EXPECT_GT(lesson.at("word-from-both"), 0.7);
  EXPECT_LT(lesson.at("word-from-left"), 0.3);
  lesson.measure();
  EXPECT_LT(lesson.at("hidden-word-loss"), 0.8 * lesson.at("next-word-loss"));
  EXPECT_GT(lesson.at("next-word-loss"), 0.3);
}

TEST(HiddenWords, BothLossesAreThoseOfTheModelsAlone) {
  auto both = language_models("reads=masked"), story = language_models();
  both.measure();
  story.measure();
  EXPECT_NEAR(both.at("next-word-loss"), story.at("next-word-loss"), 1e-6);
  EXPECT_TRUE(std::isnan(story.at("hidden-word-loss")));
}

TEST(HiddenWords, WhatIsSaidFromTheLeftDoesNotDependOnWhatComesLater) {
  auto lesson = language_models("reads=masked&place=4&prompt=Emma%20had%20a%20pretty%20book.%20She%20lost%20the%20book.");
  const course::Tensor left = lesson.read("from-left"), both = lesson.read("next");
  lesson.set("prompt=Emma%20had%20a%20pretty%20book.%20She%20lost%20it.");
  EXPECT_EQ(lesson.read("from-left").data, left.data);
  EXPECT_NE(lesson.read("next").data, both.data);
}

TEST(HiddenWords, WhatWasHiddenCannotBeSeen) {
  auto lesson = language_models("reads=masked&place=4&prompt=Emma%20had%20two%20books.%20She%20lost%20the%20books.");
  const auto of = [](const course::Tensor& t) {
    std::map<std::string, float> out;
    for (size_t i = 0; i < t.rows.size(); ++i) out[t.rows[i]] = static_cast<float>(t.data[i]);
    return out;
  };
  const auto two = of(lesson.read("next"));
  lesson.set("prompt=Emma%20had%20three%20books.%20She%20lost%20the%20books.");
  const auto three = of(lesson.read("next"));
  int common = 0;
  for (const auto& [word, p] : two) {
    if (!three.contains(word)) continue;
    EXPECT_EQ(three.at(word), p) << word;
    ++common;
  }
  EXPECT_GE(common, 7) << "only which of the likeliest are shown depends on what stands there";
}

TEST(HiddenWords, ABlankIsFilledInWithTheLikeliestWord) {
  auto lesson = language_models("reads=masked&place=3&prompt=Emma%20had%20a%20pretty%20_.%20Then%20she%20lost%20the%20book.");
  EXPECT_EQ(lesson.read("probability").rows[5], "book");
  EXPECT_GT(lesson.at("probability", 5), 0.5);
  EXPECT_EQ(lesson.at("probability", 4), 1) << "it was not hidden";
  lesson.set("prompt=Emma%20had%20a%20pretty%20[MASK].%20Then%20she%20lost%20the%20book.");
  EXPECT_EQ(lesson.read("probability").rows[5], "book");
  lesson.set("prompt=_");
  EXPECT_EQ(lesson.read("probability").row_count(), 3) << "[CLS], the word, [SEP]";
}

TEST(HiddenWords, AModelBesideWithAShorterContextReadsTheEnd) {
  auto lesson = language_models("reads=masked&context=128&weights=seed");
  std::string prompt = "Emma had a book. ";
  while (prompt.size() < 380) prompt += "She lost it. ";
  lesson.set("place=90&prompt=" + prompt);
  EXPECT_GT(lesson.read("probability").row_count(), 90);
  EXPECT_GT(lesson.read("from-left").row_count(), 3);
}

TEST(HiddenWords, AnUntrainedModelFillsInWordsToo) {
  auto lesson = untrained();
  for (int seed = 1; seed < 30; ++seed) {
    lesson.set("reads=masked&weights=seed&seed=" + std::to_string(seed) + "&place=3&prompt=_%20_%20_%20_%20_%20_%20_%20_%20_%20_%20_");
    for (const std::string& name : lesson.read("probability").rows) EXPECT_NE(name, "[MASK]") << seed;
  }
}

TEST(HiddenWords, OfAGapNobodyKnowsWhatStoodThere) {
  auto lesson = language_models("reads=masked");
  lesson.set("prompt=Emma%20had%20a%20pretty%20_.%20She%20lost%20the%20_.");
  EXPECT_EQ(text_of(lesson, "place"), "6") << "the first gap is looked at";
  EXPECT_TRUE(std::isnan(lesson.at("word-from-both")));
  EXPECT_TRUE(std::isnan(lesson.at("word-from-left")));
  EXPECT_GT(lesson.read("from-left").row_count(), 3);
  EXPECT_EQ(lesson.read("attention").rows[5], "[MASK]");
  EXPECT_NE(lesson.read("probability").rows[5], "[MASK]");
  lesson.set("place=9");
  EXPECT_EQ(lesson.read("from-left").row_count(), 0) << "a causal model reads no further than a gap";
  EXPECT_GT(lesson.at("word-from-both"), 0);
}

TEST(HiddenWords, ATextThatIsTooLongIsRefused) {
  auto lesson = language_models("reads=masked");
  std::string prompt = "Emma had a book. ";
  while (prompt.size() < 380) prompt += "She lost it. ";
  const course::Tensor before = lesson.read("probability");
  lesson.set("prompt=" + prompt);
  const auto complaint = lesson.complaint("prompt");
  EXPECT_NE(complaint.find("reads 64 tokens at a time"), std::string::npos) << complaint;
  EXPECT_EQ(lesson.read("probability").rows, before.rows);
}

TEST(LanguageModels, FromTheLeftIsWhatTheModelItselfSays) {
  auto lesson = language_models("place=5&prompt=Lily%20had%20a%20red%20ball.");
  EXPECT_EQ(lesson.read("probability").rows[4], "red");
  EXPECT_NEAR(lesson.at("word-from-left"), lesson.at("probability", 4), 1e-6);
  lesson.set("cut=1,1;1,2;2,3");
  EXPECT_NEAR(lesson.at("word-from-left"), lesson.at("probability", 4), 1e-6);
}

TEST(HiddenWords, EveryHeadSeesBothSides) {
  auto lesson = language_models("reads=masked");
  const course::Tensor w = lesson.read("attention");
  double later = 0;
  for (int row = 0; row < w.row_count(); ++row)
    for (int j = row % w.shape[1] + 1; j < w.shape[1]; ++j) later += static_cast<double>(w.at(row, j));
  EXPECT_GT(later, 1);
}

TEST(HiddenWords, TheCorpusReadsBlanksAndDrawsStoriesAndBeginnings) {
  const auto corpus = masked_story_corpus();
  EXPECT_EQ(corpus->mask(), corpus->vocabulary() - 1);
  EXPECT_EQ(corpus->name(corpus->mask()), "[MASK]");
  Tokens read;
  EXPECT_EQ(corpus->read("Lily had a _ and a [MASK].", &read), "");
  EXPECT_EQ(corpus->write(read), "Lily had a [MASK] and a [MASK].");
  EXPECT_NE(corpus->read("Lily had a xyzzy _.", &read), "");
  EXPECT_NE(corpus->read("  ", &read), "");
  Rng rng(1);
  size_t shortest = 99, longest = 0;
  for (int i = 0; i < 200; ++i) {
    const Tokens window = corpus->draw(tasks::Split::kTraining, 64, rng);
    EXPECT_EQ(window.front(), kStartToken);
    EXPECT_EQ(window.back(), kEndToken);
    shortest = std::min(shortest, window.size()), longest = std::max(longest, window.size());
  }
  EXPECT_LT(shortest, 15u);
  EXPECT_GT(longest, 50u);
  EXPECT_LE(longest, 64u);
}

TEST(LanguageModels, AStoryIsToldBetterThanByCounting) {
  auto lesson = language_models();
  lesson.measure();
  EXPECT_LT(lesson.at("held-out-loss"), 0.6 * lesson.at("n-gram-loss"));
  for (int kind = 0; kind < 3; ++kind) EXPECT_GE(lesson.at("agreement", kind), 0.95) << kind;
}

TEST(LanguageModels, BytesBecomeWords) {
  auto lesson = language_models();
  lesson.set("figure=merges&merges=0&word=the%20garden");
  EXPECT_EQ(lesson.read("word-pieces").shape[0], 10);
  lesson.set("figure=merges&merges=400&word=the%20garden");
  EXPECT_LE(lesson.read("word-pieces").shape[0], 3);
  const course::Tensor counts = lesson.read("merge-counts");
  EXPECT_TRUE(std::is_sorted(counts.data.rbegin(), counts.data.rend()));
}

// ---- a text of the reader's own --------------------------------------------------------------------------------------------------------

std::string rhyme() {
  std::string text;
  for (int i = 0; text.size() < 6000; ++i)
    text += "Number " + std::to_string(i) + " sat on a wall, number " + std::to_string(i) + " had a great fall.\n";
  return text;
}

TEST(OwnText, IsTakenAndRead) {
  auto lesson = untrained();
  const course::Import taken = lesson.take(rhyme());
  ASSERT_TRUE(taken.accepted) << taken.message;
  EXPECT_NE(taken.message.find("characters were taken"), std::string::npos) << taken.message;
  EXPECT_EQ(text_of(lesson, "reads"), "text");
  EXPECT_LT(lesson.read("logits").shape[1], 60) << "only the characters that the text has";
}

TEST(OwnText, TooShortOrNoTextIsRefusedAndNothingChanges) {
  auto lesson = untrained();
  const std::string before = text_of(lesson, "reads");
  const course::Import refused = lesson.take("too short");
  EXPECT_FALSE(refused.accepted);
  EXPECT_NE(refused.message.find("at least 2,000"), std::string::npos) << refused.message;
  EXPECT_FALSE(lesson.take(std::string(5000, '\0')).accepted);
  EXPECT_EQ(text_of(lesson, "reads"), before);
}

TEST(OwnText, OneThatIsNotHereAnyMoreIsSaidSo) {
  auto lesson = untrained();
  lesson.set("reads=text&own-text=6000-123&weights=seed");
  EXPECT_NE(lesson.complaint("own-text").find("not in this page any more"), std::string::npos);
}

TEST(OwnText, CharactersAndPairsAreLearned) {
  for (const char* tokens : {"characters", "pairs"}) {
    auto lesson = untrained();
    const course::Import taken = lesson.take(rhyme());
    ASSERT_TRUE(taken.accepted) << taken.message;
    lesson.set(std::string("tokens=") + tokens + "&weights=seed&width=32&context=32");
    lesson.train(60);
    const course::Tensor curve = lesson.read("loss-curve");
    EXPECT_LT(curve.at(curve.row_count() - 1), 0.7f * curve.at(0)) << tokens;
  }
}

// ---- by hand ---------------------------------------------------------------------------------------------------------------------------

TEST(LanguageModelsByHand, APressOnATokenLooksAtIt) {
  auto lesson = language_models();
  LessonByHand hand(&lesson, "writing");
  const double before = lesson.at("next", 0);
  hand.click("probability[7,0]");
  EXPECT_EQ(text_of(lesson, "place"), "8");
  EXPECT_NE(lesson.at("next", 0), before);
}

TEST(LanguageModelsByHand, AHeadIsChosenCutAndPutBack) {
  auto lesson = language_models("reads=copies&length=5");
  LessonByHand hand(&lesson, "heads");
  hand.click("head[0,2]");
  hand.click("cut-head");
  EXPECT_EQ(text_of(lesson, "cut"), "1,3");
  hand.click("cut-head");
  EXPECT_EQ(text_of(lesson, "cut"), "");
}

const LiveClaims kLive({
    {"Its first choice there has {next[0,0]}"},
    {"{held-out-loss}", nullptr, kWhereThereIsOne},
    {"{n-gram-loss}", nullptr, kWhereThereIsOne},
    {"The framed word gets {word-from-left} from the left alone and {word-from-both}", nullptr, kWhereThereIsOne},
    {"{family-weights[0,0]}"},
    {"{family-weights[1,0]}"},
    {"{family-weights[2,0]}", [](const LiveNumbers& live) { return 9 * live("family-weights[2,0]") < live("family-weights[0,0]"); }},
    {"{family-weights[3,0]}"},
    {"{family-weights[4,0]}"},
    {"{family-weights[5,0]}"},
    {"{next-word-loss}", nullptr, kWhereThereIsOne},
    {"{hidden-word-loss}", nullptr, kWhereThereIsOne},
    {"This model has {weight-count} weights", [](const LiveNumbers& live) { return live("weight-count") > 1000; }},
    {"the one beside it {rival-second-half}", nullptr, kWhereThereIsOne},
    {"The largest here are {best-previous} and {best-induction}",
     [](const LiveNumbers& live) { return live("best-previous") <= 1 && live("best-induction") <= 1; }},
    {"{best-first} at most here", [](const LiveNumbers& live) { return live("best-first") > 0 && live("best-first") <= 1; }},
    {"the second half now costs {second-half} nats"},
    {"With 32 labels the one from pre-training has {tuned[1,0]} of the held-out stories right, the one from random weights "
     "{from-random[1,0]}",
     nullptr, kWhereThereIsOne},
});

}  // namespace
}  // namespace attn
