// What the text of lesson 07 says of the trainings that run in sight, its opening's first.
#include "unit/lessons/07_alignment/born.h"

namespace attn {
namespace {

TEST(AlignmentBirthLive, FromAnyOfThreeSeedsAttentionFindsAllSixWordsWithin450StepsAndTheTwinIsFarBehind) {
  for (const int seed : {1, 2, 3}) {
    EXPECT_LE(born(0, seed).at("birth-found"), 1) << seed;
    const auto lesson = born(450, seed);
    EXPECT_EQ(lesson.at("birth-found"), 6) << seed;
    EXPECT_GE(lesson.at("birth-wrong-without"), lesson.at("birth-wrong") + 5) << seed;
  }
}

const char* const kLocalP = "learning-rate=0.003&timing=current&score=general&reach=local-p&window=3&weights=seed&input-feeding=";

TEST(AlignmentLive, ReversalFromTheSeedFindsItsAntiDiagonal) {
  LessonUnderTest lesson("alignment");
  lesson.set("task=reversal&weights=seed&learning-rate=0.003&source=a b c d e f&steps=600");
  for (int i = 0; i < 6; ++i) EXPECT_GT(lesson.at("alignment", i, 5 - i), 0.5) << i;
}

TEST(AlignmentLive, LocalPLearnsReversalWithoutInputFeedingInFourHundredSteps) {
  LessonUnderTest lesson("alignment");
  lesson.set(std::string(kLocalP) + "false&task=reversal&steps=400");
  EXPECT_GT(lesson.measure().at("exact-match"), 0.95);
}

TEST(AlignmentLive, OnTheGrammarInputFeedingHelpsLocalP) {
  double exact[2];
  for (const bool feeding : {false, true}) {
    LessonUnderTest lesson("alignment");
    lesson.set(std::string(kLocalP) + (feeding ? "true" : "false") + "&task=grammar&seed=1&steps=1200");
    exact[feeding] = lesson.measure().at("exact-match");
  }
  EXPECT_GT(exact[1], exact[0] + 0.2);
}

TEST(AlignmentLive, LocalMStaysBehindGlobalOnReversal) {
  double exact[2];
  for (const bool local : {true, false}) {
    LessonUnderTest lesson("alignment");
    lesson.set("task=reversal&weights=seed&learning-rate=0.003&timing=current&score=general&window=2&steps=1000")
        .set(local ? "reach=local-m&steps=1000" : "reach=global&steps=1000");
    exact[local] = lesson.measure().at("exact-match");
  }
  EXPECT_LT(exact[1], exact[0] - 0.1);
}

}  // namespace
}  // namespace attn
