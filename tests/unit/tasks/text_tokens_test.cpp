#include "tasks/text_tokens.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/rng.h"
#include "base/text.h"
#include "tasks/merge_learner.h"
#include "tasks/text_pieces.h"

namespace attn::tasks {
namespace {

std::vector<std::string> pieces(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = piece_end(text, at);
    out.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return out;
}

using Pieces = std::vector<std::string>;

TEST(TextPieces, AreThoseOfGpt2) {
  EXPECT_EQ(pieces("Hello world, it's 42!"), (Pieces{"Hello", " world", ",", " it", "'s", " 42", "!"}));
  EXPECT_EQ(pieces("a  b\n\nc \n"), (Pieces{"a", " ", " b", "\n", "\n", "c", " \n"}));
  EXPECT_EQ(pieces("we'll 'tis x2"), (Pieces{"we", "'ll", " '", "tis", " x", "2"}));
  EXPECT_EQ(pieces("caf\u00e9 \u201cgr\u00fc\u00dfe\u201d \U0001F600"),
            (Pieces{"caf\u00e9", " \u201c", "gr\u00fc\u00dfe", "\u201d", " \U0001F600"}));
  EXPECT_EQ(pieces("a\u00a0b"), (Pieces{"a", "\u00a0", "b"}));
}

TEST(TextPieces, LongOnesAreCutBetweenCharacters) {
  std::string text = "a";
  for (int i = 0; i < 300; ++i) text += "\u00e9";
  for (const std::string& piece : pieces(text + std::string(1000, ' ') + std::string(1000, '-'))) {
    EXPECT_LE(code_point_count(piece), 1 + kLongestPiece) << "with the space before it";
    EXPECT_TRUE(is_utf8(piece));
  }
  const std::string word(kLongestPiece, 'x');
  EXPECT_EQ(pieces(" " + word + "y"), (Pieces{" " + word, "y"})) << "the space does not count";
}

TEST(TextPieces, ACodePointIsWhatItsBytesSay) {
  const std::string text = "a\u00e9\u4e2d\U0001F600\xE2";
  std::vector<char32_t> found;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint next = code_point_at(text, at);
    found.push_back(next.code), at += next.length;
  }
  EXPECT_EQ(found, code_points(text));
}

TEST(Characters, TheMostFrequentHaveTokens) {
  const TextTokens tokens = TextTokens::characters("aaabbc\u00e9\u00e9\u00e9", 4);
  ASSERT_EQ(tokens.size(), 4);
  EXPECT_EQ(tokens.text_of(1) + tokens.text_of(2) + tokens.text_of(3), "ab\u00e9");
  EXPECT_DOUBLE_EQ(tokens.unknown_share(), 1.0 / 9);
  EXPECT_EQ(tokens.decode(tokens.encode("b\u00e9c\xff")), "b\u00e9\uFFFD\uFFFD");
  EXPECT_FALSE(tokens.is_of_bytes());
}

TEST(Characters, AllOfATextComesBack) {
  const std::string text = "To be, or not to be:\n\tthat is the question \u2014 \U0001F600";
  const TextTokens tokens = TextTokens::characters(text);
  EXPECT_EQ(tokens.decode(tokens.encode(text)), text);
  EXPECT_EQ(tokens.encode(text).size(), code_point_count(text));
  EXPECT_EQ(tokens.unknown_share(), 0);
  EXPECT_EQ(TextTokens::characters("").size(), 1);
}

TEST(BytePairs, BeginWithTheBytesInGpt2sOrder) {
  const TextTokens tokens = TextTokens::byte_pairs({});
  ASSERT_EQ(tokens.size(), 256);
  EXPECT_EQ(tokens.encode("!A"), (Tokens{0, 32}));
  EXPECT_EQ(tokens.encode(" "), Tokens{220});  // the id of the space in GPT-2's vocabulary
  EXPECT_EQ(tokens.encode("\n"), Tokens{198});
  EXPECT_EQ(tokens.bpe_name(220), "\u0120");
  EXPECT_EQ(tokens.bpe_name(198), "\u010a");
  EXPECT_EQ(tokens.bpe_name(255), "\u0143");
  for (int token = 0; token < 256; ++token) EXPECT_EQ(token_of(byte_of(token)), token);
}

// "ab" stands five times, then "ab" "c" four times, then " " "abc" twice.
TEST(BytePairs, TheMostFrequentPairIsMergedFirst) {
  MergeLearner learner("abc-abc abc abc ab");
  EXPECT_FALSE(learner.learn(100));
  const TextTokens tokens = learner.tokens();
  ASSERT_EQ(tokens.size(), 259);
  EXPECT_EQ(tokens.text_of(256), "ab");
  EXPECT_EQ(tokens.text_of(257), "abc");
  EXPECT_EQ(tokens.text_of(258), " abc");
  EXPECT_EQ(tokens.merges()[0].count, 5);
  EXPECT_EQ(tokens.merges()[1].count, 4);
  EXPECT_EQ(tokens.merges()[2].count, 2);
  EXPECT_EQ(tokens.encode("abc-abc abc abc ab"), (Tokens{257, 12, 257, 258, 258, 220, 256}));
  EXPECT_EQ(tokens.bpe_name(258), "\u0120abc");
  EXPECT_EQ(tokens.merges_text(), "#version: 0.2\na b\nab c\n\u0120 abc\n");
}

TEST(BytePairs, TiesGoToTheSmallerIds) {
  MergeLearner learner("ba-ba ab-ab");
  learner.learn(1);
  EXPECT_EQ(learner.tokens().text_of(256), "ab");
}

std::string sample_text(int words) {
  Rng rng(7);
  std::string text;
  for (int i = 0; i < words; ++i) {
    for (std::uint64_t n = 1 + rng.below(6); n > 0; --n) text += static_cast<char>('a' + rng.below(1 + rng.below(8)));
    text += rng.below(9) == 0 ? "\n\n" : rng.below(9) == 0 ? "  \u201ceee\u201d " : " ";
  }
  return text;
}

/// Counts all pairs anew for each merge.
std::vector<Merge> learn_slowly(std::string_view text, int merges) {
  std::vector<Merge> out;
  for (int m = 0; m < merges; ++m) {
    const TextTokens tokens = TextTokens::byte_pairs(out);
    std::set<std::string> known;
    for (int token = TextTokens::kBytes; token < tokens.size(); ++token) known.insert(tokens.text_of(token));
    std::map<std::pair<int, int>, std::int64_t> counts;
    for (const std::string& piece : pieces(text)) {
      const Tokens own = tokens.encode(piece);
      for (size_t i = 0; i + 1 < own.size(); ++i) ++counts[{own[i], own[i + 1]}];
    }
    Merge best;
    for (const auto& [pair, count] : counts)
      if (count > best.count && !known.count(tokens.text_of(pair.first) + tokens.text_of(pair.second)))
        best = {pair.first, pair.second, count};
    if (best.count < 2) break;
    out.push_back(best);
  }
  return out;
}

TEST(BytePairs, LearningBySlicesGivesWhatCountingAnewDoes) {
  const std::string text = sample_text(400) + " aaaaaaa aaaa aaaaa eee eeee";
  const std::vector<Merge> expected = learn_slowly(text, 120);
  MergeLearner learner(text);
  while (learner.merges().size() < expected.size()) ASSERT_TRUE(learner.learn(7)) << learner.merges().size();
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(learner.merges()[i].left, expected[i].left) << i;
    EXPECT_EQ(learner.merges()[i].right, expected[i].right) << i;
    EXPECT_EQ(learner.merges()[i].count, expected[i].count) << i;
  }
  EXPECT_EQ(learner.text_length(), static_cast<std::int64_t>(learner.tokens().encode(text).size()));
}

TEST(BytePairs, NoTwoTokensSpellTheSame) {
  MergeLearner learner(sample_text(2000));
  learner.learn(1000);
  const TextTokens tokens = learner.tokens();
  std::set<std::string> texts;
  for (int token = 0; token < tokens.size(); ++token) EXPECT_TRUE(texts.insert(tokens.bpe_name(token)).second) << tokens.name(token);
}

TEST(BytePairs, EveryTextComesBack) {
  MergeLearner learner(sample_text(1000) + "\U0001F600\U0001F600 e\u0301e\u0301 \xE2\xE2\xE2\xE2");
  learner.learn(300);
  const TextTokens tokens = learner.tokens();
  for (const std::string text :
       {"", " ", "\U0001F468\u200D\U0001F469\u200D\U0001F467 e\u0301", "\xE2\x82", "caf\u00e9\r\n\t x  ", "\xFF\xFE\x00zz"})
    EXPECT_EQ(tokens.decode(tokens.encode(text)), text);
  Rng rng(3);
  for (int i = 0; i < 300; ++i) {
    std::string text;
    for (int n = 0; n < i; ++n) text += static_cast<char>(rng.below(rng.below(2) ? 256 : 128));
    EXPECT_EQ(tokens.decode(tokens.encode(text)), text);
  }
}

TEST(BytePairs, NamesCanBeRead) {
  const TextTokens tokens = TextTokens::byte_pairs({{220, 64, 0}, {256, 65, 0}});
  EXPECT_EQ(tokens.name(257), "\u00b7ab");
  EXPECT_EQ(tokens.name(198), "\u00b6");
  EXPECT_EQ(tokens.name(token_of('\t')), "\u2192");
  EXPECT_EQ(tokens.name(token_of(0xE2)), "xE2");
  EXPECT_EQ(tokens.name(token_of(7)), "x07");
}

TEST(BytePairs, VocabularyIsJson) {
  const std::string json = TextTokens::byte_pairs({{220, 64, 0}}).vocab_json();
  EXPECT_TRUE(json.starts_with("{\"!\":0,\"\\\"\":1,\"#\":2,")) << json.substr(0, 40);
  EXPECT_NE(json.find("\"\\\\\":59,"), std::string::npos);
  EXPECT_TRUE(json.ends_with("\"\u0120a\":256}\n"));
}

TEST(BytePairs, ATextOfOneLetterAndAnEmptyOneAreLearned) {
  MergeLearner nothing("");
  EXPECT_FALSE(nothing.learn(3));
  MergeLearner one(std::string(100000, 'a'));
  EXPECT_FALSE(one.learn(100000));
  EXPECT_EQ(one.tokens().decode(one.tokens().encode("aaaaa")), "aaaaa");
}

}  // namespace
}  // namespace attn::tasks
