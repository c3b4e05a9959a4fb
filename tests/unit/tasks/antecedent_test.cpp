#include "tasks/antecedent.h"

#include <gtest/gtest.h>

#include <set>

#include "tasks/antecedent_words.h"

namespace attn::tasks {
namespace {

Tokens read(std::string_view text) {
  Tokens tokens;
  EXPECT_EQ(antecedent_task().read(antecedent_task(), text, &tokens), "") << text;
  return tokens;
}

/// The noun that each word of the text is about, or nothing where the rules do not cover it.
std::string solved(std::string_view text) {
  Example answer;
  const PairTask& task = antecedent_task();
  return task.solve(task, read(text), &answer) ? task.write(task.target, answer.target) : std::string();
}

TEST(Antecedent, VerbAndAdjectiveDecide) {
  EXPECT_EQ(solved("The trophy did not fit in the suitcase because it was too big."),
            "trophy trophy trophy trophy trophy suitcase suitcase suitcase because trophy trophy trophy trophy");
  EXPECT_EQ(solved("the red ball broke a window as it was thin"), "ball ball ball ball window window as window window window");
  EXPECT_EQ(solved("the dog ate the cake"), "dog dog dog cake cake");
}

TEST(Antecedent, AgreementComesFirst) {
  const std::string start = "the boys could not catch the girl because ";
  EXPECT_TRUE(solved(start + "they were too fast").ends_with("boys boys boys boys"));
  EXPECT_TRUE(solved(start + "she was too slow").ends_with("girl girl girl girl"));
  EXPECT_EQ(solved(start + "it was too slow"), "");
}

TEST(Antecedent, WhatTheRulesDoNotCoverHasNoAnswer) {
  for (const char* text : {"the trophy", "trophy did not fit in the suitcase", "the trophy ate the suitcase because",
                           "the dog ate the cake because it was", "the dog ate the cake because it was red", "it was too big"})
    EXPECT_EQ(solved(text), "") << text;
}

TEST(Antecedent, ShortFormsAreTwoWordsAndUnknownOnesAreNamed) {
  EXPECT_EQ(read("It doesn't, can't, CANNOT; it\u2019s they're"), read("it does not can not can not it is they are"));
  Tokens tokens;
  const std::string why = antecedent_task().read(antecedent_task(), "the trofy", &tokens);
  EXPECT_NE(why.find("trofy"), std::string::npos);
  EXPECT_NE(why.find("trophy"), std::string::npos);
  EXPECT_TRUE(tokens.empty());
}

TEST(Antecedent, HeldOutPairsOfNounsAreNeverDrawnForTraining) {
  const PairTask& task = antecedent_task();
  Rng rng(5);
  for (const Split split : {Split::kTraining, Split::kHeldOut})
    for (int i = 0; i < 500; ++i) {
      const Example e = task.draw(task, split, 0, rng);
      EXPECT_EQ(is_held_out(e.source), split == Split::kHeldOut);
      EXPECT_EQ(e.alignment.size(), e.source.size());
      EXPECT_LE(static_cast<int>(e.source.size()), task.longest);
      EXPECT_GE(static_cast<int>(e.source.size()), task.shortest);
      for (size_t t = 0; t < e.source.size(); ++t) EXPECT_EQ(e.target[t], e.source[static_cast<size_t>(e.alignment[t])]);
    }
}

TEST(Antecedent, TheSampleIsHeldOutAndOnlyItsMeaningDecides) {
  const Tokens sample = read(antecedent_task().sample);
  EXPECT_TRUE(is_held_out(sample));
  EXPECT_TRUE(is_open(sample));
  EXPECT_EQ(turned(sample), read("the trophy did not fit in the suitcase because it was too small"));
}

TEST(Antecedent, AnotherAdjectiveTurnsOpenSentencesOnly) {
  const PairTask& task = antecedent_task();
  Rng rng(6);
  int open = 0;
  for (int i = 0; i < 500; ++i) {
    const Example e = task.draw(task, Split::kTraining, 0, rng);
    const int at = pronoun_place(e.source);
    const Tokens other = turned(e.source);
    EXPECT_EQ(other.empty(), at < 0);
    if (other.empty()) continue;
    EXPECT_EQ(other.size(), e.source.size());
    Example answer;
    ASSERT_TRUE(task.solve(task, other, &answer));
    const auto place = static_cast<size_t>(at);
    EXPECT_EQ(answer.alignment[place] != e.alignment[place], is_open(e.source));
    open += is_open(e.source);
  }
  EXPECT_GT(open, 200);
}

TEST(Antecedent, NoAdjectiveSpeaksOfBothNouns) {
  for (const antecedent::Verb& verb : antecedent::verbs())
    for (const int word : verb.of_subject)
      EXPECT_EQ(std::set<int>(verb.of_object.begin(), verb.of_object.end()).count(word), 0u) << antecedent::words().name(word);
}

}  // namespace
}  // namespace attn::tasks
