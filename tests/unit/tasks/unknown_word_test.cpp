// Which word of a reader's a task does not know, and what it offers instead.
#include "tasks/unknown_word.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attn::tasks {
namespace {

std::optional<UnknownWord> unknown_in(std::string_view task, std::string_view text) {
  return find_unknown_word(*find_pair_task(task), text);
}

std::string bytes(std::string_view text, const UnknownWord& unknown) {
  return std::string(text.substr(unknown.begin, unknown.end - unknown.begin));
}

TEST(UnknownWord, IsTheFirstThatTheGrammarDoesNotHave) {
  const std::string text = "The \"Blakc\" cats, zebras sleep.";
  const auto unknown = unknown_in("grammar", text);
  ASSERT_TRUE(unknown);
  EXPECT_EQ(bytes(text, *unknown), "Blakc");
  ASSERT_FALSE(unknown->known.empty());
  EXPECT_EQ(unknown->known.front(), "black");
  EXPECT_EQ(replaced(text, *unknown, "black"), "The \"black\" cats, zebras sleep.");
}

TEST(UnknownWord, HasOthersThatMakeASentenceWhereNoneIsSpeltAlike) {
  const PairTask& task = *find_pair_task("grammar");
  const std::string text = "the rhinoceros sleeps";
  const auto unknown = unknown_in("grammar", text);
  ASSERT_TRUE(unknown);
  EXPECT_GE(unknown->known.size(), 4u);
  for (const std::string& word : unknown->known) {
    Tokens tokens;
    Example answer;
    EXPECT_EQ(task.read(task, replaced(text, *unknown, word), &tokens), "") << word;
    EXPECT_TRUE(task.solve(task, tokens, &answer)) << word;
  }
  const auto two = unknown_in("grammar", "the rhinoceros xyzzyx");
  ASSERT_TRUE(two);
  EXPECT_GE(two->known.size(), 4u) << "some of the vocabulary";
}

TEST(UnknownWord, OfLettersIsOneLetterAndAllOthersAreOffered) {
  const std::string text = "bad z\u00e9bra";
  const auto unknown = unknown_in("reversal", text);
  ASSERT_TRUE(unknown);
  EXPECT_EQ(bytes(text, *unknown), "z");
  EXPECT_EQ(unknown->known.size(), 8u);
  const auto accent = unknown_in("reversal", "a\u00e9b");
  ASSERT_TRUE(accent);
  EXPECT_EQ(accent->end - accent->begin, 2u) << "a letter in UTF-8 stays whole";
}

TEST(UnknownWord, IsNoneOfAReadableTextAndOfferedNoneForADate) {
  EXPECT_FALSE(unknown_in("grammar", "he doesn't sleep."));
  EXPECT_FALSE(unknown_in("dates", "Tuesday, 5 March 2024"));
  const auto unknown = unknown_in("dates", "5 March \u20ac");
  ASSERT_TRUE(unknown);
  EXPECT_TRUE(unknown->known.empty());
}

}  // namespace
}  // namespace attn::tasks
