// What the text of lesson 04 claims, one claim per test.
#include <algorithm>
#include <cmath>

#include "lesson_by_hand.h"
#include "lesson_under_test.h"
#include "live_claims.h"
#include "unit/lessons/04_self-attention/asked.h"

namespace attn {
namespace {

constexpr int kTokens = 6;  // of the default sentence
enum Word { kHang, kThem, kNot, kLet, kThemAgain, kGo };

LessonUnderTest self_attention() { return LessonUnderTest("self-attention"); }

double row_sum(const LessonUnderTest& lesson, int i) {
  const course::Tensor w = lesson.read("weights");
  double sum = 0;
  for (int j = 0; j < w.col_count(); ++j) sum += static_cast<double>(w.at(i, j));
  return sum;
}

double largest_difference(const course::Tensor& a, const course::Tensor& b) {
  double worst = a.data.size() == b.data.size() ? 0 : INFINITY;
  for (size_t i = 0; i < std::min(a.data.size(), b.data.size()); ++i)
    worst = std::max(worst, std::abs(static_cast<double>(a.data[i] - b.data[i])));
  return worst;
}

TEST(SelfAttention, OneWordChangedAndItFindsAnotherNoun) {
  const LessonUnderTest big = asked(""), small = asked(kTooSmall);
  EXPECT_EQ(found(big), "trophy");
  EXPECT_GT(big.at("looking", 0, 1), 0.9);
  EXPECT_EQ(found(small), "suitcase");
  EXPECT_GT(small.at("looking", 0, 7), 0.9);
}

TEST(SelfAttention, PronounsFindTheirNounsInSentencesThatWereHeldOut) {
  LessonUnderTest lesson = asked("");
  lesson.measure();
  EXPECT_GE(lesson.at("pronouns-right"), 0.97);
}

TEST(SelfAttention, TheTwoHeadsReadTheSentenceInItsTwoWays) {
  auto lesson = self_attention();
  lesson.set("heads=2&head=1");
  EXPECT_NEAR(lesson.at("weights", kNot, kLet), 0.81, 0.005);
  lesson.set("head=2");
  EXPECT_NEAR(lesson.at("weights", kNot, kHang), 0.83, 0.005);
}

TEST(SelfAttention, ASingleHeadOfTheSameMatricesIsTornBetweenTheReadings) {
  auto lesson = self_attention();
  lesson.set("heads=1");
  EXPECT_NEAR(lesson.at("weights", kNot, kHang), 0.42, 0.005);
  EXPECT_NEAR(lesson.at("weights", kNot, kLet), 0.41, 0.005);
}

TEST(SelfAttention, QueriesKeysAndValuesAreTheSameTokensTimesThreeMatrices) {
  const auto lesson = self_attention();
  const course::Tensor x = lesson.read("embeddings");
  const char* const pairs[][2] = {{"queries", "wq"}, {"keys", "wk"}, {"values", "wv"}};
  for (const auto& [result, matrix] : pairs)
    for (int j = 0; j < 8; ++j) {
      double sum = 0;
      for (int c = 0; c < 8; ++c) sum += static_cast<double>(x.at(kLet, c)) * static_cast<double>(lesson.matrix(matrix)(c, j));
      EXPECT_NEAR(lesson.at(result, kLet, j), sum, 1e-4) << result;
    }
}

TEST(SelfAttention, EveryRowOfWeightsSumsToOneUnderEveryPreset) {
  auto lesson = self_attention();
  for (const char* state :
       {"preset=none", "preset=causal", "preset=window&window=1", "preset=prefix&prefix=2", "preset=padding&pad=2", "setting=cross"}) {
    lesson.set(state);
    for (int i = 0; i < kTokens; ++i) EXPECT_NEAR(row_sum(lesson, i), 1, 1e-5) << state;
  }
}

TEST(SelfAttention, TheSameWordHasTheSameEmbedding) {
  auto lesson = self_attention();
  for (int c = 0; c < 8; ++c) EXPECT_EQ(lesson.at("embeddings", kThem, c), lesson.at("embeddings", kThemAgain, c));
  lesson.set("text=Dog dog cat");
  EXPECT_EQ(lesson.at("embeddings", 0, 0), lesson.at("embeddings", 1, 0));
  EXPECT_NE(lesson.at("embeddings", 0, 0), lesson.at("embeddings", 2, 0));
}

TEST(SelfAttention, BaseAttentionUsesTheEmbeddingsThemselves) {
  auto lesson = self_attention();
  lesson.set("setting=base");
  EXPECT_EQ(largest_difference(lesson.read("queries"), lesson.read("embeddings")), 0);
  EXPECT_EQ(largest_difference(lesson.read("values"), lesson.read("embeddings")), 0);
}

TEST(SelfAttention, BaseAttentionFavoursLongKeys) {
  auto lesson = self_attention();
  lesson.set("setting=base&heads=1");
  EXPECT_NEAR(lesson.at("weights", kHang, kHang), 0.36, 0.005);
  EXPECT_NEAR(lesson.at("weights", kHang, kGo), 0.47, 0.005);
  const auto length = [&](int token) { return std::sqrt(lesson.at("scores", token, token)); };
  EXPECT_NEAR(length(kGo) / length(kHang), 2, 0.05);
}

TEST(SelfAttention, CausalAttentionLeavesTheFirstTokenOnlyItself) {
  auto lesson = self_attention();
  lesson.set("setting=causal");
  EXPECT_NEAR(lesson.at("weights", 0, 0), 1, 1e-6);
  for (int i = 0; i < kTokens; ++i)
    for (int j = i + 1; j < kTokens; ++j) EXPECT_EQ(lesson.at("weights", i, j), 0);
}

TEST(SelfAttention, CrossAttentionTakesKeysFromTheSecondSentence) {
  auto lesson = self_attention();
  lesson.set("setting=cross&other=one two three");
  EXPECT_EQ(lesson.read("weights").shape, (std::vector<int>{kTokens, 3}));
  EXPECT_EQ(lesson.read("weights").cols, (std::vector<std::string>{"one", "two", "three"}));
  EXPECT_EQ(lesson.read("output").shape[0], kTokens);
}

TEST(SelfAttention, WithoutAMaskPaddingTakesItsShare) {
  auto lesson = self_attention();
  lesson.set("preset=none&pad=2");
  EXPECT_EQ(lesson.at("scores", kNot, kTokens), 0);
  EXPECT_GT(lesson.at("weights", kNot, kTokens), 0.01);
  lesson.set("preset=padding");
  EXPECT_EQ(lesson.at("weights", kNot, kTokens), 0);
}

TEST(SelfAttention, AWindowShowsNeighboursAndAPrefixIsSeenByAll) {
  auto lesson = self_attention();
  lesson.set("preset=window&window=1");
  EXPECT_GT(lesson.at("weights", 2, 2), 0);
  EXPECT_GT(lesson.at("weights", 2, 3), 0);
  EXPECT_EQ(lesson.at("weights", 2, 4), 0);
  lesson.set("preset=prefix&prefix=2");
  EXPECT_GT(lesson.at("weights", 0, 1), 0);
  EXPECT_EQ(lesson.at("weights", 0, 2), 0);
}

TEST(SelfAttention, ARowThatSeesNothingHasNoWeightsAndAZeroOutput) {
  auto lesson = self_attention();
  lesson.set("mask=111111;111111;000000;111111;111111;111111");
  EXPECT_EQ(row_sum(lesson, 2), 0);
  for (int c = 0; c < 8; ++c) EXPECT_EQ(lesson.at("output", 2, c), 0);
  EXPECT_EQ(lesson.at("blind-rows"), 1);
  EXPECT_NEAR(row_sum(lesson, 1), 1, 1e-5);
}

TEST(SelfAttention, AFlippedCausalMaskShowsOnlyWhatIsStillToCome) {
  auto lesson = self_attention();
  lesson.set("preset=causal&flipped=true");
  for (int i = 0; i < kTokens; ++i)
    for (int j = 0; j <= i; ++j) EXPECT_EQ(lesson.at("weights", i, j), 0);
  EXPECT_GT(lesson.at("weights", 0, 1), 0);
  EXPECT_EQ(row_sum(lesson, kTokens - 1), 0);
}

TEST(SelfAttention, TheHeadCountChangesShapesButNotTheNumberOfParameters) {
  auto lesson = self_attention();
  for (int heads : {1, 2, 4, 8}) {
    lesson.set("heads=" + std::to_string(heads));
    EXPECT_EQ(lesson.read("all-weights").shape, (std::vector<int>{heads, kTokens, kTokens}));
    EXPECT_EQ(lesson.at("head-width"), 8 / heads);
    EXPECT_EQ(lesson.at("parameters"), 256);
    EXPECT_EQ(lesson.read("heads-output").shape, (std::vector<int>{kTokens, 8}));
  }
}

TEST(SelfAttention, TheOutputIsTheHeadsSideBySideTimesWo) {
  const auto lesson = self_attention();
  const Mat wo = lesson.matrix("wo");
  for (int j = 0; j < 8; ++j) {
    double sum = 0;
    for (int c = 0; c < 8; ++c) sum += lesson.at("heads-output", kGo, c) * static_cast<double>(wo(c, j));
    EXPECT_NEAR(lesson.at("output", kGo, j), sum, 1e-4);
  }
}

TEST(SelfAttention, ShufflingChangesNoOutputUnlessTheMaskSpeaksOfPlaces) {
  auto lesson = self_attention();
  for (int seed : {1, 2, 3, 44}) {
    lesson.set("setting=global&shuffle=" + std::to_string(seed));
    EXPECT_LT(lesson.at("shuffle-difference"), 1e-5);
    lesson.set("setting=causal");
    EXPECT_GT(lesson.at("shuffle-difference"), 0.1) << seed;
  }
}

TEST(SelfAttention, ASetHasNoOrder) {
  auto lesson = self_attention();
  lesson.set("text=dog bites man");
  const double dog = lesson.at("output", 0, 0);
  lesson.set("text=man bites dog");
  EXPECT_NEAR(lesson.at("output", 2, 0), dog, 1e-5);
}

TEST(SelfAttention, ASentenceMayBeInAnyScript) {
  auto lesson = self_attention();
  const std::pair<const char*, std::vector<std::string>> sentences[] = {
      {"text=\u6211\u7231\u5317\u4eac\u3002", {"\u6211", "\u7231", "\u5317", "\u4eac", "\u3002"}},
      {"text=Don't stop, it's 3.5 km!", {"Don't", "stop", ",", "it's", "3.5", "km", "!"}},
      {"text=\u043a\u043e\u0442 \u0441\u043f\u0438\u0442", {"\u043a\u043e\u0442", "\u0441\u043f\u0438\u0442"}},
      {"text=e\u0301te\u0301  fini", {"e\u0301te\u0301", "fini"}},
      {"text=hi \U0001F44D\U0001F3FD\U0001F469\u200D\U0001F680!", {"hi", "\U0001F44D\U0001F3FD", "\U0001F469\u200D\U0001F680", "!"}},
      {"text=", {"\u2205"}}};
  for (const auto& [query, tokens] : sentences) {
    lesson.set(query);
    EXPECT_EQ(lesson.read("weights").rows, tokens);
    EXPECT_NEAR(row_sum(lesson, 0), 1, 1e-5);
  }
}

TEST(SelfAttention, ALongSentenceIsCutAtTwentyFourTokens) {
  auto lesson = self_attention();
  std::string query = "text=";
  for (int i = 0; i < 40; ++i) query += "w" + std::to_string(i) + "+";
  lesson.set(query);
  EXPECT_EQ(lesson.read("weights").shape, (std::vector<int>{24, 24}));
}

TEST(SelfAttention, WhatTheSettingDoesNotReadHasNoControl) {
  auto lesson = self_attention();
  const auto matters = [&](const char* id) { return params::matters(*params::find(lesson.lesson().rows, id), lesson.params()); };
  for (const char* id : {"other", "window", "prefix"}) EXPECT_FALSE(matters(id)) << id;
  EXPECT_TRUE(matters("wq"));
  lesson.set("setting=cross&preset=window");
  EXPECT_TRUE(matters("other"));
  EXPECT_TRUE(matters("window"));
  lesson.set("setting=base&preset=prefix");
  EXPECT_TRUE(matters("prefix"));
  for (const char* id : {"wq", "wk", "wv", "wo"}) EXPECT_FALSE(matters(id)) << id;
}

TEST(SelfAttention, WithOneMatrixForQueriesAndKeysAnyTwoWordsScoreEachOtherAlike) {
  auto lesson = self_attention();
  lesson.set("setting=base&heads=1");
  const auto apart = [&] {
    double most = 0;
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < i; ++j) most = std::max(most, std::abs(lesson.at("scores", i, j) - lesson.at("scores", j, i)));
    return most;
  };
  EXPECT_LT(apart(), 1e-5);
  lesson.set("setting=global");
  EXPECT_GT(apart(), 0.5);
}

TEST(SelfAttention, TwinsGetTheSameRow) {
  auto lesson = self_attention();
  lesson.set("figure=projections");
  EXPECT_TRUE(lesson.check("twins", 0).correct);
  EXPECT_FALSE(lesson.check("twins", 1).correct);
  EXPECT_FALSE(lesson.check("twins", 2).correct);
  for (int j = 0; j < kTokens; ++j) EXPECT_NEAR(lesson.at("weights", kThem, j), lesson.at("weights", kThemAgain, j), 1e-6);
}

TEST(SelfAttention, TheFlippedMaskExerciseIsComputed) {
  auto lesson = self_attention();
  lesson.set("figure=mask&preset=causal");
  EXPECT_FALSE(lesson.check("flip", 0).correct);
  EXPECT_TRUE(lesson.check("flip", 1).correct);
  EXPECT_FALSE(lesson.check("flip", 2).correct);
}

TEST(SelfAttention, TokenThreeLooksAtTokenOneAloneByMask) {
  auto lesson = self_attention();
  EXPECT_FALSE(lesson.check("alone-by-mask").correct);
  lesson.set("mask=111111;111111;100000;111111;111111;111111");
  EXPECT_TRUE(lesson.check("alone-by-mask").correct);
  EXPECT_NEAR(lesson.at("weights", kNot, kHang), 1, 1e-6);
  EXPECT_FALSE(lesson.check("alone-by-weights").correct);
}

TEST(SelfAttention, TokenThreeLooksAtTokenOneAloneByWeights) {
  auto lesson = self_attention();
  lesson.set("figure=projections&head=2");
  EXPECT_FALSE(lesson.check("alone-by-weights").correct);
  lesson.set("nudge=0,0,0,0,0,0,0,0;0,0,0,0,0,0,0,0;-1.5,0,-0.8,-1.6,0.5,-0.5,0,-0.1");
  EXPECT_TRUE(lesson.check("alone-by-weights").correct);
  EXPECT_NEAR(lesson.at("weights", kNot, kHang), 0.99, 0.005);
}

TEST(SelfAttention, ASentenceOfOneWordIsNoWayRoundTheExercises) {
  for (const char* state : {"setting=cross&other=one", "text=one", "text=one two three"}) {
    auto lesson = self_attention();
    lesson.set(state);
    EXPECT_FALSE(lesson.check("alone-by-mask").correct) << state;
    EXPECT_FALSE(lesson.check("alone-by-weights").correct) << state;
  }
}

TEST(SelfAttention, TheMatricesOfBaseAttentionAreExplainedAsTheIdentity) {
  auto lesson = self_attention();
  lesson.set("setting=base");
  for (const char* name : {"wq", "wk", "wv", "wo"}) {
    EXPECT_EQ(lesson.explain(name, 1, 1).value, 1) << name;
    EXPECT_EQ(lesson.explain(name, 1, 2).value, 0) << name;
  }
}

TEST(SelfAttention, TheMatricesHaveIndicesInFormulas) {
  const auto lesson = self_attention();
  EXPECT_NE(formula::to_latex(lesson.explain("queries", 0, 0)).find("W_{q}"), std::string::npos);
  EXPECT_NE(formula::to_latex(lesson.explain("wq", 0, 0)).find("W_{q}"), std::string::npos);
}

TEST(SelfAttention, AMaskReadTheWrongWayRoundIsExplainedAsItIsRead) {
  auto lesson = self_attention();
  lesson.set("preset=causal&flipped=true");
  EXPECT_EQ(lesson.explain("mask", 0, 0).value, 0);
  EXPECT_EQ(lesson.explain("mask", 0, 1).value, 1);
}

TEST(SelfAttentionByHand, TheButtonExchangesTheWordThatDecides) {
  auto lesson = asked("");
  LessonByHand hand(&lesson, "pointing");
  hand.click("exchange");
  EXPECT_EQ(found(lesson), "suitcase");
  hand.click("exchange");
  EXPECT_EQ(found(lesson), "trophy");
}

TEST(SelfAttentionByHand, AHeadIsChosenByPressingIt) {
  auto lesson = self_attention();
  LessonByHand hand(&lesson, "attention");
  hand.click("head[1]");
  EXPECT_GT(lesson.at("weights", kNot, kHang), 0.6);
}

TEST(SelfAttentionByHand, MatricesAndEmbeddingsAreEditedByDraggingACell) {
  auto lesson = self_attention();
  LessonByHand hand(&lesson, "projections");
  const Real before = lesson.matrix("wq")(0, 0);
  hand.drag_by("wq[0,0]", {0, -30});
  EXPECT_NEAR(lesson.matrix("wq")(0, 0), before + Real(1), 0.11);
  const double x = lesson.at("embeddings", kLet, 3);
  hand.drag_by("embeddings[3,3]", {0, 30});
  EXPECT_NEAR(lesson.at("embeddings", kLet, 3), x - 1, 0.11);
}

TEST(SelfAttentionByHand, TheButtonShufflesAgain) {
  auto lesson = self_attention();
  LessonByHand hand(&lesson, "shuffle");
  const std::vector<std::string> before = lesson.read("shuffled-output").rows;
  hand.click("shuffle-again");
  EXPECT_NE(lesson.read("shuffled-output").rows, before);
}

const LiveClaims kLive({
    {"it finds the right one {pronouns-right} of the time"},
    {"{blind-rows}"},
    {"{head-width}"},
    {"{parameters} numbers, whatever the number of heads", [](const LiveNumbers& live) { return live("parameters") == 4 * 8 * 8; }},
});

}  // namespace
}  // namespace attn
