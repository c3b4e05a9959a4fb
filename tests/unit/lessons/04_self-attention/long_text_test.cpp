// The long text of lesson 04 has the weights that the short sentence has in the same setting.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>

#include "lessons/04_self-attention/study.h"
#include "lessons/lesson_under_test.h"
#include "lessons/sentence/sentence.h"

namespace attn::lessons::self_attention {
namespace {

TEST(LongText, ASentenceHasTheWeightsThatItHasElsewhere) {
  int settings = 0;
  for (const char* setting : {"base", "global", "causal", "cross"})
    for (const char* preset : {"none", "causal", "window", "prefix"})
      for (const char* heads : {"1", "2", "8"})
        for (const char* flipped : {"false", "true"}) {
          LessonUnderTest lesson("self-attention");
          lesson.set("long-text=Hang them not let them go").set(std::string("setting=") + setting).set(std::string("preset=") + preset);
          lesson.set(std::string("heads=") + heads).set(std::string("head=") + heads).set(std::string("flipped=") + flipped);
          const Params& p = *static_cast<const Params*>(lesson.params());
          const Result& r = *static_cast<const Result*>(lesson.result());
          const Mat& wanted = r.weights(p.head - 1);
          const Mat& got = long_head(p, r).field.weights();
          ASSERT_EQ(got.rows(), wanted.rows());
          ASSERT_EQ(got.cols(), wanted.cols());
          EXPECT_LT((got - wanted).cwiseAbs().maxCoeff(), 1e-5) << setting << " " << preset << " " << heads << " " << flipped;
          ++settings;
        }
  EXPECT_EQ(settings, 96);
}

const long_text::LongHead& head_of(LessonUnderTest& lesson) {
  return long_head(*static_cast<const Params*>(lesson.params()), *static_cast<const Result*>(lesson.result()));
}

TEST(LongText, TheTaleHasTwoThousandTokensAndALongerTextIsCut) {
  EXPECT_EQ(sentence::tokens(long_text::tale(), 100000).size(), 2040u);
  LessonUnderTest lesson("self-attention");
  std::string words;
  for (int i = 0; i < 3000; ++i) words += "w" + std::to_string(i % 90) + " ";
  lesson.set("long-text=" + words);
  EXPECT_EQ(lesson.read("long-weights").data.size(), 0u) << "no picture has asked for the head";
  EXPECT_EQ(head_of(lesson).field.cols(), long_text::kMostTokens);
  EXPECT_EQ(lesson.read("long-weights").data.size(), static_cast<size_t>(long_text::kMostTokens));
  lesson.set("long-text=");
  EXPECT_EQ(head_of(lesson).field.cols(), 2040);
  const course::Tensor row = lesson.read("long-weights");
  EXPECT_EQ(row.data.size(), 2040u);
  EXPECT_NEAR(std::accumulate(row.data.begin(), row.data.end(), 0.0), 1, 1e-5);
}

TEST(LongText, ATextIsTakenWithoutItsLinesAndWhatIsNoTextIsRefused) {
  long_text::LongText p;
  const course::Import taken = long_text::take(&p, "Two\tlines,\r\n\n  one text. ");
  EXPECT_TRUE(taken.accepted);
  EXPECT_EQ(taken.message, "Your text has 6 tokens.");
  EXPECT_EQ(p.text, "Two lines, one text. ");
  for (const std::string& refused :
       {std::string("\xff\xfe"), std::string("a\0b", 3), std::string("\xef\xbf\xbd"), std::string(" \n"), std::string()}) {
    EXPECT_FALSE(long_text::take(&p, refused).accepted);
    EXPECT_EQ(p.text, "Two lines, one text. ");
  }
  std::string longest;
  for (int i = 0; i < 30000; ++i) longest += i % 7 ? 'x' : ' ';
  EXPECT_TRUE(long_text::take(&p, longest).accepted);
  EXPECT_EQ(p.text.size(), static_cast<size_t>(long_text::kMostCharacters));
}

TEST(LongText, ExplanationsComeToTheWeights) {
  LessonUnderTest lesson("self-attention");
  lesson.set("setting=causal").set("long-token=700");
  const Params& p = *static_cast<const Params*>(lesson.params());
  const long_text::LongHead& head = long_head(p, *static_cast<const Result*>(lesson.result()));
  const Mat scores = head.scores(699);
  double sum = 0;
  for (Index j = 0; j < 700; ++j) sum += std::exp(static_cast<double>(scores(0, j)));
  for (const int j : {0, 68, 350, 699})
    EXPECT_NEAR(long_text::explain_weight(head, p.text_of_many, j).value, std::exp(static_cast<double>(scores(0, j))) / sum, 1e-6);
  EXPECT_EQ(long_text::explain_weight(head, p.text_of_many, 700).value, 0);
}

TEST(LongText, IsMadeOnceForAllRowsAndPlaces) {
  LessonUnderTest lesson("self-attention");
  const Real* weights = head_of(lesson).field.weights().data();
  lesson.set("long-token=3").set("map-zoom=7").set("map-x=0.2");
  EXPECT_EQ(head_of(lesson).field.weights().data(), weights);
}

}  // namespace
}  // namespace attn::lessons::self_attention
