#include "tasks/stories.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tasks/story_plots.h"

namespace attn::tasks {
namespace {

int token(std::string_view word) { return story::word(word); }

bool has(const Tokens& tokens, int word) { return std::find(tokens.begin(), tokens.end(), word) != tokens.end(); }

/// The different names of a story, in the order in which they come.
Tokens names_in(const Tokens& tokens) {
  Tokens out;
  for (const int word : tokens)
    if (story::is_name(word) && !has(out, word)) out.push_back(word);
  return out;
}

TEST(Stories, HaveAFewHundredWords) {
  EXPECT_LE(story_words().size(), 300);
  EXPECT_GT(story_words().size(), 200);
  EXPECT_GE(story::girls().size(), 8u);
  EXPECT_GE(story::boys().size(), 8u);
  EXPECT_GE(story::plots().size(), 5u);
  for (const story::Plot& plot : story::plots())
    for (const auto& ways : plot.sentences) EXPECT_GE(ways.size(), 3u);
}

TEST(Stories, AreOfTheirSplitAndOfTheRightLength) {
  Rng rng(1);
  for (const Split split : {Split::kTraining, Split::kHeldOut})
    for (int i = 0; i < 1000; ++i) {
      const Tokens story = draw_story(split, rng);
      ASSERT_EQ(split_of_story(story), split) << write_story(story);
      EXPECT_GE(static_cast<int>(story.size()), kShortestStory);
      EXPECT_LE(static_cast<int>(story.size()), kLongestStory);
      for (const int word : story) EXPECT_GE(word, kFirstToken);
      EXPECT_EQ(story_words().name(story.back()).find_first_not_of(".\"!"), std::string::npos) << write_story(story);
    }
}

TEST(Stories, OnePairOfNameAndThingInEightIsHeldOut) {
  int held_out = 0, all = 0;
  for (const std::vector<int>& names : {story::girls(), story::boys()})
    for (const int name : names)
      for (const story::Plot& plot : story::plots())
        for (const int thing : plot.things) held_out += split_of_story({thing, name}) == Split::kHeldOut, ++all;
  EXPECT_NEAR(8.0 * held_out / all, 1, 0.3);
}

TEST(Stories, TheSplitIsKnownOnceBothAreNamed) {
  EXPECT_EQ(split_of_story({}), std::nullopt);
  EXPECT_EQ(split_of_story({token("Lily")}), std::nullopt);
  EXPECT_EQ(split_of_story({token("Lily"), token("apples")}), split_of_story({token("Lily"), token("apple"), token("Tom"), token("ball")}));
}

TEST(LabelledStories, AreAboutOtherChildrenWhereTheyAreHeldOut) {
  constexpr int kDrawn = 400;
  Rng rng(5);
  std::map<Split, std::set<int>> children;
  for (const Split split : {Split::kTraining, Split::kHeldOut}) {
    int girls = 0;
    for (int i = 0; i < kDrawn; ++i) {
      const LabelledStory drawn = draw_labelled_story(split, rng);
      EXPECT_EQ(split_of_story(drawn.story), split);
      const int child = names_in(drawn.story).front();
      EXPECT_EQ(story::is_girl(child), drawn.is_girl) << write_story(drawn.story);
      children[split].insert(child);
      girls += drawn.is_girl;
    }
    EXPECT_NEAR(girls, kDrawn / 2, 60);
  }
  EXPECT_EQ(children[Split::kTraining].size(), 10u);
  EXPECT_EQ(children[Split::kHeldOut].size(), 10u);
  for (const int child : children[Split::kHeldOut]) EXPECT_FALSE(children[Split::kTraining].contains(child));
}

TEST(Stories, HardlyOneComesTwice) {
  Rng rng(2);
  std::set<Tokens> seen;
  for (int i = 0; i < 20000; ++i) seen.insert(draw_story(Split::kTraining, rng));
  EXPECT_GT(seen.size(), 19990u);
}

TEST(Stories, EveryWordButTheSpecialOnesComesUp) {
  Rng rng(3);
  std::set<int> seen;
  for (int i = 0; i < 20000; ++i)
    for (const int word : draw_story(Split::kTraining, rng)) seen.insert(word);
  for (int id = kFirstToken; id < story_words().size(); ++id) EXPECT_TRUE(seen.count(id)) << story_words().name(id);
}

TEST(Stories, NounsAgreeWithNumbersAndArticles) {
  Rng rng(4);
  const int a = token("a"), an = token("an");
  for (int i = 0; i < 3000; ++i) {
    const Tokens story = draw_story(Split::kTraining, rng);
    for (size_t t = 0; t + 1 < story.size(); ++t) {
      const bool is_vowel = std::string("aeiou").find(story_words().name(story[t + 1])[0]) != std::string::npos;
      if (story[t] == a || story[t] == an) {
        EXPECT_EQ(story[t] == an, is_vowel) << write_story(story);
      }
      const story::Thing* thing = story::find_thing(story[t + 1]);
      if (!thing || thing->many < 0) continue;
      for (int n = 1; n <= 6; ++n)
        if (story[t] == story::number_word(n)) {
          EXPECT_EQ(story[t + 1], n == 1 ? thing->one : thing->many) << write_story(story);
        }
      if (story[t] == a || story[t] == an) {
        EXPECT_EQ(story[t + 1], thing->one) << write_story(story);
      }
    }
  }
}

TEST(Stories, AreWrittenWithCapitalsAndRead) {
  Tokens tokens;
  ASSERT_EQ(read_story("lily SAID , \u201cthank you , tom ! i am happy.\u201d then she went home . is it there ? one:two.", &tokens), "");
  const std::string expected = "Lily said, \"Thank you, Tom! I am happy.\" Then she went home. Is it there? One: two.";
  EXPECT_EQ(write_story(tokens), expected);
  tokens.push_back(kEndToken);
  EXPECT_EQ(write_story(tokens), expected);
  for (const std::string text : {"\"Please, Lily!\" he said. \"Look!\" said Tom.", "\"Please.\" He said, \"Thank you!\""}) {
    ASSERT_EQ(read_story(text, &tokens), "");
    EXPECT_EQ(write_story(tokens), text);
  }
}

TEST(Stories, WhatIsWrittenIsReadAgain) {
  Rng rng(5);
  for (int i = 0; i < 500; ++i) {
    const Tokens story = draw_story(Split::kTraining, rng);
    Tokens again;
    ASSERT_EQ(read_story(write_story(story), &again), "");
    EXPECT_EQ(again, story) << write_story(story);
  }
}

TEST(Stories, AnUnknownWordIsNamed) {
  Tokens tokens{7};
  const std::string why = read_story("Lily lost the baall", &tokens);
  EXPECT_NE(why.find("baall"), std::string::npos);
  EXPECT_NE(why.find("ball"), std::string::npos);
  EXPECT_EQ(tokens, Tokens{7});
  EXPECT_NE(read_story("<end>", &tokens), "");
  EXPECT_EQ(read_story("", &tokens), "");
}

TEST(StoryProbes, BeginHeldOutStoriesAndHaveOneRightAnswer) {
  Rng rng(6);
  for (const auto kind : {Probe::Kind::pronoun, Probe::Kind::number, Probe::Kind::name}) {
    std::set<size_t> lengths;
    std::map<int, int> answers;
    const std::vector<Probe> probes = story_probes(kind, 400, rng);
    ASSERT_EQ(probes.size(), 400u);
    for (const Probe& probe : probes) {
      EXPECT_EQ(probe.kind, kind);
      EXPECT_NE(split_of_story(probe.prompt).value_or(Split::kHeldOut), Split::kTraining);
      EXPECT_FALSE(probe.prompt.empty());
      ASSERT_EQ(probe.wrong.size(), 1u);
      EXPECT_NE(probe.right, probe.wrong[0]);
      lengths.insert(probe.prompt.size());
      ++answers[probe.right];
    }
    EXPECT_GT(lengths.size(), 20u);
    for (const auto& [word, count] : answers) EXPECT_LT(count, 220) << story_words().name(word);
  }
}

TEST(StoryProbes, PronounsAskForAGender) {
  Rng rng(7);
  const std::set<std::pair<int, int>> pairs{{token("he"), token("she")}, {token("him"), token("her")}, {token("his"), token("her")}};
  int between = 0;
  for (const Probe& probe : story_probes(Probe::Kind::pronoun, 1000, rng)) {
    const auto pair = std::pair(probe.right, probe.wrong[0]);
    EXPECT_TRUE(pairs.count(pair) || pairs.count({pair.second, pair.first})) << write_story(probe.prompt);
    const bool is_she = probe.right == token("she") || probe.right == token("her");
    const Tokens names = names_in(probe.prompt);
    const bool parent = has(probe.prompt, token("mom")) || has(probe.prompt, token("dad"));
    const bool is_named = std::any_of(names.begin(), names.end(), [=](int name) { return story::is_girl(name) == is_she; });
    EXPECT_TRUE(is_named || parent) << write_story(probe.prompt);
    const auto last = std::find_if(probe.prompt.rbegin(), probe.prompt.rend(), story::is_name);
    between += last != probe.prompt.rend() && story::is_girl(*last) != is_she;
  }
  EXPECT_GT(between, 20);
}

TEST(StoryProbes, NamesAskForOneOfTwoPeople) {
  Rng rng(8);
  int both = 0;
  for (const Probe& probe : story_probes(Probe::Kind::name, 500, rng)) {
    const Tokens names = names_in(probe.prompt);
    EXPECT_TRUE(has(names, probe.right)) << write_story(probe.prompt);
    EXPECT_TRUE(story::is_name(probe.wrong[0]));
    both += has(names, probe.wrong[0]);
  }
  EXPECT_GT(both, 400);
}

TEST(StoryProbes, NumbersAskForSingularAndPlural) {
  Rng rng(9);
  int singular = 0;
  for (const Probe& probe : story_probes(Probe::Kind::number, 500, rng)) {
    bool has_number = false;
    for (int n = 1; n <= 6; ++n) has_number = has_number || has(probe.prompt, story::number_word(n));
    EXPECT_TRUE(has_number) << write_story(probe.prompt);
    const story::Thing* thing = story::find_thing(probe.right);
    singular += (thing && thing->one == probe.right) || probe.right == token("was") || probe.right == token("it");
  }
  EXPECT_GT(singular, 100);
  EXPECT_LT(singular, 400);
}

}  // namespace
}  // namespace attn::tasks
