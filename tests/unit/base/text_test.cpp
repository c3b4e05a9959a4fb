#include "base/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/check.h"
#include "base/json.h"
#include "base/mat.h"
#include "base/rng.h"

namespace attn {
namespace {

TEST(NumberToText, IsTheShortestThatReadsBack) {
  EXPECT_EQ(number_to_text(0.1f), "0.1");
  EXPECT_EQ(number_to_text(0.1), "0.1");
  EXPECT_EQ(number_to_text(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(number_to_text(1.0f / 3), "0.33333334");
  EXPECT_EQ(number_to_text(-2.5), "-2.5");
  EXPECT_EQ(number_to_text(100), "100");
  EXPECT_EQ(number_to_text(100000), "100000");
  EXPECT_EQ(number_to_text(16777217), "16777217");
  EXPECT_EQ(number_to_text(123456789012), "123456789012");
  EXPECT_EQ(number_to_text(-0.0), "0");
  EXPECT_EQ(number_to_text(1e-7), "1e-7");
  EXPECT_EQ(number_to_text(2.5e20), "2.5e20");
  EXPECT_EQ(number_to_text(0.00001), "0.00001");
  EXPECT_EQ(number_to_text(1e300), "1e300");
  EXPECT_EQ(number_to_text(5e-324), "5e-324");
  EXPECT_EQ(number_to_text(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(number_to_text(std::nan("")), "nan");
}

TEST(NumberToText, EveryFloatReadsBack) {
  Rng rng(1);
  for (int i = 0; i < 20000; ++i) {
    const std::uint32_t bits = static_cast<std::uint32_t>(rng.next());
    float x;
    std::memcpy(&x, &bits, sizeof x);
    if (!std::isfinite(x)) continue;
    double back = 0;
    ASSERT_TRUE(text_to_number(number_to_text(x), &back)) << number_to_text(x);
    ASSERT_EQ(static_cast<float>(back), x);
  }
}

TEST(NumberToText, EveryDoubleReadsBack) {
  Rng rng(2);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = rng.next();
    double x, back = 0;
    std::memcpy(&x, &bits, sizeof x);
    if (!std::isfinite(x)) continue;
    ASSERT_TRUE(text_to_number(number_to_text(x), &back)) << number_to_text(x);
    ASSERT_EQ(back, x);
  }
}

TEST(Counted, OneIsSingular) {
  EXPECT_EQ(thousands(0) + " " + thousands(999) + " " + thousands(-12000) + " " + thousands(1234567), "0 999 -12,000 1,234,567");
  EXPECT_EQ(counted(1, "key"), "1 key");
  EXPECT_EQ(counted(0, "key"), "0 keys");
  EXPECT_EQ(counted(2, "key"), "2 keys");
  EXPECT_EQ(counted(1, "word was", "words were"), "1 word was");
  EXPECT_EQ(counted(3, "word was", "words were"), "3 words were");
}

TEST(TextToNumber, TakesWholeFiniteNumbersOnly) {
  double x = 7;
  EXPECT_TRUE(text_to_number("1.5", &x));
  EXPECT_EQ(x, 1.5);
  EXPECT_TRUE(text_to_number("+.5e-1", &x));
  EXPECT_EQ(x, 0.05);
  EXPECT_TRUE(text_to_number("3.", &x));
  for (const char* junk : {"", " 1", "1 ", "1,5", "0x10", "inf", "nan", "-", ".", "e5", "1e", "1e+", "1e999", "1.2.3", "--1", "1f"}) {
    x = 7;
    EXPECT_FALSE(text_to_number(junk, &x)) << junk;
    EXPECT_EQ(x, 7);
  }
}

TEST(FixedAndRounded, ForPeople) {
  EXPECT_EQ(fixed(0.4142, 2), "0.41");
  EXPECT_EQ(fixed(-0.001, 2), "0.00");
  EXPECT_EQ(fixed(-0.0051, 2), "-0.01");
  EXPECT_EQ(rounded(0.41421, 2), "0.41");
  EXPECT_EQ(rounded(1234.5, 2), "1200");
  EXPECT_EQ(rounded(0.5, 3), "0.5");
  EXPECT_EQ(rounded(9.999, 3), "10");
  EXPECT_EQ(rounded(0, 3), "0");
}

TEST(Utf8, IsSplitAndJudged) {
  const std::string text = "a\u00e9\u4e2d\U0001F600";
  EXPECT_TRUE(is_utf8(text));
  EXPECT_EQ(code_point_count(text), 4u);
  const std::vector<char32_t> points = code_points(text);
  EXPECT_EQ(points, (std::vector<char32_t>{'a', 0xe9, 0x4e2d, 0x1f600}));
  std::string back;
  for (const char32_t c : points) append_utf8(&back, c);
  EXPECT_EQ(back, text);
  for (const char* bad : {"\x80", "\xc0\x80", "\xe4\xb8", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xf4\x90\x80\x80", "a\xff"})
    EXPECT_FALSE(is_utf8(bad));
  EXPECT_EQ(code_points("a\xff"), (std::vector<char32_t>{'a', 0xfffd}));
}

TEST(Numbered, CountsFromOneOrFromWhereItIsTold) {
  EXPECT_EQ(numbered("k", 3), (std::vector<std::string>{"k1", "k2", "k3"}));
  EXPECT_EQ(numbered("x", 2, 0), (std::vector<std::string>{"x0", "x1"}));
  EXPECT_TRUE(numbered("k", 0).empty());
}

TEST(Json, EscapesAndNests) {
  EXPECT_EQ(json::string("a\"\\\n\x01<"), "\"a\\\"\\\\\\n\\u0001\\u003c\"");
  EXPECT_EQ(json::object({{"slug", json::value(std::string("pooling"))},
                          {"sizes", json::array({json::value(1.0), json::value(2.5), json::value(true)})},
                          {"none", json::object({})},
                          {"nan", json::number(std::nan(""))}}),
            "{\"slug\":\"pooling\",\"sizes\":[1,2.5,true],\"none\":{},\"nan\":null}");
}

TEST(Check, ShapesAreReadable) { EXPECT_EQ(shape(Mat(2, 3)), "[2,3]"); }

#if GTEST_HAS_DEATH_TEST
TEST(CheckDeathTest, SaysExpressionAndMessage) {
  const int two = 2;
  EXPECT_DEATH(CHECK(two == 3, "two is ", two), "text_test.cpp:[0-9]+: CHECK\\(two == 3\\) failed: two is 2");
}
#endif

}  // namespace
}  // namespace attn
