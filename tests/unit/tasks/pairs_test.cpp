// What every pair task promises: disjoint splits, right answers, gold alignments, lengths, the same examples for the same seed.
#include "tasks/pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/text.h"

namespace attn::tasks {
namespace {

class PairTasks : public testing::TestWithParam<std::string> {
 protected:
  const PairTask& task() const { return *find_pair_task(GetParam()); }
  Example draw(Split split, int length, Rng& rng) const { return task().draw(task(), split, length, rng); }
  static std::string label(const testing::TestParamInfo<std::string>& info) { return info.param; }

  void expect_legal(const Example& e) const {
    ASSERT_FALSE(e.source.empty());
    ASSERT_FALSE(e.target.empty());
    ASSERT_EQ(e.alignment.size(), e.target.size());
    for (const int token : e.source) ASSERT_TRUE(token >= kFirstToken && token < task().source.size());
    for (const int token : e.target) ASSERT_TRUE(token >= kFirstToken && token < task().target.size());
    for (const int place : e.alignment) ASSERT_TRUE(place >= -1 && place < static_cast<int>(e.source.size()));
  }
};

TEST_P(PairTasks, NoSourceIsInBothSplits) {
  std::set<Tokens> sources[2];
  for (const Split split : {Split::kTraining, Split::kHeldOut}) {
    Rng rng(split == Split::kTraining ? 1 : 2);
    for (int i = 0; i < 10000; ++i) {
      const Example e = draw(split, 0, rng);
      expect_legal(e);
      ASSERT_EQ(split_of(e.source), split);
      EXPECT_LE(static_cast<int>(e.source.size()), task().longest);
      EXPECT_GE(static_cast<int>(e.source.size()), task().shortest);
      sources[split == Split::kHeldOut].insert(e.source);
    }
  }
  for (const Tokens& source : sources[1]) EXPECT_EQ(sources[0].count(source), 0u);
  EXPECT_GT(sources[1].size(), 5000u * (GetParam() == "reversal" || GetParam() == "sorting" ? 0 : 1));
}

TEST_P(PairTasks, SolvingTheSourceGivesTheExample) {
  Rng rng(3);
  for (int i = 0; i < 2000; ++i) {
    const Example e = draw(i % 2 ? Split::kTraining : Split::kHeldOut, 0, rng);
    Example again;
    ASSERT_TRUE(task().solve(task(), e.source, &again));
    EXPECT_EQ(again.source, e.source);
    EXPECT_EQ(again.target, e.target);
    EXPECT_EQ(again.alignment, e.alignment);
  }
}

TEST_P(PairTasks, WhatIsWrittenIsRead) {
  Rng rng(4);
  for (int i = 0; i < 500; ++i) {
    const Example e = draw(Split::kHeldOut, 0, rng);
    Tokens read;
    ASSERT_EQ(task().read(task(), task().write(task().source, e.source), &read), "");
    EXPECT_EQ(read, e.source);
  }
}

TEST_P(PairTasks, EveryLengthIsReachedInBothSplits) {
  Rng rng(5);
  for (int length = task().shortest; length <= task().longest_tested; ++length)
    for (const Split split : {Split::kTraining, Split::kHeldOut}) {
      const Example e = draw(split, length, rng);
      EXPECT_EQ(split_of(e.source), split);
      EXPECT_EQ(static_cast<int>(e.source.size()), length);
    }
}

TEST_P(PairTasks, TheSameSeedGivesTheSameExamples) {
  Rng a(6), b(6), c(7);
  bool other = false;
  for (int i = 0; i < 50; ++i) {
    const Example first = draw(Split::kTraining, 0, a), second = draw(Split::kTraining, 0, b);
    EXPECT_EQ(first.source, second.source);
    other = other || draw(Split::kTraining, 0, c).source != first.source;
  }
  EXPECT_TRUE(other);
}

TEST_P(PairTasks, TheSampleIsReadAndSolved) {
  Tokens source;
  ASSERT_EQ(task().read(task(), task().sample, &source), "");
  Example answer;
  EXPECT_TRUE(task().solve(task(), source, &answer));
}

TEST_P(PairTasks, WhatCannotBeReadIsAnsweredAndChangesNothing) {
  const Tokens before = {kFirstToken};
  std::string long_text;
  for (int i = 0; i < 65; ++i) long_text += std::string(task().sample.substr(0, task().sample.find(' '))) + " ";
  for (const std::string& text : {std::string(), std::string("  \n "), std::string("\xff\xfe"), std::string("<pad>"), std::string("<end>"),
                                  std::string("§"), std::string("zzzz"), std::string(100000, 'a'), long_text, std::string("\0a", 2)}) {
    Tokens source = before;
    const std::string message = task().read(task(), text, &source);
    EXPECT_NE(message, "") << text.substr(0, 40);
    EXPECT_LT(message.size(), 200u);
    EXPECT_TRUE(is_utf8(message));
    EXPECT_EQ(source, before);
  }
  Example answer;
  EXPECT_FALSE(task().solve(task(), {}, &answer));
}

TEST_P(PairTasks, WordsAreNamedOnceAndFoundByName) {
  for (const Vocabulary* words : {&task().source, &task().target}) {
    EXPECT_EQ(words->name(kPadToken), "<pad>");
    EXPECT_EQ(words->name(kEndToken), "<end>");
    EXPECT_EQ(words->id("no such word"), -1);
    for (int id = 0; id < words->size(); ++id) EXPECT_EQ(words->id(words->name(id)), id);
  }
}

INSTANTIATE_TEST_SUITE_P(All, PairTasks, testing::Values("reversal", "sorting", "dates", "grammar"),
                         [](const testing::TestParamInfo<std::string>& info) { return info.param; });

TEST(PairTaskList, IsInTheOrderOfMenus) {
  std::vector<std::string> names;
  for (const PairTask& task : pair_tasks()) names.emplace_back(task.name);
  EXPECT_EQ(names, (std::vector<std::string>{"reversal", "sorting", "dates", "grammar"}));
  EXPECT_EQ(find_pair_task("grammer"), nullptr);
}

TEST(SplitOf, HoldsOutOneInEight) {
  int held_out = 0;
  for (int a = 3; a < 103; ++a)
    for (int b = 3; b < 103; ++b) held_out += split_of({a, b}) == Split::kHeldOut;
  EXPECT_NEAR(held_out / 10000.0, 1 / 8.0, 0.01);
}

Example solved(const char* task_name, const char* text) {
  const PairTask& task = *find_pair_task(task_name);
  Tokens source;
  EXPECT_EQ(task.read(task, text, &source), "");
  Example answer;
  EXPECT_TRUE(task.solve(task, source, &answer));
  return answer;
}

TEST(Reversal, TurnsTheOrderAroundAndAlignsIt) {
  const Example e = solved("reversal", "abcB");
  EXPECT_EQ(find_pair_task("reversal")->write(find_pair_task("reversal")->target, e.target), "b c b a");
  EXPECT_EQ(e.alignment, (std::vector<int>{3, 2, 1, 0}));
}

TEST(Reversal, SaysWhichLettersThereAre) {
  const PairTask& task = *find_pair_task("reversal");
  Tokens source;
  EXPECT_EQ(task.read(task, "a b z", &source), "\"z\" is not in the vocabulary, which goes from \"a\" to \"h\".");
}

TEST(Sorting, SortsAndAlignsWhatStandsOnce) {
  const Example e = solved("sorting", "3 1 4, 1 0");
  EXPECT_EQ(find_pair_task("sorting")->write(find_pair_task("sorting")->target, e.target), "0 1 1 3 4");
  EXPECT_EQ(e.alignment, (std::vector<int>{4, -1, -1, 0, 2}));
}

}  // namespace
}  // namespace attn::tasks
