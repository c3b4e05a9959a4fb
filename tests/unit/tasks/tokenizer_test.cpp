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

/// A tokenizer.json of words with these parts.
std::string words_json(const std::string& parts, const std::string& vocabulary = R"("a":0,"b":1,"<end>":2,"?":3,"##c":4)") {
  return R"({"added_tokens":[{"id":2,"content":"<end>","special":true}],)" + parts +
         R"("model":{"type":"WordLevel","unk_token":"?","vocab":{)" + vocabulary + "}}}";
}

TEST(Tokenizer, WordsOfAListAreCutAndJoinedAsTheFileSays) {
  Read read;
  ASSERT_EQ(read_tokenizer_json(words_json(R"("pre_tokenizer":{"type":"WhitespaceSplit"},)"), &read), "");
  EXPECT_EQ(read->encode("a  b<end>\u2003ab A"), (Tokens{0, 1, 2, 3, 3}));
  EXPECT_EQ(read->decode({0, 1, 2, 4}), "a b ##c") << "a special token is no part of a text";
  EXPECT_TRUE(read->is_special(2) && !read->is_special(1));
  EXPECT_EQ(read->unknown(), 3);
  EXPECT_EQ(read->refusal("zzz"), "");
  EXPECT_EQ(read->first(), -1);

  const std::string sequence = R"("normalizer":{"type":"Sequence","normalizers":[{"type":"Lowercase"},)"
                               R"({"type":"Replace","pattern":{"String":"x"},"content":"ab"}]},)"
                               R"("pre_tokenizer":{"type":"Sequence","pretokenizers":[)"
                               R"({"type":"Split","pattern":{"Regex":"[ \\s\\-,0-9]+"},"behavior":"Removed","invert":false},)"
                               R"({"type":"Split","pattern":{"Regex":"[ab]"},"behavior":"Isolated","invert":false}]},)"
                               R"("decoder":{"type":"Sequence","decoders":[{"type":"WordPiece","prefix":"##","cleanup":false},)"
                               R"({"type":"Fuse"},{"type":"Replace","pattern":{"String":"b a"},"content":"!"}]},)"
                               R"("post_processor":{"type":"TemplateProcessing","single":[{"Sequence":{"id":"A","type_id":0}},)"
                               R"({"SpecialToken":{"id":"<end>","type_id":0}}],"pair":[]},)";
  ASSERT_EQ(read_tokenizer_json(words_json(sequence), &read), "");
  EXPECT_EQ(read->encode("AB,-7a X"), (Tokens{0, 1, 0, 0, 1}));
  EXPECT_EQ(read->decode({1, 0, 4, 1}), "!c b");
  EXPECT_EQ(read->first(), -1);
  EXPECT_EQ(read->last(), 2);
}

TEST(Tokenizer, AWordThatIsMissingIsNamed) {
  Read read;
  ASSERT_EQ(read_tokenizer_json(words_json(R"("pre_tokenizer":{"type":"WhitespaceSplit"},)", R"("a":0,"b":1,"<end>":2)"), &read), "");
  EXPECT_EQ(read->unknown(), -1);
  EXPECT_EQ(read->refusal("a b"), "");
  EXPECT_EQ(read->refusal("a zebra b yak"), "\"zebra\" is none of the 3 words that this model knows.");
}

TEST(Tokenizer, PartsThatAreNotReadForWordsAreNamed) {
  Read read;
  const auto why = [&read](const std::string& parts) { return read_tokenizer_json(words_json(parts), &read); };
  EXPECT_EQ(why(R"("normalizer":{"type":"NFKC"},)"),
            "tokenizer.json has a normalizer of the type \"NFKC\", which is not read here for a list of words.");
  EXPECT_NE(why(R"("pre_tokenizer":{"type":"Punctuation"},)").find("a pre-tokenizer of the type \"Punctuation\""), std::string::npos);
  for (const char* regex : {"a+", "[^a]", "[a", "[b-a]", "[[a]]", "[\\\\d]", "[]", "[a]*"})
    EXPECT_NE(why(R"("pre_tokenizer":{"type":"Split","pattern":{"Regex":")" + std::string(regex) + R"("},"behavior":"Isolated"},)")
                  .find("with the pattern"),
              std::string::npos)
        << regex;
  EXPECT_NE(why(R"("pre_tokenizer":{"type":"Split","pattern":{"Regex":"[a]"},"behavior":"Isolated","invert":true},)"), "");
  EXPECT_NE(why(R"("pre_tokenizer":{"type":"Split","pattern":{"Regex":"[a]"},"behavior":"MergedWithNext"},)"), "");
  EXPECT_NE(why(R"("decoder":{"type":"WordPiece","prefix":"##","cleanup":true},)"), "");
  EXPECT_NE(why(R"("decoder":7,)"), "");
  EXPECT_NE(why(R"("post_processor":{"single":7},)"), "");
  EXPECT_NE(read_tokenizer_json(words_json("", R"("a":0,"<end>":2)"), &read), "") << "a gap";
  EXPECT_EQ(read, nullptr);
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
