// What people paste: every separator, decimal commas, headers, quotes, bad lines, and texts that are no tables at all.
#include "tasks/csv.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace attn::tasks {
namespace {

void expect_points(const Csv& csv, const Mat& expected) {
  ASSERT_EQ(csv.points.rows(), expected.rows()) << (csv.messages.empty() ? "" : csv.messages.front());
  EXPECT_EQ(csv.points, expected);
}

Mat two_points() {
  Mat m(2, 2);
  m << Real(1.5), Real(-2), Real(3), Real(4.25);
  return m;
}

TEST(Csv, CommaSeparatesByDefault) { expect_points(parse_csv("1.5,-2\n3,4.25\n"), two_points()); }
TEST(Csv, TabSeparates) { expect_points(parse_csv("1.5\t-2\n3\t4.25"), two_points()); }
TEST(Csv, WhiteSpaceSeparates) { expect_points(parse_csv("  1.5   -2\n3 4.25\n"), two_points()); }
TEST(Csv, SemicolonSeparates) { expect_points(parse_csv("1.5;-2\n3;4.25\n"), two_points()); }
TEST(Csv, CommaIsTheDecimalPointBesideASemicolon) { expect_points(parse_csv("1,5;-2\n3;4,25\n"), two_points()); }
TEST(Csv, CommaIsTheDecimalPointBesideATab) { expect_points(parse_csv("1,5\t-2\n3\t4,25\n"), two_points()); }
TEST(Csv, AnyLineEndWillDo) {
  expect_points(parse_csv("1.5,-2\r\n3,4.25\r\n"), two_points());
  expect_points(parse_csv("1.5,-2\r3,4.25\r"), two_points());
}
TEST(Csv, ByteOrderMarkQuotesCommentsAndEmptyLinesArePassedOver) {
  expect_points(parse_csv("\xEF\xBB\xBF# measured\n\n\"1.5\",\"-2\"\n   \n\"3\", \"4.25\"\n"), two_points());
}
TEST(Csv, ExponentsAndSignsAreNumbers) { expect_points(parse_csv("15e-1,-2\n+3,4.25E0"), two_points()); }
TEST(Csv, FurtherColumnsAreIgnored) { expect_points(parse_csv("1.5,-2,a,b\n3,4.25,c,d"), two_points()); }

TEST(Csv, AHeaderIsNotAPoint) {
  const Csv csv = parse_csv("year;height\n1,5;-2\n3;4,25");
  expect_points(csv, two_points());
  EXPECT_EQ(csv.messages.size(), 1u);
  EXPECT_NE(csv.messages[0].find("names the columns"), std::string::npos);
}

TEST(Csv, ABadLineIsNamedAndTheRestKept) {
  const Csv csv = parse_csv("x,y\n1.5,-2\n\nseven,8\n3,4.25\n");
  expect_points(csv, two_points());
  ASSERT_EQ(csv.messages.size(), 2u);
  EXPECT_NE(csv.messages[1].find("Line 4 "), std::string::npos) << csv.messages[1];
  EXPECT_NE(csv.messages[1].find("\"seven\" is not a number"), std::string::npos) << csv.messages[1];
}

TEST(Csv, AMissingNumberIsNamed) {
  const Csv csv = parse_csv("1.5,-2\n3,4.25\n5\n");
  expect_points(csv, two_points());
  EXPECT_NE(csv.messages.back().find("Line 3 was left out: the second number is missing"), std::string::npos) << csv.messages.back();
}

TEST(Csv, NoInfinityNorNotANumberNorAbsurdMagnitudeEnters) {
  for (const char* bad : {"nan,1", "1,inf", "1e300,2", "2,-1e7", "0x10,1", "1e999,0"}) {
    const Csv csv = parse_csv(std::string("1.5,-2\n3,4.25\n") + bad + "\n");
    expect_points(csv, two_points());
    EXPECT_EQ(csv.messages.size(), 2u) << bad;
  }
}

TEST(Csv, ManyBadLinesAreCountedNotListed) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += std::to_string(i) + ",1\n";
  for (int i = 0; i < 15; ++i) text += "oops,1\n";
  const Csv csv = parse_csv(text);
  EXPECT_EQ(csv.points.rows(), 20);
  EXPECT_LE(csv.messages.size(), 6u);
  EXPECT_NE(csv.messages.back().find("11 more lines were left out"), std::string::npos) << csv.messages.back();
}

TEST(Csv, ATextThatIsNoTableIsRefusedAsAWhole) {
  for (const char* text : {"", "\n\n", "hello", "<html><body>1,2</body>", "x,y\n", "a b\nc d\ne f\n1 2", "# only a comment"}) {
    const Csv csv = parse_csv(text);
    EXPECT_FALSE(csv.accepted()) << text;
    EXPECT_EQ(csv.points.cols(), 2) << text;
    ASSERT_FALSE(csv.messages.empty()) << text;
    EXPECT_FALSE(csv.messages[0].empty());
  }
}

TEST(Csv, TheLimitIsTakenAndOneMoreIsRefused) {
  std::string text;
  for (int i = 0; i < kMaxCsvPoints; ++i) text += "1,2\n";
  EXPECT_EQ(parse_csv(text).points.rows(), kMaxCsvPoints);
  text += "1,2\n";
  const Csv csv = parse_csv(text);
  EXPECT_FALSE(csv.accepted());
  EXPECT_NE(csv.messages[0].find("100001"), std::string::npos);
}

TEST(Csv, AnyBytesAreSurvived) {
  unsigned state = 12345;
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = 0; i < 40; ++i) {
      state = state * 1664525u + 1013904223u;
      constexpr std::string_view kAlphabet = "0123456789.,;\t \r\n\"-+eE#xya\xC3\xA9\xFF";
      text += kAlphabet[(state >> 16) % kAlphabet.size()];
    }
    const Csv csv = parse_csv(text);
    EXPECT_EQ(csv.points.cols(), 2);
    EXPECT_TRUE(csv.points.allFinite());
    EXPECT_FALSE(csv.messages.empty());
  }
}

}  // namespace
}  // namespace attn::tasks
