// Tokenizers read from files, with vocabularies small enough to see. tests/native/tokenizers.test.mjs has the published ones.
#include "tasks/tokenizer.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "tasks/text_tokens.h"
#include "tasks/unicode.h"
#include "tasks/word_pieces.h"

namespace attn::tasks {
namespace {

using Read = std::unique_ptr<const Tokenizer>;

TEST(Unicode, KindsOfCharacters) {
  for (const char32_t letter : U"aZ\u00e9\u00df\u0416\u4e2d\uac00\U00020000") {
    if (letter) {
      EXPECT_TRUE(unicode::is_letter(letter)) << static_cast<unsigned>(letter);
    }
  }
  EXPECT_TRUE(unicode::is_number('7') && unicode::is_number(0xBD) && unicode::is_number(0x2167) && unicode::is_number(0x663));
  EXPECT_TRUE(unicode::is_space(' ') && unicode::is_space('\n') && unicode::is_space(0x85) && unicode::is_space(0x3000));
  EXPECT_FALSE(unicode::is_space(0x200B) || unicode::is_space(0xFEFF));
  EXPECT_TRUE(unicode::is_punctuation('!') && unicode::is_punctuation(0x2014) && unicode::is_punctuation(0x3002));
  EXPECT_FALSE(unicode::is_punctuation('$') || unicode::is_letter('_') || unicode::is_number('x'));
  EXPECT_TRUE(unicode::is_control(0) && unicode::is_control(0x200D) && unicode::is_control(0xE000));
  EXPECT_FALSE(unicode::is_control('a') || unicode::is_letter(0x10FFFF) || unicode::is_letter(0x110000));
}

TEST(Unicode, FormsWithoutCapitalsAndAccents) {
  EXPECT_EQ(unicode::to_lower(U'\u00c4'), U"\u00e4");
  EXPECT_EQ(unicode::to_lower(U'\u0130'), U"i\u0307") << "two code points";
  EXPECT_EQ(unicode::to_lower(U'a'), U"a");
  EXPECT_EQ(unicode::strip_accents(U'\u00e9'), U"e");
  EXPECT_EQ(unicode::strip_accents(U'\u1ed9'), U"o") << "o with a circumflex and a dot";
  EXPECT_EQ(unicode::strip_accents(U'\u0301'), U"");
  EXPECT_EQ(unicode::strip_accents(U'\uac01'), U"\u1100\u1161\u11a8");
  EXPECT_EQ(unicode::strip_accents(U'\uac00'), U"\u1100\u1161");
}

/// The files of byte pairs with these merges and one special token.
struct PairFiles {
  TextTokens tokens = TextTokens::byte_pairs({{token_of('a'), token_of('b')}, {token_of(' '), 256}, {257, token_of('c')}});
  std::string vocabulary = tokens.vocab_json(), merges = tokens.merges_text();
  PairFiles() { vocabulary.insert(vocabulary.rfind('}'), R"(,"<end>":259)"); }
};

TEST(Tokenizer, ReadsTheBytePairsThatWeWrite) {
  const PairFiles files;
  Read read;
  ASSERT_EQ(read_byte_pairs(files.vocabulary, files.merges, &read), "");
  EXPECT_EQ(read->size(), 260);
  const std::string text = "ab abc abab\xff <end> ab<end>";
  Tokens expected = files.tokens.encode("ab abc abab\xff ");
  expected.push_back(259);
  for (const int token : files.tokens.encode(" ab")) expected.push_back(token);
  expected.push_back(259);
  EXPECT_EQ(read->encode(text), expected);
  EXPECT_EQ(read->decode(expected), text);
  EXPECT_EQ(read->name(259), "<end>");
  EXPECT_EQ(read->name(257), "\u00b7ab");
  EXPECT_EQ(read->first(), -1);
}

TEST(Tokenizer, AFileNumbersItsTokensAsItLikes) {
  const PairFiles files;
  std::string backwards = R"({"<pad>":0)";
  const auto number_of = [&](int token) { return files.tokens.size() - token; };  // from the last merge on, after the special token
  for (int token = 0; token < files.tokens.size(); ++token) {
    std::string name;
    for (const char c : files.tokens.bpe_name(token)) name += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    backwards += ",\"" + name + "\":" + std::to_string(number_of(token));
  }
  Read read;
  ASSERT_EQ(read_byte_pairs(backwards + "}", files.merges, &read), "");
  const std::string text = "ab abc \"x\\<pad>";
  Tokens expected;
  for (const int token : files.tokens.encode("ab abc \"x\\")) expected.push_back(number_of(token));
  expected.push_back(0);
  EXPECT_EQ(read->encode(text), expected);
  EXPECT_EQ(read->decode(expected), text);
  EXPECT_EQ(read->name(0), "<pad>");
  EXPECT_EQ(read->name(number_of(257)), "\u00b7ab");
  EXPECT_EQ(read->size(), files.tokens.size() + 1);
}

TEST(Tokenizer, ALongPieceIsNotCut) {
  const PairFiles files;
  Read read;
  ASSERT_EQ(read_byte_pairs(files.vocabulary, files.merges, &read), "");
  std::string text = "x";
  for (int i = 0; i < 200; ++i) text += "ab";
  EXPECT_EQ(read->encode(text).size(), 201u);
  EXPECT_GT(files.tokens.encode(text).size(), 201u) << "at 128 bytes an ab is cut in two";
}

constexpr std::string_view kPieces = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\ncafe\n##s\nun\n##able\n.\n\u4e2d\nThe\n";

TEST(Tokenizer, WordPiecesAreTheLongestFromTheFront) {
  Read read;
  ASSERT_EQ(read_word_pieces(kPieces, true, &read), "");
  EXPECT_EQ(read->encode("The caf\u00e9s. unable unables \u4e2d\u4e2dx [MASK]"), (Tokens{5, 6, 7, 10, 8, 9, 8, 9, 7, 11, 11, 1, 4}));
  EXPECT_EQ(read->decode({5, 6, 7, 8, 9}), "the cafes unable");
  EXPECT_EQ(read->first(), 2);
  EXPECT_EQ(read->last(), 3);
  EXPECT_EQ(read->mask(), 4);
  Read cased;
  ASSERT_EQ(read_word_pieces(kPieces, false, &cased), "");
  EXPECT_EQ(cased->encode("The the caf\u00e9"), (Tokens{12, 5, 1}));
}

TEST(Tokenizer, WhatCannotBeReadIsRefusedAndNothingChanges) {
  const PairFiles files;
  Read read;
  ASSERT_EQ(read_word_pieces(kPieces, true, &read), "");
  const Tokenizer* before = read.get();
  EXPECT_NE(read_byte_pairs("", files.merges, &read), "");
  EXPECT_NE(read_byte_pairs(files.vocabulary, "a\n", &read), "");
  EXPECT_NE(read_byte_pairs(files.vocabulary, "a b c\n", &read), "");
  EXPECT_NE(read_byte_pairs("{\"a\":-1}", files.merges, &read), "");
  EXPECT_NE(read_byte_pairs("{\"a\":0,\"a\":1}", files.merges, &read), "");
  EXPECT_NE(read_byte_pairs(files.vocabulary + "x", files.merges, &read), "");
  std::string gap = files.vocabulary;
  EXPECT_NE(read_byte_pairs(gap.replace(gap.rfind("259"), 3, "999"), files.merges, &read), "");
  EXPECT_NE(read_byte_pairs("\xff", files.merges, &read), "");
  EXPECT_NE(read_word_pieces("", true, &read), "");
  EXPECT_NE(read_word_pieces("\xff\n", true, &read), "");
  EXPECT_NE(read_tokenizer_json("", &read), "");
  EXPECT_NE(read_tokenizer_json("{}", &read), "");
  EXPECT_NE(read_tokenizer_json(R"({"model":{"type":"BPE"}})", &read), "") << "not even the bytes";
  EXPECT_NE(read_tokenizer_json(R"({"model":{"type":"WordPiece","vocab":{"[UNK]":5}}})", &read), "");
  EXPECT_NE(read_tokenizer_json(R"({"model":{"type":"BPE","vocab":{},"merges":["ab"]}})", &read), "");
  EXPECT_EQ(read.get(), before);
}

TEST(Tokenizer, AnyBytesCanBeEncoded) {
  const PairFiles files;
  Read pairs, pieces;
  ASSERT_EQ(read_byte_pairs(files.vocabulary, files.merges, &pairs), "");
  ASSERT_EQ(read_word_pieces(kPieces, true, &pieces), "");
  Rng rng(9);
  for (int i = 0; i < 500; ++i) {
    std::string bytes;
    for (auto left = rng.below(40); left > 0; --left)
      bytes += static_cast<char>(rng.below(3) ? rng.below(256) : "ab \xC3\xA9"[rng.below(5)]);
    EXPECT_EQ(pairs->decode(pairs->encode(bytes)), bytes);
    for (const int token : pieces->encode(bytes)) EXPECT_LT(token, pieces->size());
  }
}

}  // namespace
}  // namespace attn::tasks
